import { limitMessage } from '../errors.ts'
import type { Schema } from '../graphql/schema.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Reasoner } from '../reasoning/reasoner.ts'
import type { UsedReasoning } from '../reasoning/used-reasoning.ts'
import { countTriplePatterns } from '../sparql/count-triple-patterns.ts'
import type { Statistics } from '../sparql/statistics.ts'
import { countConstants } from './count-constants.ts'
import { parseDocument } from './document.ts'
import { fewestTriplePatterns } from './fewest-triple-patterns.ts'
import { type InferredPlan, infer } from './infer.ts'
import { type DocumentLimits, defaultDocumentLimits } from './limits.ts'
import type { Operation } from './operation.ts'
import type { QueryPlan } from './plan.ts'
import { planQuery } from './plan-query.ts'
import { RefusedQuery, refusal } from './refused-query.ts'
import { resolve } from './resolve.ts'

/** A GraphQL request: text, values of variables by name without `$`, and which of several operations. */
export interface CompileRequest {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string | undefined
}

/** What of a database a query is compiled against. */
export interface CompileFacts {
  readonly namespaces: Namespaces
  /** Absent where the store does not count its data: every property may then have several values. */
  readonly statistics?: Statistics | undefined
  readonly limits?: DocumentLimits
  /** Most root objects of a top-level field that has no `first`; absent: no limit. */
  readonly defaultLimit?: number | undefined
  /** Graphs that an operation asks where it names none; absent: all of them. */
  readonly graphs?: readonly string[] | undefined
  /** What the request is validated by, and its names resolved; absent: everything in the data can be named. */
  readonly schema?: Schema | undefined
  /** What makes inferred triples count; where there is a schema, one that knows its interfaces. Absent: what is stated counts. */
  readonly reasoner?: Reasoner | undefined
}

/** A compiled request: the same for as long as the facts are. */
export interface Compiled {
  readonly operation: Operation
  readonly plan: QueryPlan
  /** Absent where the request is compiled without reasoning. */
  readonly reasoning?: UsedReasoning
}

/** Compiles a GraphQL request to one SPARQL query and the shape of its answer. Throws a `RefusedQuery`. */
export function compile(request: CompileRequest, facts: CompileFacts): Compiled {
  const limits = facts.limits ?? defaultDocumentLimits
  const document = parseDocument(request.query, limits)
  const operation = resolve(
    { document, operationName: request.operationName, variables: request.variables ?? {} },
    { ...facts, limits },
  )
  refuseHugePlan(fewestTriplePatterns(operation), limits)
  const { plan, reasoning } = planWithin(operation, facts, limits)
  const most = reasoning === undefined ? mostConstants : mostReasonedConstants
  refusePast(most, countConstants(plan.query), 'IRIs and values when it is translated to SPARQL')
  return { operation, plan, ...(reasoning && { reasoning }) }
}

function planWithin(
  operation: Operation,
  facts: CompileFacts,
  limits: DocumentLimits,
): Pick<Compiled, 'plan' | 'reasoning'> {
  const plan = planQuery(operation, facts)
  refuseHugePlan(countTriplePatterns(plan.query.operation), limits)
  return facts.reasoner === undefined ? { plan } : inferPlan(plan, operation, facts, facts.reasoner, limits)
}

/** Rewrites a plan. A store that does not count its data is a processor that we know nothing of: it gets a plan of another form. */
function inferPlan(
  plan: QueryPlan,
  operation: Operation,
  facts: CompileFacts,
  reasoner: Reasoner,
  { triplePatterns }: DocumentLimits,
): InferredPlan {
  const inferred = infer(plan, reasoner, triplePatterns)
  if (inferred.plan === plan || facts.statistics !== undefined) return inferred
  return infer(planQuery(operation, { ...facts, mayRepeat: true }), reasoner, triplePatterns)
}

/** Each level of nested lists repeats what the levels around it require: a short query can make a long one. */
function refuseHugePlan(patterns: number, limits: DocumentLimits): void {
  refusePast(limits.triplePatterns, patterns, 'triple patterns when it is translated to SPARQL')
}

/** IRIs and literals of a SPARQL query; a store may have no room for more in one statement. */
const mostConstants = 5_000

/** With reasoning the subclasses of a class are listed wherever it is named. */
const mostReasonedConstants = 20_000

function refusePast(limit: number, count: number, what: string): void {
  if (count <= limit) return
  throw new RefusedQuery([refusal('LIMIT_EXCEEDED', limitMessage(what, limit, count.toLocaleString('en')))])
}
