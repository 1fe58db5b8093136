import { ServiceError } from '../errors.ts'
import { isIriReference, isLanguageTag, isPlainLocalName, isPrefix, isVariableName } from '../rdf/names.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import { type BlankNode, type Literal, type NamedNode, rdf, xsd } from '../rdf/term.ts'
import { blankText, isBare } from '../rdf/term-text.ts'

/**
 * Collects SPARQL text. Syntax, names and terms come in by different calls, so that what a person or a graph wrote
 * never gets in as syntax.
 */
export interface Writer {
  /** Text of ours, as it is. */
  syntax(text: string): void
  /** A variable by its name, without `?`. */
  variable(name: string): void
  /** An IRI, as a prefixed name where a namespace allows. */
  iri(value: string): void
  /** An IRI between `<` and `>`. */
  fullIri(value: string): void
  term(term: NamedNode | Literal): void
  /** A blank node of a template. */
  blank(node: BlankNode): void
  /** A string without datatype or language, such as a separator. */
  string(value: string): void
  /** What was written. */
  text(): string
  /** The prefixes that the text uses. */
  prefixes(): ReadonlySet<string>
  /** Says what the function IRI resolves relative IRIs against, the same in the whole text. */
  base(iri: string): void
  /** The declarations that the text needs: of its base, and of prefixes where they are wanted. */
  prologue(withPrefixes: boolean): string
}

/** A writer that abbreviates IRIs by namespaces: of several that fit, the longest. */
export function createWriter(namespaces: Namespaces): Writer {
  const parts: string[] = []
  const used = new Set<string>()
  let base: string | undefined
  const byLength = [...namespaces]
    .filter(([prefix, namespace]) => isPrefix(prefix) && namespace !== '' && isIriReference(namespace))
    .sort(([, a], [, b]) => b.length - a.length)

  const writer: Writer = {
    syntax(text) {
      parts.push(text)
    },
    variable(name) {
      if (!isVariableName(name)) throw new Error(`Not the name of a SPARQL variable: ${JSON.stringify(name)}`)
      parts.push('?', name)
    },
    iri(value) {
      for (const [prefix, namespace] of byLength) {
        const local = value.startsWith(namespace) ? value.slice(namespace.length) : ''
        if (!isPlainLocalName(local)) continue
        used.add(prefix)
        parts.push(prefix, ':', local)
        return
      }
      writer.fullIri(value)
    },
    fullIri(value) {
      parts.push('<', checkedIri(value), '>')
    },
    term(term) {
      if (term.kind === 'iri') {
        writer.iri(term.value)
      } else if (isBare(term)) {
        parts.push(term.value)
      } else {
        writer.string(term.value)
        if (term.datatype === rdf.langString) {
          parts.push('@', checkedLanguage(term.language))
        } else if (term.datatype !== xsd.string) {
          parts.push('^^')
          writer.iri(term.datatype)
        }
      }
    },
    blank(node) {
      parts.push(blankText(node))
    },
    string(value) {
      parts.push('"', escapeString(value), '"')
    },
    text: () => parts.join(''),
    prefixes: () => used,
    base(iri) {
      if (base !== undefined && base !== iri) throw new Error('A text with two bases')
      base = iri
    },
    prologue(withPrefixes) {
      const lines: string[] = base === undefined ? [] : ['BASE <', checkedIri(base), '>\n']
      for (const [prefix, namespace] of namespaces) {
        if (withPrefixes && used.has(prefix)) lines.push('PREFIX ', prefix, ': <', namespace, '>\n')
      }
      return lines.join('')
    },
  }
  return writer
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  // SPARQL 1.1, 19.2 replaces `\u0022` before it looks at strings, so a backslash must never meet a `u`, not even
  // behind a backslash that escapes it: what replaces blindly would end the string there.
  ['\\u', '\\\\\\u0075'],
  ['\\U', '\\\\\\u0055'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
  ['\b', '\\b'],
  ['\f', '\\f'],
])

function escapeString(value: string): string {
  return value.replace(/\\[uU]|[\\"\n\r\t\b\f]/g, (found) => escapes.get(found) ?? found)
}

function checkedIri(value: string): string {
  if (isIriReference(value)) return value
  throw new ServiceError(
    'illegalArgument',
    `${JSON.stringify(value)} is not an IRI: spaces and the characters <>"{}|^\`\\ are not allowed in one.`,
  )
}

function checkedLanguage(language: string): string {
  if (isLanguageTag(language)) return language
  throw new ServiceError('illegalArgument', `${JSON.stringify(language)} is not a language tag.`)
}
