import { defaultNamespaces } from '../../rdf/namespaces.ts'
import type { Term } from '../../rdf/term.ts'
import type { Dataset, SelectQuery } from '../../sparql/algebra.ts'
import { parseQuery } from '../../sparql/parse.ts'
import type { Store } from '../../store/store.ts'
import type { Database } from '../database.ts'
import { startSolutions } from '../sparql/start-solutions.ts'

/** The terms of a solution in the order of the query's variables; what is not bound is `undefined`. */
export type TermRow = readonly (Term | undefined)[]

/** What is asked of a database. */
export interface RowsQuery {
  /** A SELECT with the prefixes of a new database and those of {@link vocabularyPrefixes}. */
  readonly sparql: string
  /** Absent: the union of all graphs. */
  readonly dataset?: Dataset
  /**
   * A variable that every solution binds. An endpoint that cuts its answers is asked for the others by the nodes that it is
   * bound to; a node is in one answer with all its solutions.
   */
  readonly node?: string
}

/** Prefixes of queries, beside those of a new database. */
const vocabularyPrefixes: ReadonlyMap<string, string> = new Map([
  ...defaultNamespaces,
  ['sh', 'http://www.w3.org/ns/shacl#'],
  ['skos', 'http://www.w3.org/2004/02/skos/core#'],
  ['dc', 'http://purl.org/dc/elements/1.1/'],
  ['dcterms', 'http://purl.org/dc/terms/'],
  ['schema', 'http://schema.org/'],
])

/** The solutions of a query, as they come. */
export async function* queryRows(
  { store }: { readonly store: Store },
  database: Database,
  { sparql, dataset, node }: RowsQuery,
  signal: AbortSignal | undefined,
): AsyncGenerator<TermRow> {
  const parsed = parseQuery(sparql, { namespaces: vocabularyPrefixes })
  if (parsed.kind !== 'select') throw new Error('Rows are those of a SELECT.')
  const query: SelectQuery = { ...parsed, ...(dataset && { dataset }) }
  const parts =
    node === undefined || database.kind !== 'remote'
      ? undefined
      : [{ node, operation: patternOf(query), comparators: [] }]
  const solutions = await startSolutions(store, query, signal, parts)
  const columns = variablesOf(query).map((name) => solutions.variables.indexOf(name))
  for await (const batch of solutions.batches) {
    for (const row of batch) {
      yield columns.map((column) => {
        const cell = row[column]
        return cell === undefined || cell === null ? undefined : solutions.term(cell)
      })
    }
  }
}

function patternOf({ operation }: SelectQuery): SelectQuery['operation'] {
  return operation.kind === 'project' ? operation.operand : operation
}

function variablesOf({ operation }: SelectQuery): readonly string[] {
  if (operation.kind !== 'project') throw new Error('A query of rows has a plain SELECT clause.')
  return operation.variables
}
