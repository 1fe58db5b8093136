import { isIriReference, isPlainLocalName, isPrefix } from './names.ts'
import type { Namespaces } from './namespaces.ts'
import { iriText } from './term-text.ts'

/** The namespaces that Turtle can declare. */
export function usableNamespaces(namespaces: Namespaces): readonly (readonly [string, string])[] {
  return [...namespaces].filter(
    ([prefix, namespace]) => isPrefix(prefix) && namespace !== '' && isIriReference(namespace),
  )
}

/** IRIs that are remembered with their names: graphs have few predicates, types and datatypes. */
const rememberedNames = 10_000

/**
 * What writes IRIs as Turtle has them: as prefixed names, of several the one with the longest namespace, or else between `<` and `>`.
 * It throws a ServiceError `unsupported` for an IRI with characters that no IRI has.
 */
export function createIriNamer(namespaces: Namespaces): (iri: string) => string {
  const byLength = usableNamespaces(namespaces).toSorted(([, a], [, b]) => b.length - a.length)
  const known = new Map<string, string>()
  return (iri) => {
    const remembered = known.get(iri)
    if (remembered !== undefined) return remembered
    const text = nameOf(iri)
    if (known.size >= rememberedNames) known.clear()
    known.set(iri, text)
    return text
  }

  function nameOf(iri: string): string {
    for (const [prefix, namespace] of byLength) {
      if (!iri.startsWith(namespace)) continue
      const local = iri.slice(namespace.length)
      if (isPlainLocalName(local)) return `${prefix}:${local}`
    }
    return iriText(iri)
  }
}
