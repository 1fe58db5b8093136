import { ServiceError } from '../../errors.ts'
import type { ClassModel } from './schema-model.ts'
import { strongComponents } from './strong-components.ts'

/** How the classes of a model stand to each other. */
export interface ClassHierarchy {
  /** Superclasses before their subclasses. */
  readonly groups: readonly ClassGroup[]
  /** By the IRI of a class. */
  readonly groupOf: ReadonlyMap<string, ClassGroup>
}

/** A class, or several that are the same, since each is a subclass of each: they have the same fields. */
export interface ClassGroup {
  readonly classes: readonly ClassModel[]
  /** Direct superclasses. */
  readonly parents: readonly ClassGroup[]
  /**
   * IRIs of all superclasses, at whatever distance; none of its own classes. Empty where they are more than a type may implement: then
   * it has their fields only.
   */
  readonly ancestors: ReadonlySet<string>
  /** Whether it is an ancestor of others: its types are interfaces. */
  readonly isInterface: boolean
  /** Number of the family: groups that subclasses and superclasses connect, over however many others. */
  readonly family: number
}

/** A type names all of its superclasses, so that a chain of them grows by the square of its length. */
const mostInterfaces = 100
const mostAncestors = 200_000

/**
 * Puts the classes of a model in order. Superclasses that the model does not have are left out.
 *
 * @throws ServiceError `limitExceeded` where naming all superclasses of all classes is out of measure
 */
export function classHierarchy(classes: readonly ClassModel[]): ClassHierarchy {
  const byIri = new Map(classes.map((one) => [one.iri, one] as const))
  const superclassesOf = (iri: string): readonly string[] =>
    byIri.get(iri)?.superclasses.filter((superclass) => byIri.has(superclass)) ?? []
  const groupOf = new Map<string, MutableGroup>()
  const groups: MutableGroup[] = []
  let ancestors = 0
  for (const component of strongComponents([...byIri.keys()].sort(), superclassesOf)) {
    const members = component.sort().flatMap((iri) => byIri.get(iri) ?? [])
    const group = createGroup(members, parentsOf(component, superclassesOf, groupOf), groups.length)
    for (const iri of component) groupOf.set(iri, group)
    groups.push(group)
    ancestors += group.ancestors.size * members.length
    if (ancestors > mostAncestors) throw tooManyAncestors()
  }
  nameFamilies(groups)
  return { groups, groupOf }
}

interface MutableGroup extends ClassGroup {
  readonly parents: readonly MutableGroup[]
  isInterface: boolean
  family: number
}

function createGroup(
  classes: readonly ClassModel[],
  parents: readonly MutableGroup[],
  family: number,
): MutableGroup {
  const ancestors = new Set<string>()
  for (const parent of parents) {
    for (const { iri } of parent.classes) ancestors.add(iri)
    for (const iri of parent.ancestors) ancestors.add(iri)
    if (ancestors.size > mostInterfaces) break
  }
  const isWithin = ancestors.size <= mostInterfaces
  if (isWithin) for (const parent of parents) parent.isInterface = true
  return { classes, parents, ancestors: isWithin ? ancestors : new Set(), isInterface: false, family }
}

function parentsOf(
  component: readonly string[],
  superclassesOf: (iri: string) => readonly string[],
  groupOf: ReadonlyMap<string, MutableGroup>,
): MutableGroup[] {
  const parents = new Set<MutableGroup>()
  for (const iri of component) {
    for (const superclass of superclassesOf(iri)) {
      // Those of its own component are in no group yet.
      const parent = groupOf.get(superclass)
      if (parent !== undefined) parents.add(parent)
    }
  }
  return [...parents]
}

/** Gives connected groups one number: that of one of them (union and find). */
function nameFamilies(groups: readonly MutableGroup[]): void {
  const leaders = groups.map((_, index) => index)
  const find = (index: number): number => {
    let at = index
    for (let next = leaders[at]; next !== undefined && next !== at; next = leaders[at]) {
      leaders[at] = leaders[next] ?? next
      at = next
    }
    return at
  }
  const indexOf = new Map(groups.map((group, index) => [group, index] as const))
  for (const [index, group] of groups.entries()) {
    for (const parent of group.parents) leaders[find(indexOf.get(parent) ?? index)] = find(index)
  }
  for (const [index, group] of groups.entries()) group.family = find(index)
}

function tooManyAncestors(): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `No schema is generated: types would name more than ${mostAncestors.toLocaleString('en')} superclasses, those of superclasses among them.`,
  )
}
