import { bgp, type Expression, filter as filterBy, variable } from '../sparql/algebra.ts'
import type { Cluster } from './clusters.ts'
import { substitute, variablesIn } from './expressions.ts'
import type { Item, Items } from './items.ts'
import { pathPatterns } from './path-patterns.ts'
import { addBound, addComputed, requiredWhen } from './plan-computed.ts'
import { type Arm, absorb, assemble, core, type Draft, exists, newDraft, type Planning } from './plan-node.ts'

/**
 * The arm of a cluster. Where the answer shows nothing of it, it is only a condition on the node, and no arm.
 *
 * @param draft the node's plan, which gets such conditions.
 */
export function planCluster(
  cluster: Cluster,
  items: Items,
  draft: Draft,
  planning: Planning,
): readonly Arm[] {
  const [item] = cluster.items
  if (item === undefined) return []
  const isAlone = cluster.items.length === 1 && cluster.filters.length === 0
  return isAlone && item.field.kind === 'property'
    ? planAlone(item, items, draft, planning)
    : planTogether(cluster, items, planning)
}

/** One property: an arm of its values, under its condition if it has one. */
function planAlone(item: Item, items: Items, draft: Draft, planning: Planning): readonly Arm[] {
  const { field, inner } = item
  if (field.kind !== 'property') return []
  const { node } = items
  const patterns = [...item.patterns, ...inner.patterns]
  const required = exists(node, patterns, inner, planning.names)
  const isShown = !field.hidden || field.selection !== undefined
  if (field.when === undefined) {
    if (!isShown) {
      if (!field.optional) draft.conditions.push(required)
      return []
    }
    const operation = assemble(core(patterns, inner, 'joined'), inner)
    return [{ operation, grouping: groupingOf([item]), ...(!field.optional && { required }) }]
  }
  const when = substitute(field.when, (key) => variable(items.byKey.get(key)?.variable ?? key))
  const isOwn = variablesIn(field.when).has(field.key)
  if (!field.optional) draft.conditions.push(isOwn ? required : requiredWhen(when, required))
  if (!isShown) return []
  const own = newDraft()
  own.patterns.push(...patterns)
  const condition = substitute(field.when, referrer(items, [item], own, planning))
  const part = core(own.patterns, { ...inner, steps: [...own.steps, ...inner.steps] }, 'joined')
  return [{ operation: assemble(filterBy(part, [condition]), inner), grouping: groupingOf([item]) }]
}

/** Several fields, or filters over fields: all of them in one solution. */
function planTogether(cluster: Cluster, items: Items, planning: Planning): readonly Arm[] {
  const own = newDraft()
  for (const { field, patterns, inner } of cluster.items) {
    if (field.kind !== 'property' || field.when !== undefined) continue
    if (field.optional) {
      const operation = assemble(core([...patterns, ...inner.patterns], inner, 'joined'), inner)
      own.steps.push({ kind: 'optional', operation })
    } else {
      own.patterns.push(...patterns)
      absorb(own, inner)
    }
  }
  const refer = referrer(items, cluster.items, own, planning)
  addComputed(cluster.items, cluster.filters, items, own, refer, planning)
  // A group in which all is optional would not know of the nodes that have none of it.
  if (own.patterns.length === 0) {
    own.patterns.push(...items.anchor.patterns)
    own.steps.unshift(...items.anchor.steps)
    own.conditions.push(...items.anchor.conditions)
  }
  const required = exists(items.node, own.patterns, own, planning.names)
  return [
    {
      operation: assemble(core(own.patterns, own, 'joined'), own),
      grouping: groupingOf(cluster.items),
      required,
    },
  ]
}

/**
 * Refers to the cluster's own fields by their variables. Others are single-valued fields of the node, which a group of
 * its own does not see (SPARQL evaluates groups from the inside): the group gets a copy of them.
 */
function referrer(
  items: Items,
  own: readonly Item[],
  draft: Draft,
  planning: Planning,
): (key: string) => Expression {
  const names = new Map(own.map((item) => [item.field.key, item.variable]))
  const refer = (key: string): Expression => {
    const known = names.get(key)
    if (known !== undefined) return variable(known)
    const item = items.byKey.get(key)
    if (item === undefined) throw new Error(`There is no field ${key}.`)
    if (item.field.kind === 'iri') return variable(items.node)
    const copy = planning.names.helper()
    names.set(key, copy)
    addCopy(item, copy, items, draft, refer, planning)
    return variable(copy)
  }
  return refer
}

function addCopy(
  { field }: Item,
  copy: string,
  { node }: Items,
  draft: Draft,
  refer: (key: string) => Expression,
  planning: Planning,
): void {
  if (field.kind === 'bound') {
    addBound(field, copy, draft, refer, planning)
  } else if (field.kind === 'property') {
    const patterns = pathPatterns(node, field.path, variable(copy), planning.names)
    if (!field.optional && field.when === undefined) draft.patterns.push(...patterns)
    else {
      const condition = field.when && substitute(field.when, refer)
      draft.steps.push({ kind: 'optional', operation: bgp(patterns), ...(condition && { condition }) })
    }
  }
}

function groupingOf(items: readonly Item[]): readonly string[] {
  return items.flatMap(({ variable: value, inner }) => [value, ...inner.arms.flatMap((arm) => arm.grouping)])
}
