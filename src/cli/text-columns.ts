import { fitText, textWidth } from './fit-text.ts'
import type { Output } from './terminal.ts'

/** Rows as lines: on a terminal in columns of equal width, elsewhere with tabs between their cells. */
export function textColumns(rows: readonly (readonly string[])[], out: Output): string {
  if (!out.interactive) return rows.map((row) => `${row.join('\t')}\n`).join('')
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => textWidth(row[index] ?? ''))),
  )
  return rows
    .map((row) => row.map((cell, index) => fitText(cell, widths[index] ?? 0)).join('  '))
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}
