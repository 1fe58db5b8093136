import type { KeyObject } from 'node:crypto'
import type { KeyAnswer, KeySource } from './key-source.ts'

/** One key that stays as it is, whatever a token calls it. */
export function fixedKey(key: KeyObject): KeySource {
  const known: KeyAnswer = { kind: 'keys', keys: [key] }
  const others: KeyAnswer = { kind: 'keys', keys: [] }
  return {
    keysFor: async () => known,
    renewedFor: async () => others,
    holds: (other) => other === key,
  }
}
