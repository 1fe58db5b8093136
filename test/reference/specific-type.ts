import { type ASTVisitor, Kind, visit } from 'graphql'
import type { Term } from '../../src/rdf/term.ts'
import type { Graph } from './graph.ts'
import type { InferredGraph } from './inferred-graph.ts'
import { iriOfName } from './names.ts'
import type { OperationFacts } from './operation-facts.ts'

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** Names of classes by their IRIs. */
export type NamedClasses = ReadonlyMap<string, string>

/** The classes that an operation names: its top-level fields, what fragments are on, and what `@type` stands on. */
export function classesNamed({ definition, fragments, vocabulary }: OperationFacts): NamedClasses {
  const names: string[] = []
  const visitor: ASTVisitor = {
    Field(field, _key, parent, _path, ancestors) {
      const isRoot = ancestors.filter(
        (one) => !Array.isArray(one) && 'kind' in one && one.kind === Kind.FIELD,
      )
      const isOfOperation = ancestors.some((one) => one === definition)
      if (isOfOperation && isRoot.length === 0 && parent !== undefined) names.push(field.name.value)
      if (field.directives?.some(({ name }) => name.value === 'type')) names.push(field.name.value)
    },
    InlineFragment({ typeCondition }) {
      if (typeCondition !== undefined) names.push(typeCondition.name.value)
    },
    FragmentDefinition({ typeCondition }) {
      names.push(typeCondition.name.value)
    },
  }
  for (const one of [definition, ...fragments.values()]) visit(one, visitor)
  return new Map(names.map((name) => [iriOfName(name, vocabulary), name] as const).reverse())
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
