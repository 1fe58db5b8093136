import { ServiceError } from '../errors.ts'
import type { Reasoner, Rewriting } from '../reasoning/reasoner.ts'
import type { UsedReasoning } from '../reasoning/used-reasoning.ts'
import type { Slice } from '../sparql/algebra.ts'
import type { FieldQuery, QueryPlan } from './plan.ts'
import { RefusedQuery, refusal } from './refused-query.ts'

/** A plan in which inferred triples count, and what that took. */
export interface InferredPlan {
  readonly plan: QueryPlan
  readonly reasoning: UsedReasoning
}

/**
 * Rewrites the query of a plan and its parts so that inferred triples count as if they were stated. Parts stay operands of the
 * query, and pages of parts, by identity.
 *
 * @param mostTriplePatterns that the rewritten query may have
 * @throws RefusedQuery past that limit
 */
export function infer(plan: QueryPlan, reasoner: Reasoner, mostTriplePatterns: number): InferredPlan {
  const rewriting = reasoner.rewriting({
    triplePatterns: mostTriplePatterns,
    isVocabularyInScope: plan.query.dataset === undefined,
  })
  const rewritten = withinLimit(() => rewritePlan(plan, rewriting))
  return { plan: rewritten, reasoning: { axioms: rewriting.axioms(), warnings: reasoner.warnings } }
}

function rewritePlan(plan: QueryPlan, rewriting: Rewriting): QueryPlan {
  const operation = rewriting.operation(plan.query.operation)
  if (operation === plan.query.operation) return plan
  return {
    ...plan,
    query: { ...plan.query, operation },
    parts: plan.parts.map((part): FieldQuery => {
      const { page, ...others } = part
      const rewritten = { ...others, operation: rewriting.operation(part.operation) }
      return page === undefined ? rewritten : { ...rewritten, page: rewritePage(page, rewriting) }
    }),
  }
}

function rewritePage(page: Slice, rewriting: Rewriting): Slice {
  const rewritten = rewriting.operation(page)
  if (rewritten.kind !== 'slice') throw new Error('A page was rewritten to what is none.')
  return rewritten
}

function withinLimit<Value>(rewrite: () => Value): Value {
  try {
    return rewrite()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'limitExceeded') throw error
    throw new RefusedQuery([refusal('LIMIT_EXCEEDED', error.message)])
  }
}
