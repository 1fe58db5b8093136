import type { Reasoner } from '../../reasoning/reasoner.ts'
import type { UsedReasoning } from '../../reasoning/used-reasoning.ts'
import { allGraphs, everyGraph } from '../../sparql/algebra.ts'
import { countTriplePatterns } from '../../sparql/count-triple-patterns.ts'
import type { Query } from '../../sparql/query-form.ts'

/** A query in which inferred triples count as if they were stated, and what that took. */
export interface RewrittenQuery<Form extends Query> {
  readonly query: Form
  readonly used: UsedReasoning
}

/**
 * Rewrites a query so that inferred triples count as if they were stated.
 *
 * @param mostPatterns triple patterns that it may come to, where it has not more as it is written
 * @throws ServiceError `limitExceeded` past that; `unsupported` for a path that cannot be rewritten
 */
export function rewrittenQuery<Form extends Query>(
  query: Form,
  reasoner: Reasoner,
  mostPatterns: number,
): RewrittenQuery<Form> {
  const triplePatterns = Math.max(mostPatterns, countTriplePatterns(query.operation))
  const rewriting = reasoner.rewriting({ triplePatterns, isVocabularyInScope: isOfAllGraphs(query) })
  const rewritten = rewriting.query(query)
  if (!isSameForm(rewritten, query)) throw new Error('A query was rewritten to one of another form.')
  return { query: rewritten, used: { axioms: rewriting.axioms(), warnings: reasoner.warnings } }
}

function isOfAllGraphs({ dataset }: Query): boolean {
  return dataset === undefined || dataset.default.some((graph) => graph === allGraphs || graph === everyGraph)
}

function isSameForm<Form extends Query>(query: Query, as: Form): query is Form {
  return query.kind === as.kind
}
