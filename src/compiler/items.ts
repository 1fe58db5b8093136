import type { Expression, TriplePattern } from '../sparql/algebra.ts'
import { variablesIn } from './expressions.ts'
import type { Field } from './operation.ts'
import type { NodePlan, Step } from './plan-node.ts'

/** A field of a selection set with the variable that it is bound to, and the plan of what hangs on it. */
export interface Item {
  readonly field: Field
  readonly variable: string
  /** Lead from the node to the variable; none of what is no property. */
  readonly patterns: readonly TriplePattern[]
  readonly inner: NodePlan
  /** Whether a node can have several solutions for it. */
  readonly isMany: boolean
}

/** What binds a node, where nothing else binds it: with one solution for each way to it from the node around. */
export interface Anchor {
  readonly patterns: readonly TriplePattern[]
  /** What binds it beside them. */
  readonly steps: readonly Step[]
  /** Over what patterns and steps bind. */
  readonly conditions: readonly Expression[]
}

/** The fields of one node by their key, as expressions refer to them. */
export interface Items {
  readonly node: string
  /** For a group that nothing else in it binds the node for. */
  readonly anchor: Anchor
  readonly byKey: ReadonlyMap<string, Item>
}

/** The expressions that one field carries for itself. */
export function expressionsOfField(field: Field): readonly Expression[] {
  if (field.kind !== 'property' && field.kind !== 'bound') return []
  return [
    ...(field.kind === 'bound' ? [field.expression] : []),
    ...(field.when === undefined ? [] : [field.when]),
  ]
}

/** Whether an expression needs a field of several values. */
export function mentionsMany(expression: Expression, items: Items): boolean {
  return [...variablesIn(expression)].some((name) => items.byKey.get(name)?.isMany)
}
