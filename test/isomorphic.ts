import type { Quad, Term } from '../src/rdf/term.ts'

/** Whether two sets of quads are the same but for the labels of their blank nodes (RDF 1.1 Concepts, 3.6). */
export function isomorphic(a: readonly Quad[], b: readonly Quad[]): boolean {
  const left = unique(a)
  const right = unique(b)
  if (left.length !== right.length) return false
  const leftColours = colours(left)
  const rightColours = colours(right)
  if (sorted(leftColours) !== sorted(rightColours)) return false
  return match(left, new Set(right.map((quad) => key(quad))), leftColours, rightColours, new Map(), [
    ...leftColours.keys(),
  ])
}

function sorted(colours: ReadonlyMap<string, string>): string {
  return [...colours.values()].sort().join(' ')
}

function unique(quads: readonly Quad[]): readonly Quad[] {
  return [...new Map(quads.map((quad) => [key(quad), quad])).values()]
}

function match(
  left: readonly Quad[],
  right: ReadonlySet<string>,
  leftColours: ReadonlyMap<string, string>,
  rightColours: ReadonlyMap<string, string>,
  mapping: Map<string, string>,
  open: readonly string[],
): boolean {
  const label = open[0]
  if (label === undefined)
    return left.every((quad) => right.has(key(quad, (from) => mapping.get(from) ?? from)))
  const taken = new Set(mapping.values())
  for (const [candidate, colour] of rightColours) {
    if (colour !== leftColours.get(label) || taken.has(candidate)) continue
    mapping.set(label, candidate)
    if (!isKept(label, left, right, mapping)) mapping.delete(label)
    else if (match(left, right, leftColours, rightColours, mapping, open.slice(1))) return true
    mapping.delete(label)
  }
  return false
}

/** Whether the quads around a node whose nodes all have a partner are on the other side too. */
function isKept(
  label: string,
  left: readonly Quad[],
  right: ReadonlySet<string>,
  mapping: ReadonlyMap<string, string>,
): boolean {
  return left.every((quad) => {
    const labels = terms(quad).flatMap((term) => (term?.kind === 'blank' ? [term.value] : []))
    if (!labels.includes(label) || labels.some((one) => !mapping.has(one))) return true
    return right.has(key(quad, (from) => mapping.get(from) ?? from))
  })
}

/** Blank nodes by what stands around them: equal for nodes that may be each other's. */
function colours(quads: readonly Quad[]): ReadonlyMap<string, string> {
  let current = new Map<string, string>()
  for (const quad of quads)
    for (const term of terms(quad)) if (term?.kind === 'blank') current.set(term.value, '')
  for (let round = 0; round < 4; round++) {
    const next = new Map<string, string>()
    for (const label of current.keys()) {
      const around = quads
        .filter((quad) => terms(quad).some((term) => term?.kind === 'blank' && term.value === label))
        .map((quad) => key(quad, (other) => (other === label ? 'itself' : `?${current.get(other)}`)))
      next.set(label, digest(around.sort().join('\n')))
    }
    current = next
  }
  return current
}

function digest(text: string): string {
  let hash = 0n
  for (let at = 0; at < text.length; at++)
    hash = (hash * 1099511628211n + BigInt(text.charCodeAt(at))) & 0xffffffffffffffffn
  return hash.toString(36)
}

function terms(quad: Quad): readonly (Term | null)[] {
  return [quad.subject, quad.predicate, quad.object, quad.graph]
}

function key(quad: Quad, rename: (label: string) => string = (label) => label): string {
  return JSON.stringify(
    terms(quad).map((term) => {
      if (term === null) return null
      if (term.kind === 'blank') return { blank: rename(term.value) }
      return term.kind === 'iri' ? term.value : [term.value, term.datatype, term.language]
    }),
  )
}
