import { Lexer, Parser } from 'n3'
import type { Quad, Term } from './term.ts'

/** A token of the n3 library: lines count from 1, columns from 0. */
export interface N3Token {
  readonly type: string
  readonly value: string
  readonly prefix: string
  readonly line: number
  readonly start: number
  readonly end: number
  /** Where a token of several lines ends; `end` is a column of that line. */
  readonly endLine?: number
}

/** An error of the n3 library. */
export interface N3Error extends Error {
  readonly context?: { readonly line: number; readonly token?: N3Token; readonly previousToken?: N3Token }
}

/** What n3 reads text from: pieces of it, then the end. */
export interface TextEvents {
  on(event: 'data' | 'end' | 'error', listener: (piece: string) => void): void
}

/** What makes tokens of text, and tells them as they come. */
export interface N3Lexer {
  tokenize(text: TextEvents, callback: (error: N3Error | null, token?: N3Token) => void): void
  readonly previousToken: N3Token | undefined
  comments: boolean
  /** The text of which no token was made yet; `null` after the end. */
  readonly _input: string | null | undefined
}

/** What n3 makes terms and quads with: ours, at once, so that no term is made twice. */
export interface N3Factory {
  namedNode(value: string): Term
  blankNode(label?: string): Term
  literal(value: string, languageOrDatatype?: string | Term): Term
  defaultGraph(): null
  quad(subject: Quad['subject'], predicate: Quad['predicate'], object: Term, graph: Quad['graph']): Quad
}

/** How a parser reads: the syntax by its name in n3, and what it makes terms with. */
export interface N3ParserOptions {
  readonly format: string
  readonly factory: N3Factory
  readonly lexer: N3Lexer
  readonly baseIRI: string | undefined
  readonly blankNodePrefix: string
}

/** What makes quads of tokens. */
export interface N3Parser {
  parse(
    text: TextEvents,
    callbacks: {
      readonly onQuad: (error: N3Error | null, quad: Quad | null) => void
      readonly onPrefix: (prefix: string, namespace: Term) => void
    },
  ): void
  /** The base IRI in force, empty where there is none. */
  _base: string
  /** Hook: resolves a relative IRI against `_base`; `null` refuses it. */
  _resolveRelativeIRI(iri: string): string | null
}

type LexerClass = new (options: { lineMode: boolean; n3: false }) => N3Lexer
type ParserClass = (new (options: N3ParserOptions) => N3Parser) & { readonly prototype: N3Parser }

/**
 * The lexer and parser of n3, typed by what is used of them: the published types know only RDF/JS terms, while the
 * library itself passes terms through without looking into them, and leave out the hook for relative IRIs.
 */
export const n3: { readonly Lexer: LexerClass; readonly Parser: ParserClass } = checked(Lexer, Parser)

function checked(lexer: unknown, parser: unknown): { Lexer: LexerClass; Parser: ParserClass } {
  if (!isLexerClass(lexer) || !isParserClass(parser)) {
    throw new Error('This version of n3 lacks the members that its types in n3-parser.ts name.')
  }
  return { Lexer: lexer, Parser: parser }
}

function isLexerClass(value: unknown): value is LexerClass {
  return typeof value === 'function' && hasMethod(value.prototype, 'tokenize')
}

function isParserClass(value: unknown): value is ParserClass {
  return (
    typeof value === 'function' &&
    ['parse', '_setBase', '_resolveRelativeIRI'].every((name) => hasMethod(value.prototype, name))
  )
}

function hasMethod(prototype: unknown, name: string): boolean {
  return (
    typeof prototype === 'object' && prototype !== null && typeof Reflect.get(prototype, name) === 'function'
  )
}
