import { ServiceError } from '../../errors.ts'
import { isAbsoluteIri } from '../../rdf/iri.ts'
import { isLanguageTag } from '../../rdf/names.ts'
import { iri, type Literal, languageString, literal, type NamedNode, type Term } from '../../rdf/term.ts'

/** A solution that was read: terms by variable; blank nodes have the labels of the answer. */
export type ReadSolution = ReadonlyMap<string, Term>

/** A part of an answer: the names of its variables, some solutions, or the boolean that it is. */
export type ResultPart<Solution = ReadSolution> =
  | { readonly kind: 'variables'; readonly names: readonly string[] }
  | { readonly kind: 'solutions'; readonly solutions: readonly Solution[] }
  | { readonly kind: 'boolean'; readonly value: boolean }

/** What reads an answer in one syntax; it throws any error at what is none. */
export interface ResultReader<Solution> {
  push(bytes: Uint8Array): readonly ResultPart<Solution>[]
  /** Throws where the answer is not at its end, or has neither solutions nor a boolean. */
  end(): readonly ResultPart<Solution>[]
  /** Bytes that are held, or were read since the last part was told. */
  held(): number
}

/**
 * An IRI of an answer as a term. Throws where it is none: it must not get into data that is written as RDF.
 */
export function readIri(text: string): NamedNode {
  return iri(checkedIri(text))
}

/** A literal of an answer, with a datatype or a language where it has one. Throws where they are none. */
export function readLiteral(
  text: string,
  datatype: string | undefined,
  language: string | undefined,
): Literal {
  if (language === undefined || language === '') {
    return datatype === undefined ? literal(text) : literal(text, checkedIri(datatype))
  }
  return languageString(text, checkedLanguageTag(language))
}

/** A text that is an absolute IRI. Throws where it is none. */
export function checkedIri(text: string): string {
  if (isAbsoluteIri(text)) return text
  throw new Error(`${JSON.stringify(text)} is not an absolute IRI.`)
}

/** A text that is a language tag. Throws where it is none. */
export function checkedLanguageTag(text: string): string {
  if (isLanguageTag(text)) return text
  throw new Error(`${JSON.stringify(text)} is not a language tag.`)
}

/** The error of an answer that is none of SPARQL. */
export function invalidResults(name: string, cause: unknown): ServiceError {
  return new ServiceError(
    'remoteFailed',
    `${name}: the answer is cut short, or is not what SPARQL answers are.`,
    {
      detail: String(cause).slice(0, 1000),
      cause,
    },
  )
}
