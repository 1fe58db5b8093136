import { iri } from '../rdf/term.ts'
import {
  bgp,
  type Comparator,
  join,
  type Operation,
  type TriplePattern,
  variable,
} from '../sparql/algebra.ts'
import { inScope } from '../sparql/scope.ts'
import { constraintExpression, matchExpression } from './constraints.ts'
import type { Anchor } from './items.ts'
import { isShown } from './names.ts'
import type { Constraint, RootNodes } from './operation.ts'
import { pathPatterns, pathVariable } from './path-patterns.ts'
import type { FieldQuery, RootShape } from './plan.ts'
import { assemble, core, type NodePlan, type Planning, type Step } from './plan-node.ts'
import { planSelection } from './plan-selection.ts'
import { isFirstOfTypes, typePath, typePattern } from './type-patterns.ts'

/** The query of one top-level field. */
export interface RootPlan extends FieldQuery {
  readonly grouping: readonly string[]
  readonly shape: RootShape
}

/** Nodes in answer, and what the sort keys of `orderBy` need beside their patterns. */
interface Ordered {
  readonly operation: Operation
  readonly comparators: readonly Comparator[]
}

/**
 * Plans a top-level field. What has to count or order nodes (paging, `DISTINCT` where a constraint can hold twice for
 * one node) is a subselect that has one solution for each node; the node's arms are joined to it.
 */
export function planRoot(asked: RootNodes, planning: Planning, defaultLimit: number | undefined): RootPlan {
  // One object more than is shown tells whether there are more.
  const limit = asked.first === undefined ? defaultLimit : undefined
  const root = limit === undefined ? asked : { ...asked, first: limit + 1 }
  const node = planning.names.number()
  const typed = ofTypes(node, root.types, planning)
  const plan = planSelection(node, typed.anchor, root.selection, [], planning)
  const selected = [...typed.patterns, ...plan.patterns]
  const rooted = { ...plan, steps: [...typed.steps, ...plan.steps] }
  const constrained = constrain(node, root.constraints, selected, rooted, planning)
  const isPaged = root.first !== undefined || root.skip > 0
  const mayRepeat = typed.mayRepeat || constrained.mayRepeat || (isPaged && planning.mayRepeat)
  const isSubselect = isPaged || mayRepeat
  const nodes = join([
    ...typed.values,
    ...constrained.values,
    core([...selected, ...constrained.patterns], constrained.plan, isSubselect ? 'paged' : 'joined'),
  ])
  const shown = [...new Set([node, ...selected.flatMap(shownVariables), ...plan.steps.flatMap(shownByStep)])]
  const ordered = order(node, root, nodes, shown, selected, planning)
  const page = isSubselect ? subselect(root, ordered, shown, mayRepeat) : ordered.operation

  const cut = limit !== undefined && { limit }
  const shape: RootShape =
    root.selection === undefined
      ? { kind: 'identifiers', key: root.key, variable: node, ...cut }
      : { kind: 'list', key: root.key, object: { node, fields: plan.fields }, ...cut }
  const whole = assemble(page, constrained.plan)
  return {
    operation: planning.mayRepeat ? once(whole, ordered.comparators) : whole,
    node,
    ...(page.kind === 'slice' && { page }),
    comparators: ordered.comparators,
    grouping: [node, ...plan.arms.flatMap((arm) => arm.grouping)],
    shape,
  }
}

/** What binds a root's node to the nodes of any of some classes; of several classes a node may be more than one. */
function ofTypes(
  node: string,
  asked: readonly string[],
  planning: Planning,
): {
  readonly values: readonly Operation[]
  readonly patterns: readonly TriplePattern[]
  readonly steps: readonly Step[]
  /** Binds the node once, however many of the classes it is of. */
  readonly anchor: Anchor
  readonly mayRepeat: boolean
} {
  const types = planning.uppermost(asked)
  const [only] = types
  if (only !== undefined && types.length === 1) {
    const patterns = [typePattern(node, iri(only))]
    return {
      values: [],
      patterns,
      steps: [],
      anchor: { patterns, steps: [], conditions: [] },
      mayRepeat: false,
    }
  }
  const { names, isFunctional, areTypesInferred } = planning
  if (areTypesInferred) {
    const steps: Step[] = [{ kind: 'nodes', node, types, mayRepeat: planning.mayRepeat }]
    return {
      values: [],
      patterns: [],
      steps,
      anchor: { patterns: [], steps, conditions: [] },
      mayRepeat: false,
    }
  }
  const type = names.helper()
  const rows = types.map((one) => [iri(one)])
  const patterns = [typePattern(node, variable(type))]
  const mayRepeat = !isFunctional(typePath)
  const conditions = mayRepeat ? [isFirstOfTypes(node, type, types, names)] : []
  return {
    values: [{ kind: 'values', variables: [type], rows }],
    patterns,
    steps: [],
    anchor: { patterns, steps: [], conditions },
    mayRepeat,
  }
}

/** Constraints on a root select the nodes to begin with: joined rather than tested node by node. */
function constrain(
  node: string,
  constraints: readonly Constraint[],
  selected: readonly TriplePattern[],
  plan: NodePlan,
  planning: Planning,
): { values: Operation[]; patterns: TriplePattern[]; plan: NodePlan; mayRepeat: boolean } {
  const values: Operation[] = []
  const patterns: TriplePattern[] = []
  const conditions = [...plan.conditions]
  let mayRepeat = false
  for (const constraint of constraints) {
    if (constraint.kind === 'node') {
      values.push({ kind: 'values', variables: [node], rows: constraint.iris.map((one) => [iri(one)]) })
    } else if (constraint.kind === 'value') {
      const isFunctional = planning.isFunctional(constraint.path)
      const [only] = constraint.matches
      if (only?.kind === 'iri' && constraint.matches.length === 1) {
        patterns.push(...pathPatterns(node, constraint.path, iri(only.iri), planning.names))
        // One step leads to it once, several can by several ways.
        mayRepeat ||= constraint.path.length > 1 && !isFunctional
        continue
      }
      const known = isFunctional ? [...selected, ...patterns] : []
      const [value, added] = pathVariable(node, constraint.path, known, planning.names)
      patterns.push(...added)
      conditions.push(matchExpression(value, constraint.matches))
      mayRepeat ||= !isFunctional
    } else {
      conditions.push(constraintExpression(node, constraint, planning.names))
    }
  }
  return { values, patterns, plan: { ...plan, conditions }, mayRepeat }
}

/**
 * Adds the sort keys. A node with several values sorts by the smallest or the largest: one group for each node, whose
 * keys are all that the solution shows. A node without a value has none, which comes first in ascending order.
 */
function order(
  node: string,
  root: RootNodes,
  nodes: Operation,
  shown: readonly string[],
  selected: readonly TriplePattern[],
  { names, isFunctional }: Planning,
): Ordered {
  let operation = nodes
  const comparators: Comparator[] = []
  const keys: string[] = []
  for (const { by, descending } of root.order) {
    if (by.kind === 'node') {
      comparators.push({ expression: variable(node), descending })
      continue
    }
    const known = isFunctional(by.path) ? selected : []
    const [value, patterns] = pathVariable(node, by.path, known, names)
    if (patterns.length > 0) operation = { kind: 'leftJoin', left: operation, right: bgp(patterns) }
    if (isFunctional(by.path)) {
      keys.push(value)
      comparators.push({ expression: variable(value), descending })
      continue
    }
    const key = names.helper()
    operation = {
      kind: 'group',
      operand: operation,
      keys: [...new Set([...shown, ...keys])],
      aggregates: [
        { variable: key, function: descending ? 'max' : 'min', distinct: false, expression: variable(value) },
      ],
    }
    keys.push(key)
    comparators.push({ expression: variable(key), descending })
  }
  return { operation, comparators }
}

function subselect(
  root: RootNodes,
  ordered: Ordered,
  shown: readonly string[],
  mayRepeat: boolean,
): Operation {
  const { comparators } = ordered
  const keys = comparators.flatMap(keysOf)
  const sorted: Operation =
    comparators.length === 0
      ? ordered.operation
      : { kind: 'orderBy', operand: ordered.operation, comparators }
  const projected: Operation = {
    kind: 'project',
    operand: sorted,
    variables: [...new Set([...shown, ...keys])],
  }
  const distinct: Operation = mayRepeat ? { kind: 'distinct', operand: projected } : projected
  if (root.first === undefined && root.skip === 0) return distinct
  return {
    kind: 'slice',
    operand: distinct,
    offset: root.skip,
    ...(root.first !== undefined && { limit: root.first }),
  }
}

/** Variables by which processors tell solutions apart at most: Virtuoso has 20. */
const mostDistinct = 20

/** Each solution once, by what is shown of it and what it is ordered by; of many variables each pattern does that. */
function once(operand: Operation, comparators: readonly Comparator[]): Operation {
  const variables = [...new Set([...[...inScope(operand)].filter(isShown), ...comparators.flatMap(keysOf)])]
  if (variables.length > mostDistinct) return operand
  return { kind: 'distinct', operand: { kind: 'project', operand, variables } }
}

function keysOf({ expression }: Comparator): readonly string[] {
  return expression.kind === 'variable' ? [expression.name] : []
}

function shownByStep(step: Step): string[] {
  switch (step.kind) {
    case 'nodes':
      return [step.node]
    case 'bind':
      return [step.variable].filter(isShown)
    case 'optional':
      return [...inScope(step.operation)].filter(isShown)
  }
}

function shownVariables({ subject, object }: TriplePattern): string[] {
  return [subject, object].flatMap((one) => (one.kind === 'variable' && isShown(one.name) ? one.name : []))
}
