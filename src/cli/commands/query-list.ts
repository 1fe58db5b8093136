import type { RunningQuery } from '../../server/administration-service.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { fitText, textWidth } from '../fit-text.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `query list` */
export const queryList: Command = {
  name: 'query list',
  operands: '',
  summary: 'List the queries and updates that are being carried out',
  details: [
    'Prints a line for each, oldest first: id, kind (graphql, sparql or update), database, seconds so far, and its text; tabs',
    'between them, and the whole text in one line, where the output is no terminal. "query kill" ends one by its id.',
  ],
  options: serviceOptions,
  async run(invocation, context) {
    exactOperands(invocation, [])
    await using target = await openTarget(invocation, context)
    const queries = await target.administration.queries()
    const { out, error } = context.terminal
    const rows = queries.map(columns)
    const lines = out.interactive ? aligned(rows, out.columns) : rows.map((row) => row.join('\t'))
    await out.write(lines.map((line) => `${line}\n`).join(''))
    if (queries.length === 0) await error.write(`No queries are running in ${target.place}.\n`)
    return exitCodes.ok
  },
}

function columns({ id, kind, database, elapsedMilliseconds, text }: RunningQuery): readonly string[] {
  return [id, kind, oneLine(database), `${(elapsedMilliseconds / 1000).toFixed(1)} s`, oneLine(text)]
}

/** Columns of equal width, and the last one as far as the line of the terminal goes. */
function aligned(rows: readonly (readonly string[])[], available: number): readonly string[] {
  const widths = [0, 1, 2, 3].map((index) => Math.max(...rows.map((row) => textWidth(row[index] ?? ''))))
  return rows.map((row) => {
    const before = `${widths.map((width, index) => fitText(row[index] ?? '', width)).join('  ')}  `
    const text = row[4] ?? ''
    const left = available - textWidth(before)
    return before + (textWidth(text) <= left ? text : fitText(text, Math.max(left, 20)).trimEnd())
  })
}
