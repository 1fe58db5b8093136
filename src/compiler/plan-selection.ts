import { iri } from '../rdf/term.ts'
import { bgp, call, type Expression, variable } from '../sparql/algebra.ts'
import { clusters } from './clusters.ts'
import { constraintExpression, matchExpression } from './constraints.ts'
import { variablesIn } from './expressions.ts'
import { type Anchor, expressionsOfField, type Item, type Items, mentionsMany } from './items.ts'
import { languageConditions } from './language.ts'
import type {
  BoundField,
  Constraint,
  Declared,
  FragmentField,
  PropertyField,
  Selection,
} from './operation.ts'
import { pathPatterns, pathVariable } from './path-patterns.ts'
import type { FieldShape, Listing } from './plan.ts'
import { planCluster } from './plan-cluster.ts'
import { addComputed } from './plan-computed.ts'
import {
  type Arm,
  absorb,
  assemble,
  core,
  type Draft,
  type NodePlan,
  newDraft,
  type Planning,
} from './plan-node.ts'
import { planTypename } from './plan-typename.ts'
import { isOfTypes, typePattern } from './type-patterns.ts'

const nothingInside: Selection = { fields: [], types: [], filters: [] }

/**
 * Plans the fields of a node and the constraints on it.
 *
 * Single-valued fields become patterns in the node's own solution, with all that hangs on them. Every other field is an
 * arm, so that k, l and m values of three siblings make k + l + m solutions, never k × l × m. Fields that an expression
 * needs together share an arm.
 *
 * @param anchor what binds the node.
 */
export function planSelection(
  node: string,
  anchor: Anchor,
  selection: Selection = nothingInside,
  constraints: readonly Constraint[],
  planning: Planning,
): NodePlan {
  const draft = newDraft()
  for (const asked of selection.types) {
    const types = planning.uppermost(asked)
    const [only] = types
    if (only !== undefined && types.length === 1) draft.patterns.push(typePattern(node, iri(only)))
    else draft.conditions.push(isOfTypes(node, types, planning))
  }
  const items = planItems(node, anchor, selection, planning, draft)
  const single = [...items.byKey.values()].filter((item) => !item.isMany)
  const needed = new Set(expressionsOf(selection).flatMap((one) => [...variablesIn(one)]))
  for (const item of single) planSingle(item, needed.has(item.field.key), draft)
  const filters = selection.filters.filter((one) => !mentionsMany(one, items))
  addComputed(
    single,
    filters,
    items,
    draft,
    (name) => variable(items.byKey.get(name)?.variable ?? name),
    planning,
  )
  for (const cluster of clusters(items, selection.filters)) {
    draft.arms.push(...planCluster(cluster, items, draft, planning))
  }
  planConstraints(node, constraints, draft, planning)
  return draft
}

/** Numbers the fields in the order of the selection set, each before the fields inside it. */
function planItems(
  node: string,
  anchor: Anchor,
  selection: Selection,
  planning: Planning,
  draft: Draft,
): Items {
  const byKey = new Map<string, Item>()
  const many = manyKeys(selection, planning)
  for (const field of selection.fields) {
    switch (field.kind) {
      case 'iri':
        if (!field.hidden) draft.fields.push({ kind: 'iri', key: field.key, variable: node })
        byKey.set(field.key, { field, variable: node, patterns: [], inner: newDraft(), isMany: false })
        break
      case 'typename':
        if (!field.hidden) planTypename(node, field, draft, planning)
        break
      case 'fragment':
        planFragment(node, anchor, field, draft, planning)
        break
      case 'bound': {
        const value = planning.names.number()
        byKey.set(field.key, {
          field,
          variable: value,
          patterns: [],
          inner: newDraft(),
          isMany: many.has(field.key),
        })
        if (!field.hidden) draft.fields.push(leafOf(field, value))
        break
      }
      case 'property': {
        const value = planning.names.number()
        const patterns = pathPatterns(node, field.path, variable(value), planning.names)
        const inner = planSelection(
          value,
          { patterns, steps: [], conditions: [] },
          field.selection,
          field.constraints,
          planning,
        )
        const conditions = [
          ...inner.conditions,
          ...objectConditions(value, field),
          ...languageConditions(node, value, field, planning),
        ]
        const item = {
          field,
          variable: value,
          patterns,
          inner: { ...inner, conditions },
          isMany: many.has(field.key),
        }
        byKey.set(field.key, item)
        draft.fields.push(...shapeOf(item))
      }
    }
  }
  return { node, anchor, byKey }
}

/** A literal is no object: where nothing that a literal cannot have is required of a value, that is said. */
function objectConditions(value: string, { path, selection }: PropertyField): readonly Expression[] {
  if (selection === undefined || selection.types.length > 0 || path.at(-1)?.inverse) return []
  const isNode = selection.fields.some(
    (field) =>
      field.kind === 'property' && !field.optional && field.when === undefined && !field.path[0].inverse,
  )
  return isNode ? [] : [call('!', call('isLiteral', variable(value)))]
}

function shapeOf({ field, variable: value, inner }: Item): readonly FieldShape[] {
  if (field.kind !== 'property') return []
  const { key, hidden } = field
  if (field.selection !== undefined)
    return [
      {
        kind: 'object',
        key,
        placement: hidden ? 'lifted' : 'nested',
        ...listingOf(field.declared),
        object: { node: value, fields: inner.fields },
      },
    ]
  return hidden ? [] : [leafOf(field, value)]
}

function leafOf({ key, declared }: PropertyField | BoundField, variable: string): FieldShape {
  const type = declared === undefined || declared.value.kind === 'node' ? undefined : declared.value
  return { kind: 'leaf', key, variable, ...listingOf(declared), ...(type && { type }) }
}

function listingOf(declared: Declared | undefined): { readonly listing?: Listing } {
  if (declared === undefined) return {}
  if (!declared.isList) return { listing: 'single' }
  return { listing: declared.isNonNull ? 'nonNullList' : 'list' }
}

/**
 * Keys of the fields that can have several solutions for a node: properties of several values, objects that need not be
 * there, and what an expression makes of such.
 */
function manyKeys(selection: Selection, { isFunctional }: Planning): ReadonlySet<string> {
  const many = new Set<string>()
  for (const field of selection.fields) {
    if (field.kind !== 'property') continue
    const isPlainLeaf =
      field.selection === undefined && field.constraints.length === 0 && field.languages === undefined
    const mayLack = field.optional || field.when !== undefined
    if (!isFunctional(field.path) || (mayLack && !isPlainLeaf)) many.add(field.key)
  }
  for (let before = -1; before !== many.size; ) {
    before = many.size
    for (const field of selection.fields) {
      if (expressionsOfField(field).some((one) => [...variablesIn(one)].some((name) => many.has(name))))
        many.add(field.key)
    }
  }
  return many
}

function expressionsOf(selection: Selection): readonly Expression[] {
  return [...selection.filters, ...selection.fields.flatMap(expressionsOfField)]
}

/** A single-valued property: its pattern and what hangs on it, in the node's own solution. */
function planSingle(item: Item, isNeeded: boolean, draft: Draft): void {
  const { field, patterns, inner } = item
  if (field.kind !== 'property' || field.when !== undefined) return
  if (!field.optional) {
    draft.patterns.push(...patterns)
    absorb(draft, inner)
  } else if (isNeeded) {
    draft.steps.push({ kind: 'optional', operation: bgp(patterns) })
  } else {
    draft.optionals.push(bgp(patterns))
  }
}

/** A fragment is an arm that is there, marked by a variable, where the node is of the type and has all that it requires. */
function planFragment(
  node: string,
  anchor: Anchor,
  field: FragmentField,
  draft: Draft,
  planning: Planning,
): void {
  const marker = planning.names.number()
  const typed = anchorOfTypes(node, anchor, field.types, planning)
  const selected = planSelection(node, typed, field.selection, [], planning)
  const inner = {
    ...selected,
    steps: [...typed.steps, ...selected.steps],
    conditions: [...typed.conditions, ...selected.conditions],
  }
  const arm: Arm = {
    operation: assemble(
      {
        kind: 'extend',
        operand: core([...typed.patterns, ...inner.patterns], inner, 'joined'),
        variable: marker,
        expression: variable(node),
      },
      inner,
    ),
    grouping: [marker, ...inner.arms.flatMap((one) => one.grouping)],
  }
  draft.arms.push(arm)
  const object = { node: marker, fields: inner.fields }
  draft.fields.push({ kind: 'object', key: field.key, placement: 'fragment', object })
}

/** What binds a node that is of any of some classes. */
function anchorOfTypes(node: string, anchor: Anchor, asked: readonly string[], planning: Planning): Anchor {
  const types = planning.uppermost(asked)
  const [only] = types
  if (only !== undefined && types.length === 1) {
    return { patterns: [typePattern(node, iri(only))], steps: [], conditions: [] }
  }
  if (planning.areTypesInferred) {
    return {
      patterns: [],
      steps: [{ kind: 'nodes', node, types, mayRepeat: planning.mayRepeat }],
      conditions: [],
    }
  }
  return { ...anchor, conditions: [...anchor.conditions, isOfTypes(node, types, planning)] }
}

function planConstraints(
  node: string,
  constraints: readonly Constraint[],
  draft: Draft,
  planning: Planning,
): void {
  for (const constraint of constraints) {
    if (constraint.kind === 'value' && planning.isFunctional(constraint.path)) {
      const [value, patterns] = pathVariable(node, constraint.path, draft.patterns, planning.names)
      draft.patterns.push(...patterns)
      draft.conditions.push(matchExpression(value, constraint.matches))
    } else {
      draft.conditions.push(constraintExpression(node, constraint, planning.names))
    }
  }
}
