const form = /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/su

/** The parts of an IRI reference; `undefined` where the reference has no such part (RFC 3986, appendix B). */
interface Parts {
  readonly scheme: string | undefined
  readonly authority: string | undefined
  readonly path: string
  readonly query: string | undefined
  readonly fragment: string | undefined
}

/** Whether an IRI reference has a scheme, and so needs no base. */
function hasScheme(reference: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(reference)
}

/**
 * The IRI that a reference stands for below a base IRI (RFC 3986, 5.2.2), without any normalisation beyond dot
 * segments; `undefined` where a relative reference has no base.
 */
export function resolveIri(reference: string, base: string | undefined): string | undefined {
  if (hasScheme(reference)) return reference
  if (base === undefined || !hasScheme(base)) return undefined
  const own = partsOf(reference)
  const from = partsOf(base)
  if (own.authority !== undefined) return textOf({ ...own, scheme: from.scheme, path: withoutDots(own.path) })
  const inherited = { ...own, scheme: from.scheme, authority: from.authority }
  if (own.path === '') return textOf({ ...inherited, path: from.path, query: own.query ?? from.query })
  if (own.path.startsWith('/')) return textOf({ ...inherited, path: withoutDots(own.path) })
  return textOf({ ...inherited, path: withoutDots(mergedPath(from, own.path)) })
}

function partsOf(reference: string): Parts {
  const [, scheme, authority, path = '', query, fragment] = form.exec(reference) ?? []
  return { scheme, authority, path, query, fragment }
}

function textOf({ scheme, authority, path, query, fragment }: Parts): string {
  return [
    `${scheme}:`,
    authority === undefined ? '' : `//${authority}`,
    path,
    query === undefined ? '' : `?${query}`,
    fragment === undefined ? '' : `#${fragment}`,
  ].join('')
}

function mergedPath(base: Parts, path: string): string {
  if (base.authority !== undefined && base.path === '') return `/${path}`
  return base.path.slice(0, base.path.lastIndexOf('/') + 1) + path
}

/** Takes `.` and `..` out of a path (RFC 3986, 5.2.4). */
function withoutDots(path: string): string {
  const segments = path.split('/')
  const kept: string[] = []
  for (const [index, segment] of segments.entries()) {
    const last = index === segments.length - 1
    if (segment === '.' || segment === '..') {
      if (segment === '..' && kept.length > 1) kept.pop()
      if (last) kept.push('')
    } else {
      kept.push(segment)
    }
  }
  return kept.join('/')
}
