import { reachable } from './inferred-values.ts'
import type { NumberedAxioms } from './property-graph.ts'

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
  return { subclasses: kept(below), superclasses: kept(above) }
}

function add(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, [value])
  else known.push(value)
}

function kept(edges: ReadonlyMap<string, readonly string[]>): (iri: string) => ReadonlySet<string> {
  const found = new Map<string, ReadonlySet<string>>()
  return (iri) => {
    const known = found.get(iri)
    if (known !== undefined) return known
    const set = reachable([iri], (each) => edges.get(each) ?? [])
    found.set(iri, set)
    return set
  }
}
