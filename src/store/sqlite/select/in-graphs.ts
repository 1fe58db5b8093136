import { joined, parameter, type Sql, type SqlValue, sql } from './sql.ts'

/** Terms up to which each is a parameter of its own. */
export const fewTerms = 20

/**
 * Whether a quad is in one of several graphs. Many are a list that is looked in: the sign keeps SQLite from seeking each of them for
 * every row around, where they are not what quads are sought by.
 */
export function inGraphs(name: string, ids: readonly number[], areSought = false): Sql {
  if (ids.length <= fewTerms) return [`${name} IN (`, ...joined(ids.map(parameter), ', '), ')']
  return [`${areSought ? '' : '+'}${name} IN `, ...list(ids)]
}

/** A list for IN. */
export function list(cells: readonly SqlValue[]): Sql {
  const isLong = cells.length > fewTerms && cells.every((cell) => typeof cell === 'number')
  if (isLong) return sql`(SELECT value FROM json_each(${parameter(JSON.stringify(cells))}))`
  return ['(', ...joined(cells.map(parameter), ', '), ')']
}
