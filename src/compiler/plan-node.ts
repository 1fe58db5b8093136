import { rdf } from '../rdf/term.ts'
import {
  bgp,
  type Expression,
  filter,
  join,
  type Operation,
  type TriplePattern,
  union,
  unit,
  variable,
} from '../sparql/algebra.ts'
import { edge, matchExpression } from './constraints.ts'
import type { Names } from './names.ts'
import type { Constraint, Field, PropertyField } from './operation.ts'
import type { FieldShape } from './plan.ts'
import { constraintExpression, hasField } from './required.ts'

/** What planning a node needs to know of the data, and its supply of names. */
export interface Planning {
  readonly names: Names
  /** Whether no subject has two values of a property. */
  readonly isFunctional: (predicate: string) => boolean
}

/** Of what type a node is known to be by its GraphQL name; absent where its types have to be asked for. */
export type KnownType = string | undefined

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
  readonly conditions: readonly Expression[]
  /** Have at most one solution for each node. */
  readonly optionals: readonly Operation[]
  readonly arms: readonly Arm[]
  readonly fields: readonly FieldShape[]
}

/**
 * Plans the fields of a node and the constraints on it.
 *
 * Single-valued fields become patterns in the node's own solution, with all that hangs on them. Every other field is an
 * arm, so that k, l and m values of three siblings make k + l + m solutions, never k × l × m.
 */
export function planNode(
  node: string,
  fields: readonly Field[],
  constraints: readonly Constraint[],
  planning: Planning,
  type?: KnownType,
): NodePlan {
  const plan: Draft = { patterns: [], conditions: [], optionals: [], arms: [], fields: [] }
  for (const field of fields) {
    switch (field.kind) {
      case 'iri':
        plan.fields.push({ kind: 'iri', key: field.key, variable: node })
        break
      case 'typename':
        planTypename(node, field.key, type, plan, planning)
        break
      case 'property': {
        const part = planProperty(node, field, planning)
        plan.patterns.push(...part.patterns)
        plan.conditions.push(...part.conditions)
        plan.optionals.push(...part.optionals)
        plan.arms.push(...part.arms)
        plan.fields.push(...part.fields)
      }
    }
  }
  for (const constraint of constraints) {
    if (constraint.kind === 'value' && planning.isFunctional(constraint.predicate)) {
      const [value, patterns] = propertyVariable(node, constraint.predicate, plan.patterns, planning.names)
      plan.patterns.push(...patterns)
      plan.conditions.push(matchExpression(value, constraint.matches))
    } else {
      plan.conditions.push(constraintExpression(node, constraint, planning.names))
    }
  }
  return plan
}

/** A {@link NodePlan} in the making. */
type Draft = { [part in keyof NodePlan]: NodePlan[part][number][] }

function planTypename(node: string, key: string, known: KnownType, plan: Draft, planning: Planning): void {
  if (known !== undefined) {
    plan.fields.push({ kind: 'typename', key, type: { kind: 'fixed', name: known } })
    return
  }
  const type = planning.names.number()
  const types = bgp([edge(node, rdf.type, type)])
  plan.fields.push({ kind: 'typename', key, type: { kind: 'variable', variable: type } })
  if (planning.isFunctional(rdf.type)) plan.optionals.push(types)
  else plan.arms.push({ operation: types, grouping: [type] })
}

function planProperty(node: string, field: PropertyField, planning: Planning): NodePlan {
  const { names, isFunctional } = planning
  const value = names.number()
  const own = edge(node, field.predicate, value)
  const inner = planNode(value, field.fields ?? [], field.constraints, planning)
  const fields: FieldShape[] = [
    field.fields === undefined
      ? { kind: 'leaf', key: field.key, variable: value }
      : { kind: 'object', key: field.key, object: { node: value, fields: inner.fields } },
  ]
  if (isFunctional(field.predicate) && !field.optional) {
    return { ...inner, patterns: [own, ...inner.patterns], fields }
  }
  const isPlain = inner.patterns.length === 0 && inner.conditions.length === 0 && inner.arms.length === 0
  if (isFunctional(field.predicate) && isPlain && inner.optionals.length === 0) {
    return { patterns: [], conditions: [], optionals: [bgp([own])], arms: [], fields }
  }
  const arm: Arm = {
    operation: assemble(core([own, ...inner.patterns], inner, 'joined'), inner),
    grouping: [value, ...inner.arms.flatMap((one) => one.grouping)],
    ...(!field.optional && { required: hasField(node, field, isFunctional, names) }),
  }
  return { patterns: [], conditions: [], optionals: [], arms: [arm], fields }
}

/**
 * The part of a node's query that has one solution for each node: its patterns under its conditions, and those of its
 * required arms. A single required arm that is joined to it (not paged before) needs no condition beside.
 */
export function core(
  patterns: readonly TriplePattern[],
  plan: NodePlan,
  arms: 'joined' | 'paged',
): Operation {
  const required =
    arms === 'joined' && plan.arms.length === 1 ? [] : plan.arms.flatMap((arm) => arm.required ?? [])
  return filter(bgp(patterns), [...plan.conditions, ...required])
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

/** The variable that holds a property of a node: that of a pattern there is, else a helper with its pattern. */
export function propertyVariable(
  node: string,
  predicate: string,
  patterns: readonly TriplePattern[],
  names: Names,
): [value: string, patterns: readonly TriplePattern[]] {
  for (const { subject, predicate: property, object } of patterns) {
    if (subject.kind !== 'variable' || subject.name !== node || object.kind !== 'variable') continue
    if (property.kind === 'iri' && property.value === predicate) return [object.name, []]
  }
  const value = names.helper()
  return [value, [{ ...edge(node, predicate, value), object: variable(value) }]]
}
