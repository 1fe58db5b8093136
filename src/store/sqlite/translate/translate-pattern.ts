import type { BasicGraphPattern, PatternTerm, TriplePattern } from '../../../sparql/algebra.ts'
import {
  type Binding,
  type Block,
  boundTo,
  type GraphScope,
  joinBlocks,
  type Place,
  unitBlock,
} from '../select/block.ts'
import type { Slot } from '../select/sql.ts'
import { namedCells } from './graph-set.ts'
import { membersOf, noLists, type TermLists, termsOf } from './term-lists.ts'
import { graphVariable, type Translation } from './translation.ts'

/**
 * A basic graph pattern: one source a triple pattern. None, where a term of it is not in the database. A variable that has a
 * list of terms is one of these.
 */
export function translatePatterns(
  operation: BasicGraphPattern,
  translation: Translation,
  lists: TermLists = noLists,
): readonly Block[] {
  const { graph } = translation
  if (operation.patterns.length === 0) return emptyPattern(translation)
  if (graph === undefined) return []
  let block = unitBlock
  for (const pattern of operation.patterns) {
    const next = translatePattern(pattern, graph, translation, lists)
    if (next === undefined) return []
    block = joinBlocks(block, next)
  }
  return [block]
}

/** The one empty solution; inside `GRAPH ?g` one for each graph. */
function emptyPattern(translation: Translation): readonly Block[] {
  return translation.graph === 'each' ? namedGraphs(translation) : [unitBlock]
}

/** A solution for each named graph, bound to {@link graphVariable}. */
export function namedGraphs(translation: Translation): readonly Block[] {
  const { facts, graphs } = translation
  const slot = translation.freshSlot()
  const { cells, ids } = namedCells(graphs, facts)
  if (cells.length === 0) return []
  const source = { kind: 'rows', slots: [slot], rows: cells.map((cell) => [cell]) } as const
  const stored = ids === undefined || ids.length === cells.length
  return [
    { ...unitBlock, sources: [source], bindings: new Map([[graphVariable, { ...boundTo(slot), stored }]]) },
  ]
}

function translatePattern(
  pattern: TriplePattern,
  graph: GraphScope | 'each',
  translation: Translation,
  lists: TermLists,
): Block | undefined {
  const predicates = termsOf(pattern.predicate, lists)
  const bindings = new Map<string, Binding>()
  const slots = new Map<string, Slot>()
  const place = (term: PatternTerm, column: 's' | 'p' | 'o'): Place | undefined => {
    if (term.kind !== 'variable') {
      const id = translation.facts.lookup(term)
      return id === undefined ? undefined : { kind: 'constant', id }
    }
    const slot = slots.get(term.name) ?? translation.freshSlot()
    slots.set(term.name, slot)
    bindings.set(term.name, boundTo(slot))
    const terms = lists.get(term.name)
    if (terms === undefined) return { kind: 'slot', slot }
    const members = membersOf(terms, column, predicates, translation.facts)
    return members.ids.length === 0 ? undefined : { kind: 'slot', slot, members }
  }
  const subject = place(pattern.subject, 's')
  const predicate = place(pattern.predicate, 'p')
  const object = place(pattern.object, 'o')
  if (subject === undefined || predicate === undefined || object === undefined) return undefined
  let scope: GraphScope
  if (graph === 'each') {
    const { ids } = namedCells(translation.graphs, translation.facts)
    // SQLite takes `g IN ()` for false, and what says which index it may use away with it.
    if (ids?.length === 0) return undefined
    const slot = translation.freshSlot()
    const isFew = translation.facts.readable !== undefined
    scope = { kind: 'each', slot, ...(ids && { ids, ...(isFew && { isFew }) }) }
    bindings.set(graphVariable, boundTo(slot))
  } else {
    scope = graph
  }
  return {
    ...unitBlock,
    sources: [{ kind: 'quad', pattern, subject, predicate, object, graph: scope }],
    bindings,
  }
}

/** Blocks inside `GRAPH ?g` with the graph bound to the query's variable. */
export function nameGraph(block: Block, variable: string): Block {
  const graph = block.bindings.get(graphVariable)
  if (graph === undefined) throw new Error('A block inside GRAPH has no graph.')
  const inside = new Map(block.bindings)
  inside.delete(graphVariable)
  const named: Block = { ...unitBlock, bindings: new Map([[variable, graph]]) }
  return joinBlocks({ ...block, bindings: inside }, named)
}
