import { iri } from '../../../rdf/term.ts'
import { type Path, type PatternTerm, type TriplePattern, variable } from '../../../sparql/algebra.ts'
import type { PropertyPath, RepeatedPath } from '../../../sparql/property-path.ts'
import { type Binding, type Block, boundTo, type PathEnd, restrict, unitBlock } from '../select/block.ts'
import { estimatePath } from '../select/estimate-path.ts'
import { joined, parameter, type Slot, type Sql } from '../select/sql.ts'
import { mayStay, repeated, walkOf } from '../select/walk.ts'
import { namedCells } from './graph-set.ts'
import { joinRelations } from './translate-join.ts'
import { translatePatterns } from './translate-pattern.ts'
import { type DatabaseFacts, graphVariable, isStored, type Translation } from './translation.ts'

/** A property path (SPARQL 1.1, 18.4): patterns, joins and unions of them where it is not repeated. */
export function translatePath(operation: Path, translation: Translation): readonly Block[] {
  const { subject, path, object } = operation
  const blocksOf = (from: PatternTerm, one: PropertyPath, to: PatternTerm) =>
    translatePath({ kind: 'path', subject: from, path: one, object: to }, translation)
  switch (path.kind) {
    case 'link':
      return patternBlocks(subject, iri(path.iri), object, translation)
    case 'inverse':
      return blocksOf(object, path.path, subject)
    case 'alternative':
      return path.paths.flatMap((one) => blocksOf(subject, one, object))
    case 'sequence': {
      const between = path.paths.slice(1).map(() => ` between ${translation.freshSlot()}`)
      const stations = [subject, ...between.map(variable), object]
      const parts = path.paths.map((one, index) =>
        blocksOf(stations[index] ?? subject, one, stations[index + 1] ?? object),
      )
      return joinRelations(parts, translation).map((block) => without(block, between))
    }
    case 'negated':
      return [
        ...(path.forward === undefined ? [] : others(subject, path.forward, object, translation)),
        ...(path.inverse === undefined ? [] : others(object, path.inverse, subject, translation)),
      ]
    case 'repeated':
      return repeatedPath({ ...operation, path }, translation)
  }
}

function patternBlocks(
  subject: PatternTerm,
  predicate: TriplePattern['predicate'],
  object: PatternTerm,
  translation: Translation,
): readonly Block[] {
  return translatePatterns({ kind: 'bgp', patterns: [{ subject, predicate, object }] }, translation)
}

/** Triples with any predicate but some. */
function others(
  subject: PatternTerm,
  excluded: readonly string[],
  object: PatternTerm,
  translation: Translation,
): readonly Block[] {
  const name = ` predicate ${translation.freshSlot()}`
  const ids = excluded.map((one) => translation.facts.lookup(iri(one))).filter((id) => id !== undefined)
  return patternBlocks(subject, variable(name), object, translation).map((block) => {
    const predicate = block.bindings.get(name)?.value ?? []
    const list = joined(ids.map(parameter), ', ')
    const condition: Sql = [...predicate, ' NOT IN (', ...list, ')']
    return without(ids.length === 0 ? block : restrict(block, condition), [name])
  })
}

function without(block: Block, names: readonly string[]): Block {
  const bindings = new Map(block.bindings)
  for (const name of names) bindings.delete(name)
  return { ...block, bindings }
}

function repeatedPath(
  pattern: Path & { readonly path: RepeatedPath },
  translation: Translation,
): readonly Block[] {
  const { path } = pattern
  const { facts, graph, graphs, outer } = translation
  const inner = walkOf(path.path, (name) => facts.lookup(iri(name)))
  const walk = repeated(inner, path.times !== 'oneOrMore', path.times !== 'zeroOrOne')
  const slots = new Map<string, Slot>()
  const endOf = (term: PatternTerm): PathEnd => {
    if (term.kind !== 'variable') return { kind: 'constant', cell: facts.cellOf(term) }
    const slot = slots.get(term.name) ?? translation.freshSlot()
    slots.set(term.name, slot)
    return { kind: 'slot', slot, given: outer.get(term.name)?.maybeUnbound === false }
  }
  const subject = endOf(pattern.subject)
  const object = endOf(pattern.object)
  // A term that stays where it is may be one that the database does not have.
  const stored = !mayStay(walk) || ![subject, object].some((end) => isAnyTerm(end, facts))
  const bindings = new Map([...slots].map(([name, slot]) => [name, { ...boundTo(slot), stored }]))
  if (graph === undefined) return mayStay(walk) ? staying(subject, object, bindings) : []
  const ends = { kind: 'path', pattern, walk, subject, object } as const
  const estimates = estimatePath(path, mayStay(walk), facts.estimator.statistics)
  if (graph !== 'each') {
    return [{ ...unitBlock, sources: [{ ...ends, graph, graphNames: [], estimates }], bindings }]
  }
  const slot = translation.freshSlot()
  const { cells: graphNames, ids } = namedCells(graphs, facts)
  const scope = { kind: 'each', slot, ...(ids && { ids }) } as const
  const areStored = ids === undefined || ids.length === graphNames.length
  bindings.set(graphVariable, { ...boundTo(slot), stored: areStored })
  return [{ ...unitBlock, sources: [{ ...ends, graph: scope, graphNames, estimates }], bindings }]
}

function isAnyTerm(end: PathEnd, facts: DatabaseFacts): boolean {
  return end.kind === 'constant' ? !isStored(end.cell, facts) : end.given
}

/** The paths without a step in a graph without nodes: from a term to itself. */
function staying(
  subject: PathEnd,
  object: PathEnd,
  bindings: ReadonlyMap<string, Binding>,
): readonly Block[] {
  const [first, second] = subject.kind === 'constant' ? [subject, object] : [object, subject]
  if (first.kind !== 'constant') return []
  if (second.kind === 'constant') return first.cell === second.cell ? [unitBlock] : []
  return [{ ...unitBlock, sources: [{ kind: 'rows', slots: [second.slot], rows: [[first.cell]] }], bindings }]
}
