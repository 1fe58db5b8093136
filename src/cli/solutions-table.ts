import { fitText, textWidth } from './fit-text.ts'
import { harmless } from './one-line.ts'
import type { TermShortener } from './short-term.ts'
import type { SolutionLines } from './solutions-lines.ts'
import { styled } from './terminal.ts'

/** How a table is laid out. */
export interface TableLayout {
  readonly shorten: TermShortener
  /** Columns of the terminal; absent: cells are cut at {@link widestCell} only. */
  readonly width?: number
  readonly colour: boolean
  /** Rows after which the table ends, and says that there are more. */
  readonly rows?: number
}

/** The columns that one cell takes at most where no terminal says less. */
const widestCell = 120
/** Rows that the widths of the columns are found by. */
const measuredRows = 200
const narrowestCell = 5

/**
 * Solutions as an aligned table with a line that counts them, in pieces. Widths come from the first rows, so that the
 * table of any number of solutions is printed as they come; what is wider is cut with `…`.
 */
export async function* solutionsTable(lines: SolutionLines, layout: TableLayout): AsyncGenerator<string> {
  const { variables } = lines
  const most = layout.rows ?? Number.POSITIVE_INFINITY
  let widths: readonly number[] | undefined
  let held: (readonly string[])[] = []
  let count = 0
  let hasMore = false
  for await (const row of lines.rows) {
    if (count === most) {
      hasMore = true
      break
    }
    count += 1
    const cells = variables.map((_, index) => layout.shorten(harmless(row[index] ?? '')))
    if (widths !== undefined) {
      yield tableRow(cells, widths)
      continue
    }
    held.push(cells)
    if (held.length < measuredRows) continue
    widths = columnWidths(variables, held, layout.width)
    yield head(variables, widths, layout.colour) + held.map((one) => tableRow(one, widths ?? [])).join('')
    held = []
  }
  if (widths === undefined) {
    const found = columnWidths(variables, held, layout.width)
    yield head(variables, found, layout.colour) + held.map((one) => tableRow(one, found)).join('')
  }
  yield `${styled(countLine(count, hasMore), 'dim', layout.colour)}\n`
}

function countLine(count: number, hasMore: boolean): string {
  const rows = `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`
  return hasMore ? `The first ${rows}; --limit N or --format table prints more.` : rows
}

function head(variables: readonly string[], widths: readonly number[], colour: boolean): string {
  if (variables.length === 0) return ''
  const names = variables.map((name, index) => styled(fitText(name, widths[index] ?? 0), 'bold', colour))
  const rule = widths.map((width) => '─'.repeat(width)).join('  ')
  return `${names.join('  ').trimEnd()}\n${styled(rule, 'dim', colour)}\n`
}

function tableRow(cells: readonly string[], widths: readonly number[]): string {
  return `${cells
    .map((cell, index) => fitText(cell, widths[index] ?? 0))
    .join('  ')
    .trimEnd()}\n`
}

/** The widths of the columns; where they are more than the terminal has, the widest ones give way. */
function columnWidths(
  variables: readonly string[],
  rows: readonly (readonly string[])[],
  available: number | undefined,
): readonly number[] {
  const widths = variables.map((name, index) =>
    Math.min(
      widestCell,
      Math.max(
        1,
        textWidth(name),
        ...rows.map((row) => textWidth((row[index] ?? '').slice(0, 4 * widestCell))),
      ),
    ),
  )
  if (available === undefined) return widths
  let excess = widths.reduce((sum, width) => sum + width, 2 * (widths.length - 1)) - available
  while (excess > 0) {
    const widest = Math.max(...widths)
    if (widest <= narrowestCell) break
    const index = widths.indexOf(widest)
    const next = Math.max(narrowestCell, ...widths.filter((width) => width < widest))
    const cut = Math.min(excess, Math.max(1, widest - next))
    widths[index] = widest - cut
    excess -= cut
  }
  return widths
}
