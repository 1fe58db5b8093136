import type { BlankNode, Literal, NamedNode, Quad, Term } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import { rdfs } from './vocabulary.ts'

/**
 * What a graph says, by subject and predicate, whichever graphs say it. A node is named by its IRI, a blank one by `_:` and its label.
 * Objects stand in an order that does not depend on that of the quads.
 */
export interface Statements {
  /** The nodes that something is said of. */
  readonly subjects: () => Iterable<string>
  readonly objects: (subject: string, predicate: string) => readonly Term[]
  /** The objects that are no literals. */
  readonly nodes: (subject: string, predicate: string) => readonly string[]
  /** The subjects of which a predicate says `object`. */
  readonly subjectsOf: (predicate: string, object: string) => readonly string[]
  readonly isA: (subject: string, type: string) => boolean
  /** The members of a list, `undefined` where it is broken: it never ends, misses a member or has two in one place. */
  readonly list: (head: string) => readonly Term[] | undefined
}

/** Longer lists are none that a person has written, and no type could show them. */
const longestList = 10_000

/** Reads quads into {@link Statements}. */
export function readStatements(quads: Iterable<Quad>): Statements {
  const bySubject = new Map<string, Map<string, Map<string, Term>>>()
  const byObject = new Map<string, Map<string, string[]>>()
  for (const { subject, predicate, object } of quads) {
    const key = nodeKey(subject)
    const terms = inner(inner(bySubject, key), predicate.value)
    const termText = termKey(object)
    if (terms.has(termText)) continue
    terms.set(termText, object)
    if (object.kind === 'literal') continue
    const subjects = inner(byObject, predicate.value)
    const known = subjects.get(nodeKey(object))
    if (known === undefined) subjects.set(nodeKey(object), [key])
    else known.push(key)
  }
  const read = new Map<ReadonlyMap<string, Term>, Objects>()
  const objectsOf = (subject: string, predicate: string): Objects => {
    const terms = bySubject.get(subject)?.get(predicate)
    if (terms === undefined) return nothing
    const known = read.get(terms)
    if (known !== undefined) return known
    const inOrder = sortObjects(terms)
    read.set(terms, inOrder)
    return inOrder
  }
  const lists = new Map<string, readonly Term[] | undefined>()
  const objects: Statements['objects'] = (subject, predicate) => objectsOf(subject, predicate).terms
  return {
    subjects: () => bySubject.keys(),
    objects,
    nodes: (subject, predicate) => objectsOf(subject, predicate).nodes,
    subjectsOf: (predicate, object) => byObject.get(predicate)?.get(object) ?? [],
    isA: (subject, type) => bySubject.get(subject)?.get(rdfs.type)?.has(`<${type}`) === true,
    list: (head) => {
      if (!lists.has(head)) lists.set(head, readList(head, objects))
      return lists.get(head)
    },
  }
}

/** The objects of one subject and predicate, and the nodes among them. */
interface Objects {
  readonly terms: readonly Term[]
  readonly nodes: readonly string[]
}

const nothing: Objects = { terms: [], nodes: [] }

function sortObjects(byKey: ReadonlyMap<string, Term>): Objects {
  const sorted = byKey.size === 1 ? [...byKey] : [...byKey].sort(([a], [b]) => (a < b ? -1 : 1))
  const terms = sorted.map(([, term]) => term)
  return { terms, nodes: terms.flatMap((term) => (isNode(term) ? [nodeKey(term)] : [])) }
}

/** How {@link Statements} name a node. */
export function nodeKey(node: NamedNode | BlankNode): string {
  return node.kind === 'blank' ? `_:${node.value}` : node.value
}

/** Whether a node named by {@link nodeKey} is a blank one. */
export function isBlankKey(key: string): boolean {
  return key.startsWith('_:')
}

/** A node as sentences name it. */
export function nodeName(key: string): string {
  return isBlankKey(key) ? key : `<${key}>`
}

/** Whether a term is a node: no literal. */
export function isNode(term: Term): term is NamedNode | BlankNode {
  return term.kind !== 'literal'
}

/** Whether a term is a literal. */
export function isLiteral(term: Term): term is Literal {
  return term.kind === 'literal'
}

/** Whether a predicate says `true` of a thing. */
export function isTrue(statements: Statements, subject: string, predicate: string): boolean {
  return statements
    .objects(subject, predicate)
    .some(({ kind, value }) => kind === 'literal' && /^(true|1)$/.test(value))
}

function readList(head: string, objects: Statements['objects']): readonly Term[] | undefined {
  const items: Term[] = []
  const seen = new Set<string>()
  let at = head
  while (at !== rdfs.nil) {
    const [item, second] = objects(at, rdfs.first)
    const [rest, otherRest] = objects(at, rdfs.rest)
    if (item === undefined || second !== undefined || rest === undefined || otherRest !== undefined)
      return undefined
    if (!isNode(rest) || seen.has(at) || items.length >= longestList) return undefined
    seen.add(at)
    items.push(item)
    at = nodeKey(rest)
  }
  return items
}

function inner<Value>(outer: Map<string, Map<string, Value>>, key: string): Map<string, Value> {
  const known = outer.get(key)
  if (known !== undefined) return known
  const made = new Map<string, Value>()
  outer.set(key, made)
  return made
}
