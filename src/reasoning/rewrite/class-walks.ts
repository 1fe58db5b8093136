import type { BlankNode, NamedNode } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import { owl, rdfs } from '../../rdf/vocabulary-terms.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
import type { ClassTriple } from '../axiom.ts'

const equivalent: PropertyPath = { kind: 'link', iri: owl.equivalentClass }

/** From a class to all that it is stated to be within, itself among them. */
export const upwards: PropertyPath = {
  kind: 'repeated',
  path: {
    kind: 'alternative',
    paths: [{ kind: 'link', iri: rdfs.subClassOf }, equivalent, { kind: 'inverse', path: equivalent }],
  },
  times: 'zeroOrMore',
}

/** Hierarchies of classes as the data has them. */
export interface ClassWalks {
  /** What leads to a class by {@link upwards}, the class itself first. */
  reached(top: string): Reached
  /** All classes that there is anything to walk to from. */
  walked(): Iterable<string>
  /** Few walks that together reach some classes and no other name, and those that are left. */
  covering(classes: readonly string[]): Covering
}

/** Classes that a walk reaches. */
export interface Reached {
  readonly names: ReadonlySet<string>
  /** Whether it reaches blank nodes too. */
  readonly hasBlank: boolean
}

/** Walks, by the class that each begins at, and classes that none reaches. */
export interface Covering {
  readonly tops: readonly { readonly top: string; readonly hasBlank: boolean }[]
  readonly others: readonly string[]
}

/** Walks of a hierarchy; more than these would be no gain. */
const mostTops = 4

/** What can be walked of the triples that state a hierarchy. */
export function classWalks(triples: readonly ClassTriple[]): ClassWalks {
  const below = new Map<string, Node[]>()
  const above = new Map<string, string[]>()
  const add = (sub: Node, top: Node): void => {
    push(below, termKey(top), sub)
    if (sub.kind === 'iri' && top.kind === 'iri') push(above, sub.value, top.value)
  }
  for (const { sub, super: top, isEquivalence } of triples) {
    add(sub, top)
    if (isEquivalence) add(top, sub)
  }
  const walks = new Map<string, Reached>()
  const coverings = new WeakMap<readonly string[], Covering>()
  const reached = (top: string): Reached => {
    const walk = walks.get(top) ?? walkDown({ kind: 'iri', value: top }, below)
    walks.set(top, walk)
    return walk
  }
  return {
    reached,
    walked: () => new Set([...above.values()].flat()),
    covering(classes) {
      const covering = coverings.get(classes) ?? coveringOf(classes, reached, above)
      coverings.set(classes, covering)
      return covering
    },
  }
}

type Node = NamedNode | BlankNode

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

function walkDown(top: NamedNode, below: ReadonlyMap<string, readonly Node[]>): Reached {
  const seen = new Map<string, Node>([[termKey(top), top]])
  for (const [key] of seen) for (const sub of below.get(key) ?? []) seen.set(termKey(sub), sub)
  const found = [...seen.values()]
  return {
    names: new Set(found.flatMap((one) => (one.kind === 'iri' ? [one.value] : []))),
    hasBlank: found.some((one) => one.kind === 'blank'),
  }
}

function coveringOf(
  classes: readonly string[],
  reached: (top: string) => Reached,
  above: ReadonlyMap<string, readonly string[]>,
): Covering {
  const wanted = new Set(classes)
  const left = new Set(classes)
  const isRoot = (one: string): boolean =>
    (above.get(one) ?? []).every((top) => top === one || !wanted.has(top))
  const tops: { top: string; hasBlank: boolean }[] = []
  for (const top of [...classes.slice(0, 1), ...classes.filter(isRoot)]) {
    if (tops.length === mostTops) break
    if (!left.has(top)) continue
    const { names, hasBlank } = reached(top)
    if (names.size === 1 || [...names].some((name) => !wanted.has(name))) continue
    tops.push({ top, hasBlank })
    for (const name of names) left.delete(name)
  }
  return { tops, others: [...left] }
}
