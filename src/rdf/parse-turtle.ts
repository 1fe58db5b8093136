import type { ServiceError } from '../errors.ts'
import { type BlankLabels, createBlankLabels } from './blank-labels.ts'
import { invalidRdf } from './invalid-rdf.ts'
import { describeN3Error, positionOfN3Error } from './n3-error.ts'
import { guardedLexer } from './n3-lexer.ts'
import {
  type N3Error,
  type N3Factory,
  type N3Lexer,
  type N3Parser,
  n3,
  type TextEvents,
} from './n3-parser.ts'
import type { Namespaces } from './namespaces.ts'
import { batchLength, heldTextExceeded, maximalHeldText, type ParseOptions } from './parse-options.ts'
import { blank, iri, languageString, literal, type Quad } from './term.ts'
import type { TextWindow } from './text-window.ts'

/** The syntaxes that are read here, by the names that n3 has for them. */
const n3Formats = {
  turtle: 'Turtle',
  trig: 'TriG',
  'n-triples': 'N-Triples',
  'n-quads': 'N-Quads',
} as const

/** A syntax of the Turtle family. */
export type TurtleFormat = keyof typeof n3Formats

/** The quads of a text in Turtle, TriG, N-Triples or N-Quads; `window` has seen each piece before it comes. */
export async function* parseTurtle(
  text: AsyncIterable<string>,
  format: TurtleFormat,
  options: ParseOptions,
  window: TextWindow,
): AsyncGenerator<readonly Quad[]> {
  const isLineFormat = format === 'n-triples' || format === 'n-quads'
  const prelude = isLineFormat ? [] : declarations(options.namespaces)
  const prefixes = new Set<string>()
  let preludePrefixes = prelude.length
  let quads: Quad[] = []
  let failure: ServiceError | undefined

  const lexer = guardedLexer(new n3.Lexer({ lineMode: isLineFormat, n3: false }), isLineFormat)
  const parser = createParser(format, options, lexer)
  const source = createSource()
  parser.parse(source.events, {
    onQuad(error, quad) {
      if (error !== null) failure ??= failureOf(error)
      else if (quad !== null) quads.push(quad)
    },
    onPrefix(prefix, namespace) {
      prefixes.add(prefix)
      if (preludePrefixes > 0) preludePrefixes -= 1
      else options.onPrefix?.(prefix, namespace.value)
    },
  })

  for (const declaration of prelude) source.push(declaration)
  for await (const piece of text) {
    advance(() => source.push(piece))
    if (quads.length >= batchLength) yield* taken()
    if (failure !== undefined) throw failure
    if ((lexer._input?.length ?? 0) > maximalHeldText) throw heldTextExceeded('a literal', options.fileName)
  }
  advance(() => source.end())
  yield* taken()
  if (failure !== undefined) throw failure

  /** After it told an error n3 may stumble over what is missing then; that is no news. */
  function advance(step: () => void): void {
    try {
      step()
    } catch (error) {
      if (failure === undefined) throw error
    }
  }

  function* taken(): Generator<readonly Quad[]> {
    const all = quads
    quads = []
    for (let start = 0; start < all.length; start += batchLength) yield all.slice(start, start + batchLength)
  }

  function failureOf(error: N3Error): ServiceError {
    const position = positionOfN3Error(error, window, prelude.length)
    const problem = describeN3Error(error, prefixes, isLineFormat)
    return invalidRdf(problem, options.fileName, position, position && window.lineText(position.line))
  }
}

function createParser(format: TurtleFormat, options: ParseOptions, lexer: N3Lexer): N3Parser {
  const blankPrefix = options.blankPrefix ?? 'b0'
  const parser = new n3.Parser({
    format: n3Formats[format],
    factory: createFactory(createBlankLabels(blankPrefix), options.graph ?? null),
    lexer,
    baseIRI: options.baseIri,
    blankNodePrefix: `${blankPrefix}_`,
  })
  // n3 refuses every relative IRI in N-Triples and N-Quads, and accepts every one in Turtle. Real data has them in
  // both, and they mean something exactly where there is a base.
  const resolve = n3.Parser.prototype._resolveRelativeIRI
  parser._resolveRelativeIRI = (relative) => (parser._base === '' ? null : resolve.call(parser, relative))
  return parser
}

function createFactory(labels: BlankLabels, defaultGraph: Quad['graph']): N3Factory {
  return {
    namedNode: iri,
    // A label comes with the prefix already before it.
    blankNode: (label) => blank(label ?? labels()),
    literal(value, languageOrDatatype) {
      if (languageOrDatatype === undefined) return literal(value)
      if (typeof languageOrDatatype === 'string') return languageString(value, languageOrDatatype)
      return literal(value, languageOrDatatype.value)
    },
    defaultGraph: () => null,
    quad: (subject, predicate, object, graph) => ({
      subject,
      predicate,
      object,
      graph: graph ?? defaultGraph,
    }),
  }
}

/** One line each, so that the lines of the document are the lines of the text less their number. */
function declarations(namespaces: Namespaces | undefined): string[] {
  return [...(namespaces ?? [])]
    .filter(
      ([prefix, namespace]) =>
        /^(?:[A-Za-z][\w-]*)?$/.test(prefix) && /^[^\p{Cc} <>"{}|^`\\]+$/u.test(namespace),
    )
    .map(([prefix, namespace]) => `PREFIX ${prefix}: <${namespace}>\n`)
}

function createSource(): { readonly events: TextEvents; push(piece: string): void; end(): void } {
  const listeners: { event: string; listener: (piece: string) => void }[] = []
  const emit = (event: string, piece: string) => {
    for (const each of listeners) if (each.event === event) each.listener(piece)
  }
  return {
    events: { on: (event, listener) => void listeners.push({ event, listener }) },
    push: (piece) => emit('data', piece),
    end: () => emit('end', ''),
  }
}
