import { pipeline, Readable } from 'node:stream'
import { JsonLdParser } from 'jsonld-streaming-parser'
import { ServiceError } from '../errors.ts'
import { createBlankLabels } from './blank-labels.ts'
import { foreignFactory, isForeignQuad, ownQuad, UnusableTerm } from './foreign-quad.ts'
import { invalidRdf, quoted } from './invalid-rdf.ts'
import { inReadingOrder } from './jsonld-order.ts'
import { contextPrefixes } from './jsonld-prefixes.ts'
import { batchLength, heldTextExceeded, maximalHeldText, type ParseOptions } from './parse-options.ts'
import { type Quad, xsd } from './term.ts'
import { positionInText } from './text-window.ts'

/** Deepest nesting of a JSON-LD document. */
const maximalDepth = 500

/** The quads of a text in JSON-LD. Contexts that stand elsewhere are not fetched: a document with one is refused. */
export async function* parseJsonLd(
  pieces: AsyncIterable<string>,
  options: ParseOptions,
): AsyncGenerator<readonly Quad[]> {
  const text = await collect(pieces, options.fileName)
  const document = readJson(text, options.fileName)
  for (const [prefix, namespace] of contextPrefixes(document)) options.onPrefix?.(prefix, namespace)
  let refusedContext: ServiceError | undefined
  // Without this profile, the library keeps every member until the end and takes time by the square of their number.
  const parser = new JsonLdParser({
    streamingProfile: true,
    streamingProfileAllowOutOfOrderPlainType: true,
    dataFactory: foreignFactory(createBlankLabels(options.blankPrefix ?? 'b0')),
    ...(options.baseIri === undefined ? {} : { baseIRI: options.baseIri }),
    documentLoader: {
      load(url) {
        refusedContext = remoteContext(url, text, options.fileName)
        return Promise.reject(refusedContext)
      },
    },
  })
  pipeline(Readable.from(inReadingOrder(document)), parser, () => {})
  let quads: Quad[] = []
  try {
    for await (const quad of parser) {
      if (!isForeignQuad(quad)) throw new Error('The JSON-LD parser gave something that is not a quad.')
      quads.push(ownQuad(quad, options.graph ?? null))
      if (quads.length < batchLength) continue
      yield quads
      quads = []
    }
  } catch (error) {
    throw refusedContext ?? readable(error, options.fileName)
  }
  if (quads.length > 0) yield quads
}

async function collect(pieces: AsyncIterable<string>, fileName: string | undefined): Promise<string> {
  const collected: string[] = []
  let length = 0
  for await (const piece of pieces) {
    length += piece.length
    // Members can stand in any order, so the document is held whole.
    if (length > maximalHeldText) {
      throw heldTextExceeded(
        'a JSON-LD document',
        fileName,
        ' Data of any size can be given as N-Quads or TriG.',
      )
    }
    collected.push(piece)
  }
  return collected.join('')
}

function readJson(text: string, fileName: string | undefined): object {
  checkTokens(text, fileName)
  const document = parseJson(text, fileName)
  if (typeof document === 'object' && document !== null) return document
  throw invalidRdf('A JSON-LD document is an object or an array.', fileName, { line: 1, column: 1 })
}

function parseJson(text: string, fileName: string | undefined): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    const offset = Number(/at position (\d+)/.exec(error.message)?.[1] ?? text.length)
    const problem =
      offset >= text.trimEnd().length
        ? 'The JSON ends too early.'
        : `The JSON is malformed here: unexpected ${JSON.stringify(text.charAt(offset))}.`
    throw invalidRdf(problem, fileName, positionInText(text, offset), lineAt(text, offset))
  }
}

/** Refuses what the library would take long for or get wrong: deep nesting, and integers that are no doubles. */
function checkTokens(text: string, fileName: string | undefined): void {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 0x5c) at += 1
      else if (code === 0x22) inString = false
    } else if (code === 0x22) inString = true
    else if (code === 0x5b || code === 0x7b) depth += 1
    else if (code === 0x5d || code === 0x7d) depth -= 1
    else if (code >= 0x30 && code <= 0x39) at += checkNumber(text, at, fileName) - 1
    if (depth <= maximalDepth) continue
    const problem = `JSON-LD that is nested more than ${maximalDepth} levels deep is not supported.`
    throw invalidRdf(problem, fileName, positionInText(text, at))
  }
}

/** The length of the number whose first digit is at `at`. */
function checkNumber(text: string, at: number, fileName: string | undefined): number {
  numberForm.lastIndex = at
  const number = numberForm.exec(text)?.[0] ?? ''
  if (number.length > 15 && /^\d+$/.test(number) && String(Number(number)) !== number) {
    const problem =
      `JSON-LD numbers are not exact to as many digits as ${quoted(number)} has: ` +
      `write {"@value": ${quoted(number)}, "@type": "${xsd.integer}"}.`
    throw invalidRdf(problem, fileName, positionInText(text, at), lineAt(text, at))
  }
  return number.length
}

const numberForm = /\d[\d.eE+-]*/y

function lineAt(text: string, offset: number): string {
  const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1
  return /^[^\r\n]*/.exec(text.slice(start))?.[0] ?? ''
}

function remoteContext(url: string, text: string, fileName: string | undefined): ServiceError {
  const problem = `The context <${url}> is not fetched from the network: write its content into the document.`
  const offset = text.indexOf(JSON.stringify(url))
  if (offset === -1) return invalidRdf(problem, fileName)
  return invalidRdf(problem, fileName, positionInText(text, offset), lineAt(text, offset))
}

function readable(error: unknown, fileName: string | undefined): unknown {
  if (error instanceof ServiceError || !(error instanceof Error)) return error
  if (error instanceof UnusableTerm) return invalidRdf(error.message, fileName)
  // The library's own errors carry a code of the JSON-LD specification; anything else is a bug.
  if (!('code' in error) && error.constructor !== Error) return error
  return invalidRdf(`${error.message.replace(/\.$/, '')}.`, fileName)
}
