/** What the names of one operation mean: prefix → namespace, and the names that `@config(alias:)` gives. */
export interface Vocabulary {
  readonly prefixes: ReadonlyMap<string, string>
  readonly aliases: ReadonlyMap<string, string>
}

/** The namespaces of a new database. */
export const storedPrefixes: ReadonlyMap<string, string> = new Map([
  ['', 'http://api.stardog.com/'],
  ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
  ['rdfs', 'http://www.w3.org/2000/01/rdf-schema#'],
  ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
  ['stardog', 'tag:stardog:api:'],
  ['so', 'https://schema.org/'],
])

/** The IRI that a GraphQL name means: an alias, else the longest known prefix, else the default namespace. */
export function iriOfName(name: string, vocabulary: Vocabulary): string {
  const alias = vocabulary.aliases.get(name)
  if (alias !== undefined) return alias
  for (let end = name.length - 1; end > 0; end--) {
    const namespace = name[end] === '_' ? vocabulary.prefixes.get(name.slice(0, end)) : undefined
    if (namespace !== undefined) return namespace + name.slice(end + 1)
  }
  return (vocabulary.prefixes.get('') ?? '') + name
}

/** The GraphQL name that reads back to `iri`, else `iri` itself. */
export function nameOfIri(iri: string, vocabulary: Vocabulary): string {
  const candidates = [...vocabulary.aliases.keys()]
  for (const [prefix, namespace] of vocabulary.prefixes) {
    if (!iri.startsWith(namespace)) continue
    const local = iri.slice(namespace.length)
    candidates.push(prefix === '' ? local : `${prefix}_${local}`)
  }
  const readable = candidates.filter(
    (name) =>
      /^(?!__)[A-Za-z_][A-Za-z0-9_]*$/.test(name) &&
      !['true', 'false', 'null'].includes(name) &&
      iriOfName(name, vocabulary) === iri,
  )
  return readable[0] ?? iri
}
