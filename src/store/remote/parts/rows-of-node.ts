import { type Comparator, call, type SelectQuery, variable } from '../../../sparql/algebra.ts'
import type { Row } from '../../../sparql/results/row.ts'
import type { Asking } from './asking.ts'
import { withoutOrder } from './row-after.ts'
import { cutAmongBlank, tooManyRows } from './row-limit.ts'

/**
 * The rows of one node that has more of them than an answer can hold: in pages of all its rows in a total order.
 *
 * @param most rows of an answer
 * @throws ServiceError `limitExceeded` where a row has a blank node, which has no place in an order and no name in two answers
 */
export async function* rowsOfNode(
  query: SelectQuery,
  most: number,
  variables: readonly string[],
  asking: Asking,
): AsyncGenerator<readonly Row[]> {
  const rows = withoutOrder(query.operation)
  const shown = rows.kind === 'project' ? rows.variables : variables
  const comparators = shown.flatMap(totalOrder)
  for (let offset = 0; ; offset += most) {
    const operand: SelectQuery['operation'] =
      rows.kind === 'project'
        ? { ...rows, operand: { kind: 'orderBy', operand: rows.operand, comparators } }
        : { kind: 'orderBy', operand: rows, comparators }
    const asked = asking.ask(
      { ...query, operation: { kind: 'slice', operand, offset, limit: most } },
      variables,
    )
    let count = 0
    for await (const batch of asked.batches) {
      if (!asking.isBlankNamed && batch.some((row) => row.some((cell) => cell?.startsWith('_'))))
        throw cutAmongBlank(asking.label, most)
      count += batch.length
      yield batch
    }
    const cut = asked.cutAfter()
    if (cut !== undefined) throw tooManyRows(asking.label, cut, 'Set remote.rows to this limit.')
    if (count < most) return
  }
}

/** What tells two terms apart that ORDER BY may take for equal, such as 1 and 1.0. */
function totalOrder(name: string): readonly Comparator[] {
  const keys = [call('STR', variable(name)), call('DATATYPE', variable(name)), call('LANG', variable(name))]
  return keys.map((expression) => ({ expression, descending: false }))
}
