import { rdf } from '../rdf/term.ts'
import type { Reasoner } from '../reasoning/reasoner.ts'
import { type Comparator, call, type Operation as Pattern, union, variable } from '../sparql/algebra.ts'
import { inScope } from '../sparql/scope.ts'
import type { Statistics } from '../sparql/statistics.ts'
import { createNames, isShown } from './names.ts'
import type { Operation } from './operation.ts'
import { isFunctionalBy } from './path-patterns.ts'
import type { FieldShape, QueryPlan, RootShape, Shape } from './plan.ts'
import type { Planning } from './plan-node.ts'
import { planRoot, type RootPlan } from './plan-root.ts'
import { specificTypes } from './plan-typename.ts'
import { uppermost } from './uppermost.ts'

/** What of a database a plan depends on. */
export interface PlanFacts {
  readonly statistics?: Statistics | undefined
  readonly defaultLimit?: number | undefined
  readonly graphs?: readonly string[] | undefined
  readonly reasoner?: Reasoner | undefined
  /**
   * Whether patterns may have a solution several times, so that each top-level field makes it one: else each pattern does that
   * which is rewritten, in a subselect of its own. Many processors find all solutions of a subselect before they join it.
   */
  readonly mayRepeat?: boolean
}

/** Plans an operation: one query for all its top-level fields, and the shape of their answer. */
export function planQuery(operation: Operation, facts: PlanFacts): QueryPlan {
  const planning = planningBy(operation, facts)
  const plans: RootPlan[] = []
  const roots: RootShape[] = []
  for (const root of operation.roots) {
    if (root.kind === 'constant') {
      roots.push(root)
    } else {
      const plan = planRoot(root, planning, facts.defaultLimit)
      plans.push(plan)
      roots.push(plan.shape)
    }
  }
  const graphs = operation.graphs ?? facts.graphs
  const pattern: Pattern = plans.length === 0 ? nothing : union(plans.map((plan) => plan.operation))
  return {
    query: {
      kind: 'select',
      ...(graphs && { dataset: { default: graphs, named: [] } }),
      operation: project(orderRoots(pattern, plans)),
    },
    shape: { roots } satisfies Shape,
    grouping: plans.flatMap((plan) => plan.grouping),
    parts: plans.map(({ node, operation, page, comparators }) => ({
      node,
      operation,
      ...(page && { page }),
      comparators,
    })),
    decode: [...new Set(roots.flatMap(shownVariables))],
  }
}

function planningBy(
  { namedTypes }: Operation,
  { statistics, reasoner, mayRepeat = false }: PlanFacts,
): Planning {
  const planning = { names: createNames(), isFunctional: isFunctionalBy(statistics, reasoner), mayRepeat }
  return reasoner?.isInferred(rdf.type)
    ? {
        ...planning,
        areTypesInferred: true,
        uppermost: (types) => uppermost(types, reasoner),
        specificTypes: specificTypes(namedTypes, reasoner),
      }
    : { ...planning, areTypesInferred: false, uppermost: (types) => types }
}

/** Variables whose terms become text. */
function shownVariables(root: RootShape): readonly string[] {
  switch (root.kind) {
    case 'list':
      return root.object.fields.flatMap(variablesOf)
    case 'identifiers':
      return [root.variable]
    case 'constant':
      return []
  }
}

function variablesOf(field: FieldShape): readonly string[] {
  switch (field.kind) {
    case 'leaf':
    case 'iri':
      return [field.variable]
    case 'typename':
      return field.type.kind === 'variable' ? [field.type.variable] : []
    case 'object':
      return field.object.fields.flatMap(variablesOf)
  }
}

/** No solutions: what an operation without a field of data asks for. */
const nothing: Pattern = { kind: 'values', variables: [], rows: [] }

/** Orders solutions as the fields say, those of one field before those of the next. */
function orderRoots(operand: Pattern, plans: readonly RootPlan[]): Pattern {
  const keys = plans.flatMap((plan) => plan.comparators)
  if (keys.length === 0) return operand
  const fields: Comparator[] =
    plans.length === 1
      ? []
      : plans.map(({ node }) => ({ expression: call('BOUND', variable(node)), descending: true }))
  return { kind: 'orderBy', operand, comparators: [...fields, ...keys] }
}

/** Leaves out helper variables; a query without any shows all that it has. */
function project(operand: Pattern): Pattern {
  const names = [...inScope(operand)]
  if (names.every(isShown)) return operand
  return { kind: 'project', operand, variables: names.filter(isShown).sort((a, b) => Number(a) - Number(b)) }
}
