import type { MemberAxiom, PropertyAxiom, ValueAxiom } from '../axiom.ts'

/** What one triple of a vocabulary, or one list or restriction, says. */
export interface StatedAxiom {
  readonly stated: string
  /**
   * What it comes to; nothing where nothing can be inferred of it at all.
   *
   * @throws RefusedAxiom where it is malformed, or says what is not supported
   */
  readonly read: () => readonly UnnamedAxiom[]
}

/** An axiom without the words in which it is stated. */
export type UnnamedAxiom =
  | Omit<MemberAxiom, 'stated'>
  | Omit<ValueAxiom, 'stated'>
  | Omit<PropertyAxiom, 'stated'>
