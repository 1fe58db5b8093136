import { blank, iri, rdf, type Term, xsd } from './term.ts'

/**
 * The key of a term: a text that is equal exactly for the same term.
 *
 * The first character tells the kind: `<` IRI, `_` blank node, `"` `xsd:string`, `@tag"` language-tagged string,
 * `^datatype"` any other literal, each followed by the value as it is. In tags and datatypes, which should hold no
 * quote but may, `\` is written `\\` and `"` is written `\q`.
 */
export function termKey(term: Term): string {
  switch (term.kind) {
    case 'iri':
      return `<${term.value}`
    case 'blank':
      return `_${term.value}`
    case 'literal':
      return literalKey(term.value, term.datatype, term.language)
  }
}

/** The key of a literal; `language`, in lower case, is that of a language-tagged string. */
export function literalKey(value: string, datatype: string, language: string): string {
  if (datatype === xsd.string) return `"${value}`
  if (datatype === rdf.langString) return `@${escapeQuotes(language)}"${value}`
  return `^${escapeQuotes(datatype)}"${value}`
}

/** The term of a key that {@link termKey} made. */
export function termOfKey(key: string): Term {
  const rest = key.slice(1)
  switch (key[0]) {
    case '<':
      return iri(rest)
    case '_':
      return blank(rest)
    case '"':
      return { kind: 'literal', value: rest, datatype: xsd.string, language: '' }
    case '@':
    case '^': {
      const quote = rest.indexOf('"')
      if (quote < 0) break
      const label = unescapeQuotes(rest.slice(0, quote))
      const value = rest.slice(quote + 1)
      return key[0] === '@'
        ? { kind: 'literal', value, datatype: rdf.langString, language: label }
        : { kind: 'literal', value, datatype: label, language: '' }
    }
  }
  throw new Error('A text that is the key of no term.')
}

function escapeQuotes(label: string): string {
  return /["\\]/.test(label) ? label.replaceAll('\\', '\\\\').replaceAll('"', '\\q') : label
}

function unescapeQuotes(label: string): string {
  return label.includes('\\') ? label.replace(/\\(.)/gs, (_, letter) => (letter === 'q' ? '"' : '\\')) : label
}
