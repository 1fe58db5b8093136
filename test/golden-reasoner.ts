import { interfacePairs } from '../src/compiler/interface-pairs.ts'
import type { Reasoner } from '../src/reasoning/reasoner.ts'
import { type GoldenCase, quadsOf } from './golden-cases.ts'
import { schemaFacts } from './schema-facts.ts'
import { reasonerOf } from './supported-axioms.ts'

const made = new Map<string, Reasoner>()

/** What a golden case is asked with, as the engine makes it of the data and of the interfaces of a schema. */
export function goldenReasoner(one: GoldenCase): Reasoner | undefined {
  if (one.reasoning === undefined) return undefined
  const { sameAs } = one.reasoning
  const key = JSON.stringify([one.dataFile, one.schema, sameAs])
  const known = made.get(key)
  if (known !== undefined) return known
  const { schema } = schemaFacts(one.schema)
  const plain = reasonerOf(quadsOf(one), sameAs)
  const reasoner = schema === undefined ? plain : plain.withSubclasses(interfacePairs(schema))
  made.set(key, reasoner)
  return reasoner
}
