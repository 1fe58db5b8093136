import { type BlankNode, type NamedNode, type Quad, rdf, type Term } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import { vocabularyPredicates, vocabularyTypes } from '../../rdf/vocabulary-terms.ts'

/** What can be a subject. */
export type Node = NamedNode | BlankNode

/** What a vocabulary says, whichever graphs say it, each triple once. */
export interface Statements {
  /** The triples with a predicate, in the order in which they were first met. */
  readonly triples: (predicate: string) => readonly Statement[]
  readonly objects: (subject: Node, predicate: string) => readonly Term[]
  readonly isA: (subject: Node, type: string) => boolean
  /** Members of lists that can still be read: lists can be shared, so that few triples can come to very many members. */
  readonly members: { left: number }
}

/** Members of lists that are read of a vocabulary: each of a triple, several times. */
const mostMembers = 2_000_000

/** A subject and one of its objects. */
export interface Statement {
  readonly subject: Node
  readonly object: Term
}

/** Reads triples into {@link Statements}; those that no axiom is made of are passed over. */
export function readStatements(quads: Iterable<Quad>): Statements {
  const byPredicate = new Map<string, PredicateStatements>()
  for (const { subject, predicate, object } of quads) {
    if (!isOfVocabulary(predicate.value, object)) continue
    const known: PredicateStatements = byPredicate.get(predicate.value) ?? { bySubject: new Map(), all: [] }
    byPredicate.set(predicate.value, known)
    const key = termKey(subject)
    const objects = known.bySubject.get(key) ?? new Map<string, Term>()
    known.bySubject.set(key, objects)
    const objectKey = termKey(object)
    if (objects.has(objectKey)) continue
    objects.set(objectKey, object)
    known.all.push({ subject, object })
  }
  const objectsOf = (subject: Node, predicate: string): ReadonlyMap<string, Term> | undefined =>
    byPredicate.get(predicate)?.bySubject.get(termKey(subject))
  return {
    triples: (predicate) => byPredicate.get(predicate)?.all ?? [],
    objects: (subject, predicate) => [...(objectsOf(subject, predicate)?.values() ?? [])],
    isA: (subject, type) => objectsOf(subject, rdf.type)?.has(`<${type}`) === true,
    members: { left: mostMembers },
  }
}

interface PredicateStatements {
  readonly bySubject: Map<string, Map<string, Term>>
  readonly all: Statement[]
}

/** Blank nodes can be class expressions. */
function isOfVocabulary(predicate: string, object: Term): boolean {
  if (predicate !== rdf.type) return vocabularyPredicates.has(predicate)
  return object.kind === 'blank' || (object.kind === 'iri' && vocabularyTypes.has(object.value))
}
