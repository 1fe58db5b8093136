import { Kind, type SelectionSetNode } from 'graphql'
import type { Term } from '../../src/rdf/term.ts'
import { isIncluded } from './collected.ts'
import type { Graph } from './graph.ts'
import type { InferredGraph } from './inferred-graph.ts'
import { iriOfName } from './names.ts'
import type { OperationFacts } from './operation-facts.ts'

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** Names of classes by their IRIs. */
export type NamedClasses = ReadonlyMap<string, string>

/**
 * The classes that an operation names: its top-level fields, what fragments are on, and what `@type` stands on. What `@skip` and
 * `@include` take out of it names none.
 */
export function classesNamed(facts: OperationFacts): NamedClasses {
  const { definition, fragments, vocabulary } = facts
  const names: string[] = []
  walk(definition.selectionSet, true)
  return new Map(names.map((name) => [iriOfName(name, vocabulary), name] as const).reverse())

  function walk(selectionSet: SelectionSetNode, isRoot: boolean): void {
    for (const selection of selectionSet.selections) {
      const directives = selection.directives ?? []
      if (!isIncluded(facts, directives)) continue
      if (selection.kind === Kind.FIELD) {
        if (isRoot || directives.some(({ name }) => name.value === 'type')) names.push(selection.name.value)
        if (selection.selectionSet !== undefined) walk(selection.selectionSet, false)
        continue
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
      if (fragment === undefined) throw new Error('Unknown fragment.')
      if (!isRoot && fragment.typeCondition !== undefined) names.push(fragment.typeCondition.name.value)
      walk(fragment.selectionSet, isRoot)
    }
  }
}

/**
 * The most specific name that the stated classes of a node have: of one without a name the nearest above it that has one. Of several
 * `preferred`, or else the first by name; `undefined` where there is none.
 */
export function specificType(
  stated: Graph,
  { below }: Pick<InferredGraph, 'below'>,
  node: Term,
  names: NamedClasses,
  preferred: string,
): string | undefined {
  const belowEach = new Map([...names.keys()].map((name) => [name, below(name)] as const))
  const isBelow = (one: string, other: string): boolean => belowEach.get(other)?.has(one) === true
  const found = stated.values(node, rdfType).flatMap(({ value }) => {
    if (names.has(value)) return [value]
    const above = [...names].filter(([one]) => isBelow(value, one))
    const size = ([one]: readonly [string, string]): number => belowEach.get(one)?.size ?? 0
    return above
      .sort((a, b) => size(a) - size(b) || (a[1] < b[1] ? -1 : 1))
      .slice(0, 1)
      .map(([one]) => one)
  })
  const specific = found
    .filter((one) => !found.some((other) => isBelow(other, one) && !isBelow(one, other)))
    .flatMap((one) => names.get(one) ?? [])
  return specific.includes(preferred) ? preferred : specific.sort()[0]
}
