import type { Expression } from '../sparql/algebra.ts'
import { variablesIn } from './expressions.ts'
import { expressionsOfField, type Item, type Items } from './items.ts'

/** Fields of several values that expressions need in one solution, with the filters over them. */
export interface Cluster {
  /** In the order of the selection set. */
  readonly items: readonly Item[]
  readonly filters: readonly Expression[]
}

/** Parts the fields of several values by the expressions that need them together; most are alone. */
export function clusters(items: Items, filters: readonly Expression[]): readonly Cluster[] {
  const many = [...items.byKey.values()].filter((item) => item.isMany)
  const leader = new Map(many.map(({ field }) => [field.key, field.key]))
  const find = (key: string): string => {
    const next = leader.get(key) ?? key
    return next === key ? key : find(next)
  }
  const unite = (keys: readonly string[]): void => {
    const [first, ...rest] = keys.filter((key) => leader.has(key)).map(find)
    for (const key of rest) if (first !== undefined) leader.set(find(key), find(first))
  }
  for (const filter of filters) unite([...variablesIn(filter)])
  for (const { field } of many) {
    for (const expression of expressionsOfField(field)) unite([field.key, ...variablesIn(expression)])
  }
  const leaders = [...new Set(many.map(({ field }) => find(field.key)))]
  return leaders.map((key) => ({
    items: many.filter(({ field }) => find(field.key) === key),
    filters: filters.filter((filter) =>
      [...variablesIn(filter)].some((name) => leader.has(name) && find(name) === key),
    ),
  }))
}
