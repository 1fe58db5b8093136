import { ServiceError } from '../../../errors.ts'
import { iri } from '../../../rdf/term.ts'
import {
  allGraphs,
  type Dataset,
  defaultGraph,
  everyGraph,
  join,
  namedGraphs,
  type Operation,
} from '../../../sparql/algebra.ts'
import type { GraphSet } from '../../../sparql/graph-access.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { readableDataset, readableNames } from '../../../sparql/readable-dataset.ts'
import type { RemoteEndpoint } from '../endpoint.ts'
import { quirksOf } from '../engine-quirks.ts'
import { type EndpointDataset, namesGraphs } from './endpoint-dataset.ts'
import { inExistingGraphs } from './existing-graphs.ts'

/** What an endpoint is asked in place of an operation, and which graphs that is told to be of. */
export interface ReadableQuery {
  readonly operation: Operation
  readonly asked: EndpointDataset
}

/**
 * An operation as an endpoint is asked it on behalf of whoever may read some of its graphs only: the request itself names these,
 * or asks in such a way that no other graph can be matched.
 *
 * @throws ServiceError `unsupported` for what cannot be said so
 */
export function readableQuery(
  dataset: Dataset | undefined,
  operation: Operation,
  readable: GraphSet,
  { union, engine }: Pick<RemoteEndpoint, 'union' | 'engine'>,
): ReadableQuery {
  const { graphNames: names = {}, onlyNamedGraphs = false } = quirksOf(engine)
  const own = new Set([names.default, names.named, typeof union === 'object' ? union.iri : undefined])
  refuseOwnNames(dataset, own)
  const { default: merged, named: reached } = readableDataset(dataset, readable)
  // An engine without a default graph has nothing in it.
  const scope = merged.filter((name) => name !== defaultGraph || !onlyNamedGraphs)
  const isOfEach = dataset === undefined || dataset.named.some((name) => special.has(name))
  const limited = limitNames(operation, reached, own, readable)
  const isReached = namesGraphs(limited)
  if (readable.named === 'all') {
    return { operation: limited, asked: ofAllNamed(scope, isReached ? reached : [], limited) }
  }
  const named = isReached ? reached : []
  if (!scope.includes(defaultGraph) || names.default !== undefined) {
    const said = scope.map((name) => (name === defaultGraph ? (names.default ?? name) : name))
    return {
      operation: isOfEach ? inExistingGraphs(limited) : limited,
      asked: { kind: 'stated', dataset: { default: said, named } },
    }
  }
  if (union === 'default') throw withoutDefaultGraph()
  // FROM cannot name the default graph: nothing is said of the dataset, and GRAPH is given the graphs that it may be of.
  const given = giveGraphs(limited, named)
  const others = scope.filter((name) => name !== defaultGraph)
  const asked: EndpointDataset =
    others.length === 0 ? { kind: 'own' } : { kind: 'union', graphs: { hasDefault: true, named: others } }
  return { operation: given, asked }
}

/** Of an endpoint all of whose named graphs may be read, and not its default graph. */
function ofAllNamed(
  scope: readonly string[],
  reached: readonly string[],
  operation: Operation,
): EndpointDataset {
  const isOfAll = scope.includes(namedGraphs)
  if (!reached.includes(namedGraphs)) {
    if (!isOfAll) return { kind: 'stated', dataset: { default: scope, named: reached } }
    if (reached.length > 0) throw unsayable('all named graphs and chosen ones in one query')
  }
  if (isOfAll) return { kind: 'union', graphs: { hasDefault: false, named: 'all' } }
  if (scope.length > 0) return { kind: 'union', graphs: { hasDefault: false, named: scope } }
  if (matchesOutside(operation)) throw unsayable('no graph beside those of GRAPH')
  return { kind: 'own' }
}

/** GRAPH with names of graphs that are not there has no solutions; one that stands for several graphs is not asked. */
function limitNames(
  operation: Operation,
  reached: readonly string[],
  own: ReadonlySet<string | undefined>,
  readable: GraphSet,
): Operation {
  const isReached = reached.includes(namedGraphs)
    ? readableNames(readable)
    : readableNames({ default: false, named: reached })
  return change(operation)

  function change(one: Operation): Operation {
    if (one.kind !== 'graph' || one.name.kind !== 'iri') return mapOperands(one, change)
    const { value } = one.name
    if (special.has(value) || own.has(value)) throw unsayable(`GRAPH <${value}>`)
    if (!isReached(value)) return { kind: 'values', variables: [], rows: [] }
    return mapOperands(one, change)
  }
}

const special: ReadonlySet<string> = new Set([defaultGraph, namedGraphs, allGraphs, everyGraph])

/** What an engine calls several graphs, or its default graph, is not the name of a graph that somebody may read. */
function refuseOwnNames(dataset: Dataset | undefined, own: ReadonlySet<string | undefined>): void {
  const names = dataset === undefined ? [] : [...dataset.default, ...dataset.named]
  const wrong = names.find((name) => own.has(name) && !special.has(name))
  if (wrong !== undefined) throw unsayable(`the graph <${wrong}>`)
}

/** Each `GRAPH ?g` is one of these graphs. */
function giveGraphs(operation: Operation, named: readonly string[]): Operation {
  const rows = named.map((name) => [iri(name)])
  return change(operation)

  function change(one: Operation): Operation {
    const changed = mapOperands(one, change)
    if (changed.kind !== 'graph' || changed.name.kind !== 'variable') return changed
    return join([{ kind: 'values', variables: [changed.name.name], rows }, changed])
  }
}

/** Whether something outside of `GRAPH` is matched in the data. */
function matchesOutside(operation: Operation): boolean {
  switch (operation.kind) {
    case 'graph':
      return false
    case 'bgp':
      return operation.patterns.length > 0
    case 'path':
      return true
    default: {
      let found = false
      mapOperands(operation, (operand) => {
        found ||= matchesOutside(operand)
        return operand
      })
      return found
    }
  }
}

function withoutDefaultGraph(): ServiceError {
  return new ServiceError(
    'unsupported',
    'The default graph of this endpoint shows all of its graphs, some of which you may not read, and it cannot be asked of those without a name by themselves. Name the graphs that you ask by FROM or FROM NAMED.',
  )
}

function unsayable(what: string): ServiceError {
  return new ServiceError(
    'unsupported',
    `You may not read all graphs of this endpoint, and it cannot be asked of ${what} without the others. Name graphs by their own IRIs.`,
  )
}
