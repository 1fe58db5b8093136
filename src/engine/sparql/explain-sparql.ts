import { defaultDocumentLimits } from '../../compiler/limits.ts'
import type { UsedReasoning } from '../../reasoning/used-reasoning.ts'
import type { SelectQuery } from '../../sparql/algebra.ts'
import { printQuery } from '../../sparql/print.ts'
import type { Query } from '../../sparql/query-form.ts'
import { inScope } from '../../sparql/scope.ts'
import { StaleQuery } from '../../store/store.ts'
import type { Database } from '../database.ts'
import { withServices } from '../federation/query-services.ts'
import type { OpenStore } from '../open-store.ts'
import { rewrittenQuery } from '../reasoning/rewritten-query.ts'
import { readQuery } from './sparql-query.ts'
import type { SparqlExplanation, SparqlRequest } from './sparql-request.ts'

/** How a query is explained. */
export interface ExplainSettings {
  readonly profile: boolean
  /** Triple patterns that a query with reasoning may come to. */
  readonly triplePatterns?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** Explains a query of any form by the plan of its pattern; with `profile` that is run too, to its end. */
export async function explainSparql(
  open: OpenStore,
  database: Database,
  request: SparqlRequest,
  settings: ExplainSettings,
): Promise<SparqlExplanation> {
  const { namespaces } = database
  const { profile, signal } = settings
  const { query, used } = await askedQuery(open, database, request, settings)
  const select = patternOf(query)
  open.labelBy(namespaces)
  for (;;) {
    const prepared = open.store.prepare(select, { profile, signal })
    try {
      if (profile) for await (const batch of prepared.run({ signal }).batches) void batch
      const sparql = printQuery(query, { namespaces, prefixes: true })
      return { sparql, plan: prepared.plan, ...(used && { reasoning: used }) }
    } catch (error) {
      if (!(error instanceof StaleQuery)) throw error
    }
  }
}

/** The query that the store is asked, and what reasoning did for it. */
async function askedQuery(
  open: OpenStore,
  database: Database,
  request: SparqlRequest,
  { signal, triplePatterns = defaultDocumentLimits.triplePatterns }: ExplainSettings,
): Promise<{ readonly query: Query; readonly used?: UsedReasoning }> {
  const asked = readQuery(request, database)
  if (request.reasoning !== true) return { query: await withServices(asked, open, { signal }) }
  const { reasoner } = await open.reasoning.take(database, { signal })
  const query = await withServices(asked, open, {
    signal,
    rewrite: async (select) => rewrittenQuery(select, reasoner, triplePatterns).query,
  })
  return rewrittenQuery(query, reasoner, triplePatterns)
}

/** What a query of any form asks the store for. */
function patternOf(query: Query): SelectQuery {
  if (query.kind === 'select') return query
  const variables = [...inScope(query.operation)]
  const operation = { kind: 'project', operand: query.operation, variables } as const
  return { kind: 'select', operation, ...(query.dataset && { dataset: query.dataset }) }
}
