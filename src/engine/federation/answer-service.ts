import { ServiceError } from '../../errors.ts'
import type { Term } from '../../rdf/term.ts'
import {
  type Dataset,
  join,
  type Operation,
  type SelectQuery,
  type Service,
  unit,
  type Values,
} from '../../sparql/algebra.ts'
import { printQuery } from '../../sparql/print.ts'
import type { ReadSolution } from '../../sparql/results/read-results.ts'
import { certainlyBound, inScope } from '../../sparql/scope.ts'
import type { Solutions } from '../../sparql/solutions.ts'
import type { ServiceClient } from './service-client.ts'

/** What `SERVICE` is answered with. */
export interface ServiceContext {
  readonly client: ServiceClient
  /** The dataset of the query around. */
  readonly dataset?: Dataset | undefined
  /** Asks the store. */
  readonly select: (query: SelectQuery) => Solutions | Promise<Solutions>
}

/** Different bindings that are sent along; where there are more, the endpoint is asked for all that it has. */
const mostBindings = 10_000

/** Bindings that are sent along in one request. */
const bindingsOfRequest = 500

/** What patterns beside a `SERVICE` bind of its variables. */
interface Bindings {
  readonly variables: readonly string[]
  readonly rows: readonly (readonly Term[])[]
}

/**
 * The solutions of one `SERVICE` as inline data, those that can be joined with `beside` at least. With SILENT, an endpoint
 * that fails has the one solution that binds nothing (SPARQL 1.1 Federated Query, 2.3).
 */
export async function answerOfService(
  service: Service,
  beside: readonly Operation[],
  context: ServiceContext,
): Promise<Operation> {
  const { endpoint, operand, silent } = service
  const bindings = await bindingsOf(service, beside, context)
  if (endpoint.kind === 'iri') {
    try {
      return inlineData(operand, await ask(endpoint.value, operand, bindings, context))
    } catch (error) {
      if (silent && isFailure(error)) return unit
      throw error
    }
  }
  const name = endpoint.name
  const column = bindings?.variables.indexOf(name) ?? -1
  if (bindings === undefined || column === -1) {
    if (silent) return unit
    throw new ServiceError(
      'invalidQuery',
      `SERVICE ?${name}: the patterns beside it do not bind ?${name} to few enough endpoints for each of them to be asked.`,
    )
  }
  const solutions: ReadSolution[] = []
  for (const rows of Map.groupBy(bindings.rows, (row) => JSON.stringify(row[column])).values()) {
    const term = rows[0]?.[column]
    if (term === undefined) continue
    try {
      if (term.kind !== 'iri') throw noEndpoint(name, term.value)
      const own = { variables: bindings.variables, rows }
      for (const solution of await ask(term.value, operand, own, context)) {
        solutions.push(new Map([...solution, [name, term]]))
      }
    } catch (error) {
      if (!silent || !isFailure(error)) throw error
      solutions.push(new Map([[name, term]]))
    }
  }
  return inlineData(service, solutions)
}

/** Whether an error is that of an endpoint: what SILENT passes over. */
function isFailure(error: unknown): boolean {
  return error instanceof ServiceError && (error.kind === 'remoteFailed' || error.kind === 'unsupported')
}

function noEndpoint(name: string, value: string): ServiceError {
  return new ServiceError(
    'remoteFailed',
    `SERVICE ?${name}: ${JSON.stringify(value.slice(0, 100))} is not the IRI of an endpoint.`,
  )
}

/**
 * What the patterns beside bind of a service's variables, in all of their solutions; `undefined` where that is nothing or
 * too much. Our blank nodes are none of the other side.
 */
async function bindingsOf(
  service: Service,
  beside: readonly Operation[],
  { dataset, select }: ServiceContext,
): Promise<Bindings | undefined> {
  const around = join(beside)
  const wanted = inScope(service)
  const variables = [...certainlyBound(around)].filter((name) => wanted.has(name))
  if (variables.length === 0) return undefined
  const distinct: Operation = { kind: 'distinct', operand: { kind: 'project', variables, operand: around } }
  const solutions = await select({
    kind: 'select',
    operation: { kind: 'slice', operand: distinct, offset: 0, limit: mostBindings + 1 },
    ...(dataset && { dataset }),
  })
  const rows: (readonly Term[])[] = []
  const endpoint = service.endpoint.kind === 'variable' ? variables.indexOf(service.endpoint.name) : -1
  for await (const batch of solutions.batches) {
    for (const row of batch) {
      const terms = row.flatMap((cell) => (cell === null ? [] : [solutions.term(cell)]))
      const shareable = terms.every((term, index) => term.kind !== 'blank' || index === endpoint)
      if (terms.length === variables.length && shareable) rows.push(terms)
    }
  }
  return rows.length > mostBindings ? undefined : { variables, rows }
}

async function ask(
  endpoint: string,
  operand: Operation,
  bindings: Bindings | undefined,
  { client }: ServiceContext,
): Promise<readonly ReadSolution[]> {
  const columns = bindings?.variables.flatMap((name, index) =>
    inScope(operand).has(name) ? [{ name, index }] : [],
  )
  if (bindings === undefined || columns === undefined || columns.length === 0) {
    return bindings?.rows.length === 0 ? [] : client.ask(endpoint, questionOf(operand))
  }
  const found: ReadSolution[] = []
  for (let start = 0; start < bindings.rows.length; start += bindingsOfRequest) {
    const values: Values = {
      kind: 'values',
      variables: columns.map(({ name }) => name),
      rows: bindings.rows
        .slice(start, start + bindingsOfRequest)
        .map((row) => columns.map(({ index }) => row[index] ?? null)),
    }
    found.push(...(await client.ask(endpoint, questionOf(join([values, operand])))))
  }
  return found
}

function questionOf(operand: Operation): string {
  const operation: Operation = { kind: 'project', operand, variables: [...inScope(operand)] }
  return printQuery({ kind: 'select', operation }, { namespaces: new Map(), scope: 'none' })
}

function inlineData(pattern: Operation, solutions: readonly ReadSolution[]): Values {
  const variables = [...inScope(pattern)]
  const rows = solutions.map((solution): readonly (Term | null)[] =>
    variables.map((name) => solution.get(name) ?? null),
  )
  return { kind: 'values', variables, rows }
}
