import type { Namer } from '../../rdf/namespaces.ts'

/**
 * The last part of an IRI as a name of GraphQL: what stands after the last `#`, `/` or `:`, the letters of other scripts
 * and signs as underscores; `undefined` where nothing is left.
 */
export function localName(iri: string): string | undefined {
  const [, local = ''] = splitIri(iri)
  return toName(local)
}

/**
 * The part of an IRI before its local name that says most to a reader: `foaf` of `http://xmlns.com/foaf/0.1/name`;
 * `undefined` where there is none.
 */
export function namespaceWord(iri: string): string | undefined {
  const [namespace] = splitIri(iri)
  const [, host = '', path = ''] = /^[A-Za-z][\w+.-]*:(?:\/\/([^/?#]*))?(.*)$/.exec(namespace) ?? []
  const words = path.split(/[^A-Za-z0-9_]+/).filter((word) => /^[A-Za-z]/.test(word) && !/^v\d*$/i.test(word))
  const telling =
    words.findLast((word) => !generalWords.has(word.toLowerCase())) ?? hostWord(host) ?? words.at(-1)
  return telling === undefined ? undefined : toName(telling)
}

/** A text of several words as the name of a field: `given name` → `givenName`; a name as it is; `undefined` where it has no name in it. */
export function nameOfWords(text: string): string | undefined {
  const words = text.trim().split(/[\s-]+/)
  if (words.some((word) => !/^\w+$/.test(word))) return undefined
  const [first = '', ...others] = words
  if (others.length === 0) return isName(first) ? first : undefined
  const joined =
    first.slice(0, 1).toLowerCase() +
    first.slice(1) +
    others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
  return isName(joined) ? joined : undefined
}

/** Longer names are cut: whoever reads or types them has lost the thread. */
const longestName = 200

/** A {@link Namer} that has no longer names than a generated schema may have. */
export function shortNamer(namer: Namer): Namer {
  return (iri) => {
    const name = namer(iri)
    return name !== undefined && name.length <= longestName ? name : undefined
  }
}

/** Any text as a name of GraphQL; `undefined` where it has no letter or digit to make one of. */
export function toName(text: string): string | undefined {
  const plain = decode(text.slice(0, longestName))
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/\W+/g, '_')
    .replace(/^__+/, '_')
  if (!/[A-Za-z0-9]/.test(plain)) return undefined
  return /^\d/.test(plain) ? `_${plain}` : plain
}

/** Words of namespaces that tell no vocabulary from another. */
const generalWords: ReadonlySet<string> = new Set([
  'core',
  'elements',
  'id',
  'ns',
  'onto',
  'ontologies',
  'ontology',
  'owl',
  'rdf',
  'resource',
  'schema',
  'schemas',
  'terms',
  'vocab',
  'vocabularies',
  'vocabulary',
])

function hostWord(host: string): string | undefined {
  const labels = host.replace(/:\d*$/, '').split('.')
  return labels.length > 1 ? labels.at(-2) : labels[0] || undefined
}

function isName(text: string): boolean {
  return /^(?!__)[A-Za-z_]\w*$/.test(text) && /[A-Za-z0-9]/.test(text)
}

function splitIri(iri: string): readonly [namespace: string, local: string] {
  let end = iri.length
  while (end > 0 && '#/:'.includes(iri.charAt(end - 1))) end -= 1
  const start = Math.max(...['#', '/', ':'].map((sign) => iri.lastIndexOf(sign, end - 1))) + 1
  return [iri.slice(0, start), iri.slice(start, end)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
