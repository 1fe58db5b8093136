import { ServiceError } from '../../errors.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import type { BlankNode, Quad } from '../../rdf/term.ts'
import type { Dataset } from '../../sparql/algebra.ts'
import { printUpdate } from '../../sparql/print-update.ts'
import type { GraphTarget, QuadTemplate, Update, UpdateRequest } from '../../sparql/update.ts'
import type { RemoteEndpoint } from '../../store/remote/endpoint.ts'
import { quirksOf } from '../../store/remote/engine-quirks.ts'
import { endpointUpdate } from '../../store/remote/text/endpoint-update.ts'
import type { ClearedGraphs } from '../change/change.ts'
import { readUpdate } from '../change/update-step.ts'
import { checkGraph } from '../source-reader.ts'
import { type RestrictedDatabase, restrictedUpdate } from './restricted-update.ts'
import { readStaged } from './staged-quads.ts'
import type { StagedQuads, StagedStep } from './staged-step.ts'

/** Bytes of data that one update says at most: endpoints read its text as a whole. */
const mostBytes = 8 * 2 ** 20

/** What has to be known of a database to tell it a change. */
export interface UpdatedDatabase extends RestrictedDatabase {
  readonly endpoint: Pick<RemoteEndpoint, 'union' | 'engine' | 'graphStoreUrl'>
  readonly namespaces: Namespaces
}

/**
 * Steps as one request of SPARQL Update.
 *
 * @throws ServiceError `invalidQuery`, `illegalArgument`, `forbidden`; `limitExceeded` for too much data; `unsupported` for what the
 * endpoint cannot be told
 */
export async function updateText(steps: readonly StagedStep[], database: UpdatedDatabase): Promise<string> {
  const { name, endpoint } = database
  const size = steps.reduce((sum, step) => sum + ('quads' in step ? step.quads.size : 0), 0)
  if (size > mostBytes) throw tooLarge(name, size, endpoint.graphStoreUrl !== undefined)
  const groups = grouped(steps)
  const { partialUpdates } = quirksOf(endpoint.engine)
  if (groups.length > 1 && partialUpdates !== undefined)
    throw halfDone(name, partialUpdates, endpoint.graphStoreUrl !== undefined)
  const operations: Update[] = []
  for (const group of groups) {
    const told = await groupUpdate(group, operations.length > 0, database)
    operations.push(...told.operations)
  }
  return printUpdate({ kind: 'update', operations }, { namespaces: new Map(), prefixes: true })
}

/** Steps of which one operation does all: data to add, or to remove, that follow each other. */
type StepGroup =
  | { readonly kind: 'add' | 'remove'; readonly quads: readonly StagedQuads[] }
  | Exclude<StagedStep, { readonly kind: 'add' | 'remove' }>

/** Steps as they are told: those of which one operation does all are one. */
function grouped(steps: readonly StagedStep[]): readonly StepGroup[] {
  const groups: StepGroup[] = []
  for (const step of steps) {
    const last = groups.at(-1)
    if (!('quads' in step)) groups.push(step)
    else if (last?.kind !== step.kind) groups.push({ kind: step.kind, quads: [step.quads] })
    else groups.splice(-1, 1, { kind: step.kind, quads: [...last.quads, step.quads] })
  }
  return groups
}

async function groupUpdate(
  group: StepGroup,
  isLater: boolean,
  database: UpdatedDatabase,
): Promise<UpdateRequest> {
  const { endpoint, namespaces } = database
  if (group.kind === 'update') {
    const { request, dataset } = readUpdate(group.update, namespaces)
    return endpointUpdate(restrictedUpdate(withDataset(request, dataset), database), endpoint)
  }
  const operation = await groupOperation(group, isLater)
  return endpointUpdate({ kind: 'update', operations: [operation] }, endpoint)
}

/** An update with what its request's parameters say that patterns are matched in, where they do. */
function withDataset(request: UpdateRequest, dataset: Dataset | undefined): UpdateRequest {
  if (dataset === undefined) return request
  const operations = request.operations.map(
    (operation): Update => (operation.kind === 'modify' ? { ...operation, dataset, using: true } : operation),
  )
  return { ...request, operations }
}

async function groupOperation(
  group: Exclude<StepGroup, { readonly kind: 'update' }>,
  isLater: boolean,
): Promise<Update> {
  switch (group.kind) {
    case 'add':
      return { kind: 'insertData', quads: await templatesOf(group.quads) }
    case 'remove':
      if (group.quads.some(({ hasBlankNodes }) => hasBlankNodes)) throw unnamed()
      return { kind: 'deleteData', quads: await templatesOf(group.quads) }
    case 'clear':
      // Clearing what is not there may be an error, and whether it is there depends on the steps before (Update, 3.1.5).
      return { kind: 'clear', target: targetOf(group.graphs), silent: isLater }
  }
}

async function templatesOf(sources: readonly StagedQuads[]): Promise<readonly QuadTemplate[]> {
  const templates: QuadTemplate[] = []
  for (const source of sources) templates.push(...(await readStaged(source)).map(templateOf))
  return templates
}

function templateOf({ subject, predicate, object, graph }: Quad): QuadTemplate {
  return { subject, predicate, object, graph: graph === null ? null : named(graph) }
}

/** A staged quad stands in no graph that is a blank node. */
function named(graph: Exclude<Quad['graph'], null>): Exclude<typeof graph, BlankNode> {
  if (graph.kind === 'iri') return graph
  throw new Error('A graph without a name was staged.')
}

function targetOf(graphs: ClearedGraphs): GraphTarget {
  if (typeof graphs === 'string') return graphs
  checkGraph(graphs.iri)
  return { kind: 'iri', value: graphs.iri }
}

function unnamed(): ServiceError {
  return new ServiceError(
    'unsupported',
    'The data to remove have blank nodes, and an endpoint cannot be told which of its own they are. Remove their triples by an update with DELETE WHERE.',
  )
}

function halfDone(name: string, reason: string, hasGraphStore: boolean): ServiceError {
  const way = hasGraphStore
    ? ''
    : ', or set its option remote.graph.store.url, by which a graph is replaced as a whole'
  return new ServiceError(
    'unsupported',
    `Database "${name}" is remote, and a change of several steps could be left half done there, since ${reason}. Make the steps one by one${way}.`,
  )
}

function tooLarge(name: string, size: number, hasGraphStore: boolean): ServiceError {
  const way = hasGraphStore
    ? 'Add data graph by graph, which can be of any size, or in smaller parts'
    : 'Set its option remote.graph.store.url, by which data of one graph can be of any size, or send smaller parts'
  return new ServiceError(
    'limitExceeded',
    `Database "${name}" is remote: a change of it is one update, which says 8 MiB of data at most, and these are ${(size / 2 ** 20).toFixed(1)} MiB. ${way}.`,
  )
}
