import { literal, xsd } from '../../../rdf/term.ts'
import { join, type Operation, type SelectQuery, type Values } from '../../../sparql/algebra.ts'
import { printQuery } from '../../../sparql/print.ts'
import type { EndpointClient, ExchangeOptions } from '../endpoint-client.ts'
import { isRefusal } from './is-refusal.ts'

/**
 * Rows that are asked for, as the product of two lists. Engines cut answers at round numbers, most often at 10,000: the
 * first finds that one at little cost, since some take a second and more for a hundred thousand rows.
 */
const products = [
  [100, 101],
  [331, 333],
] as const

/**
 * The number of rows after which an endpoint cuts an answer, found with rows that are made of nothing: no data is touched.
 * `undefined` where it gave all of them, or would not answer such a query.
 */
export async function probeRows(
  client: EndpointClient,
  options: ExchangeOptions = {},
): Promise<number | undefined> {
  for (const [first, second] of products) {
    const given = await countRows(client, rowsOfNothing(first, second), options)
    if (given === undefined) return undefined
    if (given.announced !== undefined) return given.announced
    if (given.rows < first * second) return given.rows
  }
  return undefined
}

/** Rows of an answer, and how many are announced; `undefined` where there is no answer. */
async function countRows(
  client: EndpointClient,
  sparql: string,
  options: ExchangeOptions,
): Promise<{ readonly rows: number; readonly announced?: number } | undefined> {
  try {
    const { batches, announcedLimit } = await client.select(sparql, ['nothing'], options)
    let rows = 0
    for await (const batch of batches) rows += batch.length
    return announcedLimit === undefined ? { rows } : { rows, announced: announcedLimit }
  } catch (error) {
    // Too long for the endpoint, in time or in rows: then it does say so, as it would of any other answer.
    if (isRefusal(error)) return undefined
    throw error
  }
}

/** A query that has as many solutions as the product of two numbers. What it shows is unbound: no more than a few bytes a row. */
function rowsOfNothing(first: number, second: number): string {
  const operand: Operation = join([numbers('a', first), numbers('b', second)])
  const query: SelectQuery = {
    kind: 'select',
    operation: { kind: 'project', operand, variables: ['nothing'] },
  }
  return printQuery(query, { namespaces: new Map(), scope: 'none' })
}

function numbers(variable: string, count: number): Values {
  const rows = Array.from({ length: count }, (_, at) => [literal(String(at), xsd.integer)])
  return { kind: 'values', variables: [variable], rows }
}
