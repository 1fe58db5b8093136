import { type Invocation, optionValues, UsageError } from './command.ts'

/** The operands of a command on one query. */
export const queryOperands = '[DB | URL] QUERY|FILE|-'

/**
 * The operands of a command on one query: a database and the query, or the query alone with `--data`.
 *
 * @throws UsageError that says which is missing or too many
 */
export function queryOf(invocation: Invocation): { readonly database?: string; readonly query: string } {
  const [first, second, extra] = invocation.operands
  const hasData = optionValues(invocation, 'data').length > 0
  if (first === undefined) throw new UsageError('The query is missing.')
  if (hasData) {
    if (second !== undefined)
      throw new UsageError('With --data, give the query only: there is no database to name.')
    return { query: first }
  }
  if (second === undefined) {
    throw new UsageError('Give a database and a query, or a query and --data FILE.')
  }
  if (extra !== undefined) {
    throw new UsageError(`Unexpected operand ${JSON.stringify(extra)}. Put the query in quotes.`)
  }
  return { database: first, query: second }
}
