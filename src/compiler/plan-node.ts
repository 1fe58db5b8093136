import type { Path } from '../graphql/schema.ts'
import {
  bgp,
  type Expression,
  filter,
  join,
  type Operation,
  type TriplePattern,
  union,
  unit,
} from '../sparql/algebra.ts'
import { inScope } from '../sparql/scope.ts'
import type { SpecificTypes } from './most-specific.ts'
import type { Names } from './names.ts'
import { nestedCondition } from './nested-condition.ts'
import type { FieldShape } from './plan.ts'
import { renamePattern } from './rename.ts'
import { eachOfTypes, nodesOfTypes } from './type-patterns.ts'

/** What planning a node needs to know of the data, and its supply of names. */
export interface Planning {
  readonly names: Names
  /** Whether no node has two values of a path. */
  readonly isFunctional: (path: Path) => boolean
  /** Whether nodes can be of classes that are not stated of them. */
  readonly areTypesInferred: boolean
  /** Those of some classes that the nodes of all of them are of. */
  readonly uppermost: (types: readonly string[]) => readonly string[]
  /** Whether patterns may have a solution several times, which each top-level field makes one. */
  readonly mayRepeat: boolean
  /** Absent where no types are inferred. */
  readonly specificTypes?: SpecificTypes
}

/** What is added to a node's patterns, in order, and leaves the number of its solutions as it is. */
export type Step =
  /** That a node is of any of some classes. */
  | {
      readonly kind: 'nodes'
      readonly node: string
      readonly types: readonly string[]
      /** Where it does not matter how often a node comes. */
      readonly mayRepeat: boolean
    }
  | { readonly kind: 'optional'; readonly operation: Operation; readonly condition?: Expression }
  | { readonly kind: 'bind'; readonly variable: string; readonly expression: Expression }

/** A part of the query that can have several solutions for one node; siblings of it go into other branches of a union. */
export interface Arm {
  readonly operation: Operation
  /** What the node has to satisfy because the arm is required; absent where it is optional. */
  readonly required?: Expression
  /** Variables that tell the arm's solutions apart, outermost first. */
  readonly grouping: readonly string[]
}

/** What a node contributes to the query around it. */
export interface NodePlan {
  /** Have exactly one solution for each node that is in the answer. */
  readonly patterns: readonly TriplePattern[]
  readonly steps: readonly Step[]
  /** Over what patterns and steps bind. */
  readonly conditions: readonly Expression[]
  /** Have at most one solution for each node, and nothing else needs them. */
  readonly optionals: readonly Operation[]
  readonly arms: readonly Arm[]
  readonly fields: readonly FieldShape[]
}

/** A {@link NodePlan} in the making. */
export type Draft = { [part in keyof NodePlan]: NodePlan[part][number][] }

/** A plan of nothing yet. */
export function newDraft(): Draft {
  return { patterns: [], steps: [], conditions: [], optionals: [], arms: [], fields: [] }
}

/** Adds what another node, bound in the same solution, contributes; its fields stay its own. */
export function absorb(draft: Draft, inner: NodePlan): void {
  draft.patterns.push(...inner.patterns)
  draft.steps.push(...inner.steps)
  draft.conditions.push(...inner.conditions)
  draft.optionals.push(...inner.optionals)
  draft.arms.push(...inner.arms)
}

/**
 * The part of a node's query that has one solution for each node: its patterns and steps under its conditions, and those
 * of its required arms. A single required arm that is joined to it (not paged before) needs no condition beside.
 */
export function core(
  patterns: readonly TriplePattern[],
  plan: NodePlan,
  arms: 'joined' | 'paged',
): Operation {
  const isOnlyArm = arms === 'joined' && plan.arms.length === 1
  const required = isOnlyArm ? [] : plan.arms.flatMap((arm) => arm.required ?? [])
  return filter(applySteps(bgp(patterns), plan.steps), [...plan.conditions, ...required])
}

function applySteps(operation: Operation, steps: readonly Step[]): Operation {
  return steps.reduce(applyStep, operation)
}

function applyStep(operand: Operation, step: Step): Operation {
  switch (step.kind) {
    case 'nodes':
      return join([operand, (step.mayRepeat ? eachOfTypes : nodesOfTypes)(step.node, step.types)])
    case 'optional': {
      const condition = step.condition && { condition: step.condition }
      return { kind: 'leftJoin', left: operand, right: step.operation, ...condition }
    }
    case 'bind':
      return { kind: 'extend', operand, variable: step.variable, expression: step.expression }
  }
}

/** A node's query: its core with what is optional, and its arms, of several each in a branch of a union. */
export function assemble(core: Operation, plan: NodePlan): Operation {
  const node = plan.optionals.reduce<Operation>((left, right) => ({ kind: 'leftJoin', left, right }), core)
  const [arm] = plan.arms
  if (arm === undefined) return node
  if (plan.arms.length === 1) {
    if (arm.required !== undefined) return join([node, arm.operation])
    if (isSinglePattern(arm.operation)) return { kind: 'leftJoin', left: node, right: arm.operation }
  }
  // Where every arm is optional, a node without any is still one solution.
  const alone = plan.arms.some((one) => one.required !== undefined) ? [] : [unit]
  return join([node, union([...alone, ...plan.arms.map((one) => one.operation)])])
}

function isSinglePattern(operation: Operation): boolean {
  return operation.kind === 'bgp' && operation.patterns.length === 1
}

/**
 * That a node has a solution for a part of the query with these patterns: the condition alone, which neither binds what
 * the answer shows nor multiplies solutions. What the part itself requires ends at its first witness.
 */
export function exists(
  node: string,
  patterns: readonly TriplePattern[],
  plan: NodePlan,
  names: Names,
): Expression {
  const required = plan.arms.flatMap((arm) => arm.required ?? [])
  const nested =
    plan.steps.length === 0 ? nestedCondition(node, patterns, [...plan.conditions, ...required]) : undefined
  const steps = plan.steps.map((one): Step => (one.kind === 'nodes' ? { ...one, mayRepeat: true } : one))
  const operand = nested ?? core(patterns, { ...plan, steps }, 'paged')
  const fresh = new Map<string, string>()
  for (const name of [...inScope(bgp(patterns)), ...inScope(operand)]) {
    if (name !== node && !fresh.has(name)) fresh.set(name, names.helper())
  }
  return { kind: 'exists', negated: false, operand: renamePattern(operand, fresh) }
}
