import { blank, iri, rdf, type Term, xsd } from '../../rdf/term.ts'

/**
 * The canonical text of a term, equal exactly for the same term: the cell of a term that is not in the dictionary.
 *
 * The first character tells the kind: `<` IRI, `_` blank node, `"` `xsd:string`, `@tag"` language-tagged string,
 * `^datatype"` any other literal, each followed by the value as it is. In tags and datatypes, which should hold no
 * quote but may, `\` is written `\\` and `"` is written `\q`.
 */
export function encodeTerm(term: Term): string {
  switch (term.kind) {
    case 'iri':
      return `<${term.value}`
    case 'blank':
      return `_${term.value}`
    case 'literal':
      if (term.datatype === xsd.string) return `"${term.value}`
      if (term.datatype === rdf.langString) return `@${escapeQuotes(term.language)}"${term.value}`
      return `^${escapeQuotes(term.datatype)}"${term.value}`
  }
}

/** The term of a text made by {@link encodeTerm}. */
export function decodeTerm(text: string): Term {
  const rest = text.slice(1)
  switch (text[0]) {
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
      return text[0] === '@'
        ? { kind: 'literal', value, datatype: rdf.langString, language: label }
        : { kind: 'literal', value, datatype: label, language: '' }
    }
  }
  throw new Error('A cell of the store does not hold the text of a term.')
}

/**
 * The term that a constant of a query stands for: `<_:label>` is the blank node of that label, as the store gave it out.
 * SPARQL has no other constant for one, and no IRI begins with `_:`.
 */
export function meantTerm(constant: Term): Term {
  return constant.kind === 'iri' && constant.value.startsWith('_:')
    ? blank(constant.value.slice(2))
    : constant
}

function escapeQuotes(label: string): string {
  return /["\\]/.test(label) ? label.replaceAll('\\', '\\\\').replaceAll('"', '\\q') : label
}

function unescapeQuotes(label: string): string {
  return label.includes('\\') ? label.replace(/\\(.)/gs, (_, letter) => (letter === 'q' ? '"' : '\\')) : label
}
