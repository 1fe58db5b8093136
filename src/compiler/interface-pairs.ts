import type { Schema } from '../graphql/schema.ts'
import type { SubclassPair } from '../reasoning/reasoner.ts'

/**
 * The classes of a schema's types with those of the interfaces that the types implement: "An interface type acts as a
 * superclass" (spec, "Rules for a schema" 5). In the order of the schema, each pair once.
 */
export function interfacePairs({ types }: Schema): readonly SubclassPair[] {
  const pairs = new Map<string, SubclassPair>()
  for (const type of types.values()) {
    for (const name of type.supertypes) {
      const above = types.get(name)
      if (above?.kind !== 'interface' || name === type.name) continue
      const stated = `${type.kind === 'object' ? 'type' : type.kind} ${type.name} implements ${name}`
      for (const pair of pairsOf(type.classes, above.classes, stated)) {
        const key = `${pair.sub} ${pair.super}`
        if (!pairs.has(key)) pairs.set(key, pair)
      }
    }
  }
  return [...pairs.values()]
}

function pairsOf(
  below: readonly string[],
  above: readonly string[],
  stated: string,
): readonly SubclassPair[] {
  return below.flatMap((one) =>
    above.flatMap((other) => (one === other ? [] : [{ sub: one, super: other, stated }])),
  )
}
