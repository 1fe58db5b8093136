import type { Reasoner } from '../src/reasoning/reasoner.ts'
import { type GoldenCase, quadsOf } from './golden-cases.ts'
import { reasonerBySchema, reasonerOf } from './reasoner-of.ts'

const made = new Map<string, Reasoner>()

/** What a golden case is asked with, as the engine makes it of the data and of the interfaces of a schema. */
export function goldenReasoner(one: GoldenCase): Reasoner | undefined {
  if (one.reasoning === undefined) return undefined
  const { sameAs } = one.reasoning
  const key = JSON.stringify([one.dataFile, one.schema, sameAs])
  const known = made.get(key)
  if (known !== undefined) return known
  const reasoner = reasonerBySchema(reasonerOf(quadsOf(one), sameAs), one.schema)
  made.set(key, reasoner)
  return reasoner
}
