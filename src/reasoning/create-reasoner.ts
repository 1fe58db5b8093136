import { rdf } from '../rdf/term.ts'
import type { Axiom, ReadAxioms, Unsupported } from './axiom.ts'
import type { Reasoner, SubclassPair } from './reasoner.ts'
import { classWalks } from './rewrite/class-walks.ts'
import { createRewriting } from './rewrite/create-rewriting.ts'
import { rulesOf } from './rules/rules-of.ts'

/** What a reasoner goes by beside axioms. */
export interface ReasonerOptions {
  /** Tells what was read, and how, from others. */
  readonly id: string
  /** Whether nodes that `owl:sameAs` says are the same share what is stated of each. */
  readonly sameAs: boolean
  /** Whether the axioms are those of all graphs. */
  readonly isWholeVocabulary?: boolean
}

/** A reasoner by what was read of a vocabulary. */
export function createReasoner(read: ReadAxioms, options: ReasonerOptions): Reasoner {
  const { axioms } = read
  const { id, sameAs } = options
  const rules = rulesOf(axioms, { sameAs })
  const facts = {
    rules,
    sameAs,
    walks: options.isWholeVocabulary === true ? classWalks(read.classTriples ?? []) : undefined,
    axioms: [...new Set(axioms.map(({ stated }) => stated))],
    typeAxioms: axioms.filter(isOfType).map(({ stated }) => stated),
  }
  return {
    id,
    warnings: [...read.unsupported, ...rules.unsupported].map(sentence),
    isInferred(predicate) {
      if (sameAs) return true
      return predicate === rdf.type
        ? rules.classes.length > 0 || rules.type !== undefined
        : rules.property(predicate) !== undefined
    },
    subclasses: (name) => rules.subclasses(name),
    rewriting: (limits) => createRewriting(facts, limits),
    withSubclasses(pairs) {
      if (pairs.length === 0) return this
      const more = pairs.map(memberAxiom)
      const own = { ...options, id: `${id} ${JSON.stringify(pairs)}` }
      return createReasoner({ ...read, axioms: [...axioms, ...more] }, own)
    },
  }
}

function memberAxiom({ sub, super: above, stated }: SubclassPair): Axiom {
  return { kind: 'member', sub: { kind: 'class', iri: sub }, super: above, stated }
}

function isOfType(axiom: Axiom): boolean {
  return axiom.kind === 'property' && axiom.super === rdf.type
}

function sentence({ stated, reason }: Unsupported): string {
  return `${stated}: ${reason}`
}
