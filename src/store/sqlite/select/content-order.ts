import { typeNumber } from '../schema.ts'
import type { Sql } from './sql.ts'

/**
 * What orders cells by the terms that they stand for, whatever numbers these have: the text that `termKey` makes of each, also
 * of one that is computed; NULL of none. In which order the dictionary came to know terms does not show in it.
 */
export function contentKey(cell: Sql): Sql {
  return [
    `coalesce((SELECT CASE ck.type WHEN ${typeNumber.iri} THEN '<' || ck.value WHEN ${typeNumber.string} THEN '"' || ck.value`,
    ` WHEN ${typeNumber.blank} THEN '_' || ck.value WHEN ${typeNumber.langString} THEN '@' || ${escaped('ck.lang')}`,
    ` || '"' || ck.value ELSE '^' || (SELECT ${escaped('cd.iri')} FROM datatype AS cd WHERE cd.id = ck.type)`,
    ` || '"' || ck.value END FROM term AS ck WHERE ck.id = `,
    ...cell,
    '), ',
    ...cell,
    ')',
  ]
}

/** As in a term's key. */
function escaped(column: string): string {
  return `replace(replace(${column}, '\\', '\\\\'), '"', '\\q')`
}
