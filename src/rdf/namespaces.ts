import { nearestName } from './nearest-name.ts'

/** Prefix → namespace IRI; the empty prefix is the default namespace. */
export type Namespaces = ReadonlyMap<string, string>

const wireDefaultNamespace = 'http://api.stardog.com/'

/** The namespaces of a new database. */
export const defaultNamespaces: Namespaces = new Map([
  ['', wireDefaultNamespace],
  ['rdf', 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'],
  ['rdfs', 'http://www.w3.org/2000/01/rdf-schema#'],
  ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
  ['owl', 'http://www.w3.org/2002/07/owl#'],
  ['stardog', 'tag:stardog:api:'],
  ['so', 'https://schema.org/'],
])

/**
 * The IRI that a name in a GraphQL document denotes: its alias; else `<prefix>_<local>` for the longest known prefix;
 * else the whole name in the default namespace (spec, "Query language rules" 10 and 11).
 */
export function iriOfName(
  name: string,
  namespaces: Namespaces,
  aliases?: ReadonlyMap<string, string>,
): string {
  const alias = aliases?.get(name)
  if (alias !== undefined) return alias
  const end = endOfPrefix(name, namespaces)
  if (end > 0) return namespaces.get(name.slice(0, end)) + name.slice(end + 1)
  return (namespaces.get('') ?? wireDefaultNamespace) + name
}

/** Where the underscore stands that ends the longest known prefix of `name`; at most 0 where there is none. */
function endOfPrefix(name: string, namespaces: Namespaces): number {
  // Every look-up reads what it looks up: in a name of a megabyte of underscores each would read half of it.
  const farthest = name.length > 100 ? longestPrefix(namespaces) : name.length
  let end = name.lastIndexOf('_', farthest)
  while (end > 0 && !namespaces.has(name.slice(0, end))) end = name.lastIndexOf('_', end - 1)
  return end
}

function longestPrefix(namespaces: Namespaces): number {
  let length = 0
  for (const prefix of namespaces.keys()) length = Math.max(length, prefix.length)
  return length
}

/** The name by which an IRI can be written in a GraphQL document; `undefined` where there is none. */
export type Namer = (iri: string) => string | undefined

const graphqlName = /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/
/** Names that a GraphQL value of that spelling would not denote: they read as Boolean and null values. */
const valueKeywords: ReadonlySet<string> = new Set(['true', 'false', 'null'])

/**
 * A {@link Namer} for many IRIs: of the names that {@link iriOfName} reads back to the same IRI it takes an alias,
 * else the local name in the default namespace, else the prefixed name whose namespace is the longest; of equals the
 * first by alphabet.
 */
export function createNamer(namespaces: Namespaces, aliases?: ReadonlyMap<string, string>): Namer {
  const aliasNames = new Map<string, string>()
  for (const [name, iri] of aliases ?? []) {
    const known = aliasNames.get(iri)
    if (isWritable(name) && (known === undefined || name < known)) aliasNames.set(iri, name)
  }
  // A namespace serves only IRIs that end in name characters after it, so both have the same stem.
  const namespacesByStem = new Map<string, { readonly lead: string; readonly iri: string }[]>()
  for (const [prefix, iri] of preferredOrder(namespaces)) {
    const entry = { lead: prefix === '' ? '' : `${prefix}_`, iri }
    const bucket = namespacesByStem.get(stem(iri))
    if (bucket === undefined) namespacesByStem.set(stem(iri), [entry])
    else bucket.push(entry)
  }
  return (iri) => {
    const alias = aliasNames.get(iri)
    if (alias !== undefined) return alias
    for (const namespace of namespacesByStem.get(stem(iri)) ?? []) {
      if (!iri.startsWith(namespace.iri)) continue
      const name = namespace.lead + iri.slice(namespace.iri.length)
      if (isWritable(name) && iriOfName(name, namespaces, aliases) === iri) return name
    }
    return undefined
  }
}

/** The name of one IRI, by the rules of {@link createNamer}. */
export function nameOfIri(
  iri: string,
  namespaces: Namespaces,
  aliases?: ReadonlyMap<string, string>,
): string | undefined {
  return createNamer(namespaces, aliases)(iri)
}

function preferredOrder(namespaces: Namespaces): (readonly [prefix: string, iri: string])[] {
  const entries = new Map(namespaces)
  if (!entries.has('')) entries.set('', wireDefaultNamespace)
  return [...entries].sort(([prefixA, iriA], [prefixB, iriB]) => {
    if (prefixA === '' || prefixB === '') return prefixA === '' ? -1 : 1
    return iriB.length - iriA.length || (prefixA < prefixB ? -1 : 1)
  })
}

/** `iri` up to its last character that cannot stand in a GraphQL name, that one included. */
function stem(iri: string): string {
  let end = iri.length
  while (end > 0 && isNameCharacter(iri.charCodeAt(end - 1))) end -= 1
  return iri.slice(0, end)
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f
  )
}

function isWritable(name: string): boolean {
  return graphqlName.test(name) && !valueKeywords.has(name)
}

/**
 * A name that looks like one with a mistyped prefix: no known prefix fits it, but what stands before its first
 * underscore is one letter away from a known one. `foaff_name` → `{ prefix: 'foaff', suggestion: 'foaf' }`.
 */
export function nearPrefix(
  name: string,
  namespaces: Namespaces,
): { readonly prefix: string; readonly suggestion: string } | undefined {
  const prefix = name.slice(0, Math.max(name.indexOf('_'), 0))
  if (endOfPrefix(name, namespaces) > 0) return undefined
  const suggestion = nearestName(prefix, namespaces.keys())
  return suggestion === undefined ? undefined : { prefix, suggestion }
}
