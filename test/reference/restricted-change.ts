import type { Store } from 'oxigraph'
import type { Quad, Term } from '../../src/rdf/term.ts'
import type { GraphAccess, GraphSet } from '../../src/sparql/graph-access.ts'
import {
  type GeneratedOperation,
  type GeneratedQuad,
  type GeneratedStep,
  operationText,
  quadsText,
} from '../generate-restricted-changes.ts'
import { prologue } from '../generate-sparql.ts'
import { fillStore, quadsIn, selectFrom } from '../oxigraph.ts'
import { termKey } from './graph.ts'

/** The default graph as these functions name it. */
const ownName = 'DEFAULT'

/**
 * What a change comes to, by Oxigraph over the graphs that are seen, and by what each operation changes: `refused` where one of
 * these graphs may not be changed; else all quads, with those of graphs that are not seen as they were.
 */
export function restrictedOutcome(
  quads: readonly Quad[],
  steps: readonly GeneratedStep[],
  { readable, writable }: GraphAccess,
): 'refused' | readonly Quad[] {
  const seen = quads.filter((quad) => has(readable, nameOf(quad.graph)))
  const hidden = quads.filter((quad) => !has(readable, nameOf(quad.graph)))
  const store = fillStore(seen)
  for (const step of steps) {
    const operations = step.kind === 'update' ? step.operations : [step]
    for (const [index, one] of operations.entries()) {
      const changed = graphsChanged(one, store)
      // Of several graphs at once, those that are not seen are none.
      const meant = isOfSeveral(one) ? changed.filter((name) => has(readable, name)) : changed
      if (!meant.every((name) => has(writable, name))) return 'refused'
      carryOut(one, index, store)
    }
  }
  return [...hidden, ...quadsIn(store.match())]
}

/** What is carried out by itself. */
type Deed = GeneratedOperation | Extract<GeneratedStep, { readonly quads: readonly Quad[] }>

function isOfSeveral(deed: Deed): boolean {
  return deed.kind === 'clear' && (deed.target === 'NAMED' || deed.target === 'ALL')
}

function carryOut(deed: Deed, number: number, store: Store): void {
  switch (deed.kind) {
    case 'add':
      for (const quad of fillStore(deed.quads).match()) store.add(quad)
      return
    case 'remove':
      for (const quad of fillStore(deed.quads).match()) store.delete(quad)
      return
    case 'transfer':
      // From a graph that is not there nothing is transferred, and SILENT makes that a success.
      if (deed.from === ownName || namedGraphs(store).includes(iriOf(deed.from)))
        store.update(prologue + operationText(deed, number))
      return
    default:
      store.update(prologue + operationText(deed, number))
  }
}

/** The graphs that a deed changes, or names as those that it does. */
function graphsChanged(deed: Deed, store: Store): readonly string[] {
  switch (deed.kind) {
    case 'add':
    case 'remove':
      return deed.quads.map(({ graph }) => nameOf(graph))
    case 'data':
      return deed.quads.map(({ graph }) => placeName(graph))
    case 'deleteWhere':
      return templateGraphs(deed.quads, undefined, '', quadsText(deed.quads), store)
    case 'modify': {
      const named = namedGraphs(store).map((name) => `FROM NAMED <${name}>`)
      const from =
        deed.using.length > 0
          ? deed.using.map((one) => one.replace('USING', 'FROM'))
          : deed.with === undefined
            ? []
            : [`FROM ${deed.with}`, ...named]
      const templates = [...deed.deleted, ...deed.inserted]
      return templateGraphs(templates, deed.with, from.join(' '), `{ ${deed.where} }`, store)
    }
    case 'clear':
      if (deed.target === 'NAMED') return namedGraphs(store)
      if (deed.target === 'ALL') return [ownName, ...namedGraphs(store)]
      return [iriOf(deed.target)]
    case 'transfer':
      return deed.verb === 'MOVE' ? [iriOf(deed.from), iriOf(deed.to)] : [iriOf(deed.to)]
    case 'create':
      return [iriOf(deed.graph)]
  }
}

/** The graphs that templates name, and those of the quads that they make of the solutions of a group. */
function templateGraphs(
  templates: readonly GeneratedQuad[],
  usual: string | undefined,
  from: string,
  group: string,
  store: Store,
): readonly string[] {
  const graphs = templates.flatMap(({ graph = usual }) => (graph?.startsWith('?') ? [] : [placeName(graph)]))
  const open = templates.filter(({ graph }) => graph?.startsWith('?'))
  if (open.length === 0) return graphs
  const parts = open.flatMap(({ subject, predicate, object, graph = '' }) => [
    subject,
    predicate,
    object,
    graph,
  ])
  const variables = [...new Set(parts.filter((part) => part.startsWith('?')))].join(' ')
  for (const row of selectFrom(store, `${prologue}SELECT ${variables} ${from} WHERE ${group}`, false)) {
    for (const { subject, predicate, object, graph = '' } of open) {
      const name = row.get(graph.slice(1))
      const bound = (part: string) => !part.startsWith('?') || row.has(part.slice(1))
      const kind = (part: string): Term['kind'] | undefined => row.get(part.slice(1))?.kind
      const isQuad =
        bound(subject) &&
        kind(subject) !== 'literal' &&
        bound(predicate) &&
        (!predicate.startsWith('?') || kind(predicate) === 'iri') &&
        bound(object)
      if (isQuad && name !== undefined && name.kind !== 'literal')
        graphs.push(name.kind === 'iri' ? name.value : `_:${name.value}`)
    }
  }
  return graphs
}

function namedGraphs(store: Store): readonly string[] {
  const graphs = quadsIn(store.match()).flatMap(({ graph }) => graph ?? [])
  return [...new Map(graphs.map((graph) => [termKey(graph), graph.value])).values()]
}

function nameOf(graph: Quad['graph']): string {
  if (graph === null) return ownName
  return graph.kind === 'iri' ? graph.value : `_:${graph.value}`
}

function placeName(graph: string | undefined): string {
  return graph === undefined ? ownName : iriOf(graph)
}

function iriOf(name: string): string {
  return name.startsWith(':') ? `http://e.org/${name.slice(1)}` : name
}

function has(set: GraphSet, name: string): boolean {
  if (name === ownName) return set.default
  return set.named === 'all' || set.named.includes(name)
}
