/** A column of a row that must be an integer below 2^53. Throws where it is not: the statement or the file is wrong. */
export function integer(value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  throw new Error(`Expected an integer of the database, not ${typeof value}.`)
}

/** A column of a row that must be text. Throws where it is not: the statement or the file is wrong. */
export function text(value: unknown): string {
  if (typeof value === 'string') return value
  throw new Error(`Expected a text of the database, not ${typeof value}.`)
}

/** The value of the only column of a row that came as an object; `undefined` without a row. */
export function onlyColumn(row: Readonly<Record<string, unknown>> | undefined): unknown {
  return row === undefined ? undefined : Object.values(row)[0]
}

/** The values of a row of a statement that was set to return arrays. */
export function columns(row: unknown): readonly unknown[] {
  if (!Array.isArray(row)) throw new Error('Expected a row as an array.')
  return row
}
