import type { SelectQuery } from '../../sparql/algebra.ts'
import { printQuery } from '../../sparql/print.ts'
import type { Query } from '../../sparql/query-form.ts'
import { inScope } from '../../sparql/scope.ts'
import { StaleQuery } from '../../store/store.ts'
import type { Database } from '../database.ts'
import { withServices } from '../federation/query-services.ts'
import type { OpenStore } from '../open-store.ts'
import { readQuery } from './sparql-query.ts'
import type { SparqlExplanation, SparqlRequest } from './sparql-request.ts'

/** Explains a query of any form by the plan of its pattern; with `profile` that is run too, to its end. */
export async function explainSparql(
  open: OpenStore,
  database: Database,
  request: SparqlRequest,
  { profile, signal }: { readonly profile: boolean; readonly signal?: AbortSignal | undefined },
): Promise<SparqlExplanation> {
  const { namespaces } = database
  const query = await withServices(readQuery(request, database), open, signal)
  const select = patternOf(query)
  open.labelBy(namespaces)
  for (;;) {
    const prepared = open.store.prepare(select, { profile, signal })
    try {
      if (profile) for await (const batch of prepared.run({ signal }).batches) void batch
      return { sparql: printQuery(query, { namespaces, prefixes: true }), plan: prepared.plan }
    } catch (error) {
      if (!(error instanceof StaleQuery)) throw error
    }
  }
}

/** What a query of any form asks the store for. */
function patternOf(query: Query): SelectQuery {
  if (query.kind === 'select') return query
  const variables = [...inScope(query.operation)]
  const operation = { kind: 'project', operand: query.operation, variables } as const
  return { kind: 'select', operation, ...(query.dataset && { dataset: query.dataset }) }
}
