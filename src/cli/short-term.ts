import { isPlainLocalName } from '../rdf/names.ts'
import type { Namespaces } from '../rdf/namespaces.ts'

/** Writes a term of Turtle for people: IRIs as prefixed names where a namespace is known. */
export type TermShortener = (term: string) => string

/** A shortener by these namespaces; of several that fit the longest is taken. */
export function termShortener(namespaces: Namespaces): TermShortener {
  const byLength = [...namespaces].toSorted(([, a], [, b]) => b.length - a.length)
  const shortIri = (iri: string): string => {
    for (const [prefix, namespace] of byLength) {
      if (namespace === '' || !iri.startsWith(namespace)) continue
      const local = iri.slice(namespace.length)
      if (isPlainLocalName(local)) return `${prefix}:${local}`
    }
    return `<${iri}>`
  }
  return (term) => {
    if (term.startsWith('<')) return shortIri(term.slice(1, -1))
    const datatype = term.startsWith('"') ? term.lastIndexOf('^^<') : -1
    // Behind a datatype's IRI nothing follows, and within a string no quote stands unescaped.
    if (datatype < 0 || !term.endsWith('>') || term[datatype - 1] !== '"') return term
    return `${term.slice(0, datatype)}^^${shortIri(term.slice(datatype + 3, -1))}`
  }
}
