import { rdf, type Term } from '../../../rdf/term.ts'
import type { Operation, PatternTerm, TriplePattern, Values } from '../../../sparql/algebra.ts'
import type { PredicateStatistics } from '../../../sparql/statistics.ts'
import type { Members } from '../select/block.ts'
import type { DatabaseFacts } from './translation.ts'

/** Variables that have to be bound to one of a list of terms, each of which is in it once. */
export type TermLists = ReadonlyMap<string, readonly Term[]>

/** No lists. */
export const noLists: TermLists = new Map()

/**
 * Takes those inline data out of the operands of a join that a basic graph pattern beside them makes a condition of: one
 * variable, all of whose terms differ.
 */
export function takeLists(
  operands: readonly Operation[],
  facts: DatabaseFacts,
): { readonly lists: TermLists; readonly operands: readonly Operation[] } {
  const patterns = operands.flatMap((operand) => (operand.kind === 'bgp' ? operand.patterns : []))
  const lists = new Map<string, readonly Term[]>()
  const others = operands.filter((operand) => {
    const [name, ...more] = operand.kind === 'values' ? operand.variables : []
    if (operand.kind !== 'values' || name === undefined || more.length > 0 || lists.has(name)) return true
    const terms = listOf(operand, facts)
    if (terms === undefined || !patterns.some((pattern) => speaksOf(pattern, name))) return true
    lists.set(name, terms)
    return false
  })
  return lists.size === 0 ? { lists, operands } : { lists, operands: others }
}

/** The terms of inline data of one variable; `undefined` where one is missing, or there twice. */
function listOf({ rows }: Values, facts: DatabaseFacts): readonly Term[] | undefined {
  const terms = rows.map(([term]) => term).filter((term) => term !== undefined && term !== null)
  const cells = new Set(terms.map((term) => facts.cellOf(term)))
  return cells.size === rows.length ? terms : undefined
}

function speaksOf({ subject, predicate, object }: TriplePattern, name: string): boolean {
  return [subject, predicate, object].some((term) => term.kind === 'variable' && term.name === name)
}

/** The terms that a place of a pattern can be bound to, where they are known. */
export function termsOf(place: PatternTerm, lists: TermLists): readonly Term[] | undefined {
  return place.kind === 'variable' ? lists.get(place.name) : [place]
}

/** The terms of a list that the database knows, for one place of the patterns with such predicates. */
export function membersOf(
  terms: readonly Term[],
  column: 's' | 'p' | 'o',
  predicates: readonly Term[] | undefined,
  facts: DatabaseFacts,
): Members {
  const known = terms.filter((term) => facts.lookup(term) !== undefined)
  const ids = known.map((term) => facts.lookup(term)).filter((id) => id !== undefined)
  const all = countsOf(predicates, facts)
  if (column === 'p') return { ids, counts: all }
  const each = all.triples / Math.max(1, column === 's' ? all.subjects : all.objects)
  const isTyped = column === 'o' && predicates?.length === 1 && predicates[0]?.value === rdf.type
  const triples = isTyped ? instancesOf(known, facts) : Math.min(all.triples, each * ids.length)
  return { ids, counts: { triples, subjects: triples, objects: ids.length } }
}

function instancesOf(classes: readonly Term[], { estimator }: DatabaseFacts): number {
  return classes.reduce((sum, { value }) => sum + (estimator.statistics?.instances(value) ?? 0), 0)
}

/** Counts of predicates together; subjects and objects are taken to be the same ones as far as can be. */
function countsOf(
  predicates: readonly Term[] | undefined,
  { estimator }: DatabaseFacts,
): PredicateStatistics {
  const { statistics } = estimator
  if (predicates === undefined || statistics === undefined) {
    const triples = statistics?.triples ?? 1_000_000
    return { triples, subjects: triples / 10, objects: triples / 10 }
  }
  const known = predicates.map(({ value }) => statistics.predicate(value))
  const counts = known.filter((one) => one !== undefined)
  return {
    triples: counts.reduce((sum, one) => sum + one.triples, 0),
    subjects: Math.max(0, ...counts.map((one) => one.subjects)),
    objects: Math.max(0, ...counts.map((one) => one.objects)),
  }
}
