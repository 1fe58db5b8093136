import type { Row } from '../../../sparql/results/row.ts'

/** Renames the blank nodes in rows of one response. */
export type RenameRows = (rows: readonly Row[]) => readonly Row[]

/**
 * Labels of blank nodes hold for one response, and the same label in another one is another node. Each call is for the next
 * response: those of the first keep their labels.
 */
export function createRelabeller(): () => RenameRows {
  let response = -1
  return () => {
    response += 1
    const prefix = `_r${response}.`
    const isFirst = response === 0
    // A label of the first that looks like one of a later response gets a prefix too.
    const rename = (cell: string | null): string | null =>
      cell === null || !cell.startsWith('_') || (isFirst && !/^_r\d/.test(cell))
        ? cell
        : `${prefix}${cell.slice(1)}`
    const needs = (cell: string | null): boolean => rename(cell) !== cell
    return (rows) => rows.map((row) => (row.some(needs) ? row.map(rename) : row))
  }
}
