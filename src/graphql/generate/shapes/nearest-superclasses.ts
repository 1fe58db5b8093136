import type { Statements } from '../statements.ts'
import { strongComponents } from '../strong-components.ts'
import { rdfs } from '../vocabulary.ts'

const mostSuperclasses = 1_000

/**
 * The superclasses of each of `classes` among them: the nearest on each way up, over whatever others. Classes that are each other's
 * superclasses have each other.
 */
export function nearestSuperclasses(
  statements: Statements,
  classes: ReadonlySet<string>,
): (iri: string) => readonly string[] {
  const all = new Set(classes)
  for (const iri of all) for (const above of statements.nodes(iri, rdfs.subClassOf)) all.add(above)
  const superclassesOf = (iri: string): readonly string[] => statements.nodes(iri, rdfs.subClassOf)
  const nearest = new Map<string, ReadonlySet<string>>()
  for (const component of strongComponents(all, superclassesOf)) {
    const members = new Set(component)
    const above = new Set<string>()
    for (const superclass of component.flatMap(superclassesOf)) {
      if (members.has(superclass)) continue
      const found = classes.has(superclass) ? [superclass] : (nearest.get(superclass) ?? [])
      for (const one of found) if (above.size < mostSuperclasses) above.add(one)
    }
    const same = component.filter((iri) => classes.has(iri))
    for (const iri of same.slice(0, mostSuperclasses)) above.add(iri)
    // A class of its own component is as near as none: below, all of them are met.
    for (const iri of component) nearest.set(iri, above)
  }
  return (iri) => [...(nearest.get(iri) ?? [])].filter((one) => one !== iri).sort()
}
