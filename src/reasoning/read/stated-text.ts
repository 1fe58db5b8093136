import { createIriNamer } from '../../rdf/iri-namer.ts'
import { isIriReference, isLanguageTag } from '../../rdf/names.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import { type Literal, rdf, type Term } from '../../rdf/term.ts'
import { isBare, literalText } from '../../rdf/term-text.ts'
import { owl } from '../../rdf/vocabulary-terms.ts'
import { facets } from './class-description.ts'
import { scanList } from './read-list.ts'
import type { Statements } from './statements.ts'

/** Writes triples of a vocabulary in Turtle's words, blank nodes by what they say: for people, so that what is long is cut. */
export interface StatedText {
  readonly triple: (subject: Term, predicate: string, object: Term) => string
  /** A triple whose object is a list. */
  readonly listTriple: (subject: Term, predicate: string, list: Term) => string
  /** A subject with all that it says as a restriction. */
  readonly restriction: (subject: Term) => string
}

/** Members of a list, and terms of an axiom, that are shown. */
const mostMembers = 20
/** Members of a list that are counted. */
const mostCounted = 2_000
const mostTerms = 100
/** Blank nodes within each other that are shown. */
const mostDepth = 8

const listPredicates: readonly string[] = [
  owl.onProperties,
  owl.intersectionOf,
  owl.unionOf,
  owl.disjointUnionOf,
  owl.oneOf,
]

const restrictionPredicates: readonly string[] = [
  owl.onProperty,
  owl.onProperties,
  ...facets,
  owl.onClass,
  owl.onDataRange,
]

/** What a blank node says as a class expression or property, in the order in which people write it. */
const nodePredicates: readonly string[] = [
  owl.inverseOf,
  ...restrictionPredicates,
  ...listPredicates.filter((predicate) => predicate !== owl.onProperties),
  owl.complementOf,
  owl.onDatatype,
  owl.datatypeComplementOf,
]

/** Endpoints hand out what is no IRI: it neither begins a line nor ends the IRI, and tells a terminal nothing. */
function harmless(iri: string): string {
  return iri.replace(
    /[\p{Cc}\u2028\u2029<>]/gu,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
}

/** A {@link StatedText} with the prefixes of a database. */
export function createStatedText(statements: Statements, namespaces: Namespaces): StatedText {
  const namer = createIriNamer(namespaces)
  const name = (iri: string): string => (isIriReference(iri) ? namer(iri) : `<${harmless(iri)}>`)
  const verb = (predicate: string): string => (predicate === rdf.type ? 'a' : name(predicate))
  let left = mostTerms

  function text(term: Term, depth: number): string {
    left -= 1
    if (term.kind === 'iri') return name(term.value)
    if (term.kind === 'literal') return valueText(term)
    return depth >= mostDepth || left < 0 ? '[…]' : `[${said(term, nodePredicates, depth + 1)}]`
  }

  function valueText(value: Literal): string {
    if (isBare(value)) return value.value
    const isSpelled = value.language === '' || isLanguageTag(value.language)
    return literalText(isSpelled ? value : { ...value, language: '' }, name)
  }

  function said(subject: Term, predicates: readonly string[], depth: number): string {
    if (subject.kind === 'literal') return ''
    return predicates
      .flatMap((predicate) =>
        statements.objects(subject, predicate).map((object) => {
          const isList = listPredicates.includes(predicate)
          return `${name(predicate)} ${isList ? listText(object, depth) : text(object, depth)}`
        }),
      )
      .join('; ')
  }

  function listText(head: Term, depth: number): string {
    if (head.kind === 'literal') return valueText(head)
    const { members, problem } = scanList(statements, head, mostCounted)
    const shown: string[] = []
    for (const member of members.slice(0, mostMembers)) if (left > 0) shown.push(text(member, depth))
    if (members.length === mostCounted) shown.push('… more')
    else if (members.length > shown.length) shown.push(`… ${members.length - shown.length} more`)
    else if (problem !== undefined) shown.push('…')
    return `(${shown.join(' ')})`
  }

  function whole(write: () => string): string {
    left = mostTerms
    return write()
  }

  return {
    triple: (subject, predicate, object) =>
      whole(() => `${text(subject, 0)} ${verb(predicate)} ${text(object, 0)}`),
    listTriple: (subject, predicate, list) =>
      whole(() => `${text(subject, 0)} ${verb(predicate)} ${listText(list, 0)}`),
    restriction: (subject) => whole(() => `${text(subject, 0)} ${said(subject, restrictionPredicates, 0)}`),
  }
}
