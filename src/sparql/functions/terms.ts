import { randomUUID } from 'node:crypto'
import { isIriReference, isLanguageTag } from '../../rdf/names.ts'
import { resolveIri } from '../../rdf/resolve-iri.ts'
import { iri, type Literal, languageString, literal, type NamedNode, rdf, type Term } from '../../rdf/term.ts'
import { simpleStringOf } from './strings.ts'

/** STR (SPARQL 1.1, 17.4.2.5). */
export function textOfTerm(term: Term): Literal | undefined {
  return term.kind === 'blank' ? undefined : literal(term.value)
}

/** LANG (17.4.2.6): `""` for literals without a language. */
export function languageOf(term: Term): Literal | undefined {
  return term.kind === 'literal' ? literal(term.language) : undefined
}

/** DATATYPE (17.4.2.7). */
export function datatypeOf(term: Term): NamedNode | undefined {
  return term.kind === 'literal' ? iri(term.datatype) : undefined
}

/** IRI (17.4.2.8): a string as an IRI, resolved against the base IRI; an error where it is none. */
export function iriOf(term: Term, base: string | undefined): NamedNode | undefined {
  if (term.kind === 'iri') return term
  const text = simpleStringOf(term)
  const resolved = text === undefined ? undefined : resolveIri(text, base)
  return resolved !== undefined && isIriReference(resolved) ? iri(resolved) : undefined
}

/** STRDT (17.4.2.10). */
export function typedLiteral(text: Term | undefined, datatype: Term | undefined): Literal | undefined {
  const value = simpleStringOf(text)
  if (value === undefined || datatype?.kind !== 'iri' || datatype.value === rdf.langString) return undefined
  return literal(value, datatype.value)
}

/** STRLANG (17.4.2.11). */
export function taggedLiteral(text: Term | undefined, language: Term | undefined): Literal | undefined {
  const value = simpleStringOf(text)
  const tag = simpleStringOf(language)
  return value === undefined || tag === undefined || !isLanguageTag(tag)
    ? undefined
    : languageString(value, tag)
}

/** UUID (17.4.2.12). */
export function freshIri(): NamedNode {
  return iri(`urn:uuid:${randomUUID()}`)
}

/** STRUUID (17.4.2.13). */
export function freshUuid(): Literal {
  return literal(randomUUID())
}
