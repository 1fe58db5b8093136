/**
 * The prefixes that the outermost context of a JSON-LD document declares: terms that stand for an IRI that ends as
 * namespaces do, or that say `@prefix: true`; and the `@vocab` as the empty prefix.
 */
export function contextPrefixes(document: unknown): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>()
  const roots = Array.isArray(document) ? document : [document]
  for (const root of roots) collectContext(memberOf(root, '@context'), prefixes)
  return prefixes
}

function collectContext(context: unknown, prefixes: Map<string, string>): void {
  if (Array.isArray(context)) {
    for (const each of context) collectContext(each, prefixes)
    return
  }
  if (typeof context !== 'object' || context === null) return
  for (const [term, definition] of Object.entries(context)) {
    const namespace = namespaceOf(definition)
    if (namespace === undefined) continue
    if (term === '@vocab') prefixes.set('', namespace)
    else if (!term.startsWith('@') && !term.includes(':')) prefixes.set(term, namespace)
  }
}

function namespaceOf(definition: unknown): string | undefined {
  if (typeof definition === 'string')
    return /^[a-z][a-z0-9+.-]*:.*[/#:?[\]@]$/i.test(definition) ? definition : undefined
  if (memberOf(definition, '@prefix') !== true) return undefined
  const namespace = memberOf(definition, '@id')
  return typeof namespace === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(namespace) ? namespace : undefined
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? Reflect.get(value, key)
    : undefined
}
