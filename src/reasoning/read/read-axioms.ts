import type { Namespaces } from '../../rdf/namespaces.ts'
import type { Quad } from '../../rdf/term.ts'
import type { Axiom, ReadAxioms, Unsupported } from '../axiom.ts'
import { tooLargeVocabulary } from '../too-large-vocabulary.ts'
import { classAxioms } from './class-axioms.ts'
import { classTriples } from './class-triples.ts'
import { hierarchyAxioms } from './hierarchy-axioms.ts'
import { propertyAxioms } from './property-axioms.ts'
import { RefusedAxiom } from './refused-axiom.ts'
import type { StatedAxiom } from './stated-axiom.ts'
import { createStatedText } from './stated-text.ts'
import { readStatements } from './statements.ts'

/** Axioms of a vocabulary, of which one triple can state many. */
const mostAxioms = 1_000_000

/** How a vocabulary is read. */
export interface ReadAxiomsOptions {
  /** Whether nodes that are stated to be the same are: what would have others be the same is then reported. */
  readonly sameAs: boolean
}

/**
 * The axioms that triples of a vocabulary state, whichever graphs they are in and in whatever order they come, and those that are left
 * out. Each is supported as a whole or left out as a whole. Axioms that only forbid something are neither.
 *
 * @throws ServiceError `limitExceeded` for a vocabulary that comes to far more than its triples
 */
export function readAxioms(
  triples: Iterable<Quad>,
  namespaces: Namespaces,
  { sameAs }: ReadAxiomsOptions,
): ReadAxioms {
  const statements = readStatements(triples)
  const text = createStatedText(statements, namespaces)
  const builtIn = [...hierarchyAxioms(statements, text)]
  const known = new Set(builtIn.map(({ stated }) => stated))
  const said = [
    ...builtIn,
    ...[...propertyAxioms(statements, text, sameAs), ...classAxioms(statements, text, sameAs)]
      .filter(({ stated }) => !known.has(stated))
      .sort((a, b) => (a.stated < b.stated ? -1 : a.stated > b.stated ? 1 : 0)),
  ]
  const axioms = new Map<string, Axiom>()
  const unsupported = new Map<string, Unsupported>()
  for (const one of said) {
    const { stated } = one
    const read = readOne(one)
    if ('reason' in read) unsupported.set(stated, read)
    else for (const axiom of read.axioms) axioms.set(JSON.stringify(axiom), axiom)
    if (axioms.size > mostAxioms) throw tooLargeVocabulary('axioms')
  }
  return {
    axioms: [...axioms.values()],
    unsupported: [...unsupported.values()],
    classTriples: classTriples(statements),
  }
}

function readOne({ stated, read }: StatedAxiom): Unsupported | { readonly axioms: readonly Axiom[] } {
  try {
    return { axioms: read().map((axiom) => ({ ...axiom, stated })) }
  } catch (error) {
    if (error instanceof RefusedAxiom) return { stated, reason: error.message }
    throw error
  }
}
