import { bgp, call, type Expression } from '../sparql/algebra.ts'
import { substitute, variablesIn } from './expressions.ts'
import { expressionsOfField, type Item, type Items } from './items.ts'
import type { BoundField, PropertyField } from './operation.ts'
import { assemble, core, type Draft, exists, type Planning } from './plan-node.ts'

/**
 * Adds the fields that expressions make or unmake, each after those that it refers to, and then the filters.
 *
 * @param items of those fields: computed by `@bind`, or under a condition; others are passed over.
 * @param refer the variable that stands for a field in this part of the query.
 */
export function addComputed(
  items: readonly Item[],
  filters: readonly Expression[],
  all: Items,
  draft: Draft,
  refer: (key: string) => Expression,
  planning: Planning,
): void {
  const open = new Map(items.map((item) => [item.field.key, item]))
  const add = (item: Item): void => {
    open.delete(item.field.key)
    for (const expression of expressionsOfField(item.field)) {
      for (const name of variablesIn(expression)) {
        const needed = open.get(name)
        if (needed !== undefined) add(needed)
      }
    }
    if (item.field.kind === 'bound') {
      const required = addBound(item.field, item.variable, draft, refer, planning)
      if (!item.field.optional) draft.conditions.push(required)
    } else if (item.field.kind === 'property' && item.field.when !== undefined) {
      addConditional(item.field, item.field.when, item, all.node, draft, refer, planning)
    }
  }
  for (const item of items) if (open.has(item.field.key)) add(item)
  draft.conditions.push(...filters.map((filter) => substitute(filter, refer)))
}

/**
 * Binds a computed field to a variable, which stays unbound where the field is left out or its expression errs. Returns
 * the condition that it has a value where it needs one.
 */
export function addBound(
  field: BoundField,
  variable: string,
  draft: Draft,
  refer: (key: string) => Expression,
  { names }: Planning,
): Expression {
  const value = substitute(field.expression, refer)
  const isOwn = field.when !== undefined && variablesIn(field.when).has(field.key)
  // A condition on the field's own value leaves it out; that there is one at all stays required.
  const made = isOwn ? names.helper() : variable
  const own = { kind: 'variable', name: made } as const
  const when = field.when && substitute(field.when, (key) => (key === field.key ? own : refer(key)))
  if (isOwn) draft.steps.push({ kind: 'bind', variable: made, expression: value })
  // A COALESCE of nothing errs, and so leaves the variable unbound.
  const expression = when === undefined ? value : call('IF', when, isOwn ? own : value, call('COALESCE'))
  draft.steps.push({ kind: 'bind', variable, expression })
  return isOwn ? bound(made) : requiredWhen(when, bound(variable))
}

/** A property that is shown, and required, only where a condition holds. */
function addConditional(
  field: PropertyField,
  condition: Expression,
  { variable, patterns: way, inner }: Item,
  node: string,
  draft: Draft,
  refer: (key: string) => Expression,
  planning: Planning,
): void {
  const when = substitute(condition, refer)
  const patterns = [...way, ...inner.patterns]
  const isPlain =
    inner.patterns.length +
      inner.steps.length +
      inner.conditions.length +
      inner.arms.length +
      inner.optionals.length ===
    0
  const operation = isPlain ? bgp(patterns) : assemble(core(patterns, inner, 'joined'), inner)
  draft.steps.push({ kind: 'optional', operation, condition: when })
  if (field.optional) return
  // A condition on the field's own value leaves values out; that there is one at all stays required.
  const isOwn = variablesIn(condition).has(field.key)
  draft.conditions.push(
    isOwn ? exists(node, patterns, inner, planning.names) : requiredWhen(when, bound(variable)),
  )
}

/** That something holds where a condition does. */
export function requiredWhen(when: Expression | undefined, required: Expression): Expression {
  return when === undefined ? required : call('||', call('!', when), required)
}

function bound(variable: string): Expression {
  return call('BOUND', { kind: 'variable', name: variable })
}
