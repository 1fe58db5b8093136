/** A triple of terms by their keys, in generalised RDF: a literal may stand anywhere. */
export type Fact = readonly [subject: string, predicate: string, object: string]

/** A growing set of triples, looked up from either end. */
export interface Facts {
  /** Whether it was not there yet. */
  add(subject: string, predicate: string, object: string): boolean
  has(subject: string, predicate: string, object: string): boolean
  /** What a property leads to from a term. */
  objects(subject: string, predicate: string): readonly string[]
  /** What a property leads to a term from. */
  subjects(predicate: string, object: string): readonly string[]
  /** Subjects and objects of a property. */
  pairs(predicate: string): readonly (readonly [string, string])[]
  all(): readonly Fact[]
  /** Subjects and objects. */
  nodes(): ReadonlySet<string>
}

/** What follows from what is there by one rule. */
export type Rule = (facts: Facts) => readonly Fact[]

/** A set of these triples. */
export function factsOf(facts: Iterable<Fact>): Facts {
  const all = new Map<string, Fact>()
  const forward = new Map<string, Set<string>>()
  const backward = new Map<string, Set<string>>()
  const byPredicate = new Map<string, (readonly [string, string])[]>()
  const nodes = new Set<string>()
  const keyOf = (...parts: readonly string[]): string => JSON.stringify(parts)

  function add(subject: string, predicate: string, object: string): boolean {
    const key = keyOf(subject, predicate, object)
    if (all.has(key)) return false
    all.set(key, [subject, predicate, object])
    insert(forward, keyOf(subject, predicate), object)
    insert(backward, keyOf(predicate, object), subject)
    const pairs = byPredicate.get(predicate)
    if (pairs === undefined) byPredicate.set(predicate, [[subject, object]])
    else pairs.push([subject, object])
    nodes.add(subject).add(object)
    return true
  }

  for (const fact of facts) add(...fact)
  return {
    add,
    has: (subject, predicate, object) => all.has(keyOf(subject, predicate, object)),
    objects: (subject, predicate) => [...(forward.get(keyOf(subject, predicate)) ?? [])],
    subjects: (predicate, object) => [...(backward.get(keyOf(predicate, object)) ?? [])],
    pairs: (predicate) => [...(byPredicate.get(predicate) ?? [])],
    all: () => [...all.values()],
    nodes: () => nodes,
  }
}

function insert(index: Map<string, Set<string>>, key: string, value: string): void {
  const known = index.get(key)
  if (known === undefined) index.set(key, new Set([value]))
  else known.add(value)
}
