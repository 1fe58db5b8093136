import { keptByIri } from './kept-by-iri.ts'
import type { NumberedAxioms } from './property-graph.ts'
import { reachable } from './reachable.ts'

/** Which named classes are below which, by named classes alone. */
export interface ClassHierarchy {
  /** All that are below a class, itself among them, first. */
  subclasses(iri: string): ReadonlySet<string>
  /** All that are above a class, itself among them, first. */
  superclasses(iri: string): ReadonlySet<string>
}

/** Reads which named classes are below which; what is below and above each is kept once it was asked for. */
export function classHierarchy(axioms: NumberedAxioms): ClassHierarchy {
  const below = new Map<string, string[]>()
  const above = new Map<string, string[]>()
  for (const [, axiom] of axioms) {
    if (axiom.kind !== 'member' || axiom.sub.kind !== 'class') continue
    add(below, axiom.super, axiom.sub.iri)
    add(above, axiom.sub.iri, axiom.super)
  }
  return { subclasses: along(below), superclasses: along(above) }
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}

function along(edges: ReadonlyMap<string, readonly string[]>): (iri: string) => ReadonlySet<string> {
  return keptByIri((iri) => reachable([iri], (each) => edges.get(each) ?? []))
}
