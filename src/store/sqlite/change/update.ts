import { ServiceError } from '../../../errors.ts'
import { iri, type Quad } from '../../../rdf/term.ts'
import { includesGraph } from '../../../sparql/includes-graph.ts'
import { requireWritableNames } from '../../../sparql/require-writable.ts'
import type {
  CreateGraph,
  GraphTarget,
  LoadDocument,
  TransferGraph,
  Update,
  UpdateRequest,
} from '../../../sparql/update.ts'
import type { Change } from './change.ts'
import { addQuads } from './load.ts'
import { clearGraph, type GraphToClear } from './remove.ts'
import { copyQuads, graphSize, sharedTriples } from './transfer-graph.ts'
import { changeData, modify, type UpdateContext, type UpdateCounts } from './update-modify.ts'

/** What a request is carried out with. */
export interface RequestContext extends UpdateContext {
  /** The quads of the document that `LOAD` names. */
  readonly load: (document: LoadDocument) => AsyncIterable<readonly Quad[]> | Iterable<readonly Quad[]>
}

/**
 * Carries out the operations of a request as a part of a change, each on the state that those before it left. The counts
 * are sums over the operations.
 *
 * The database has those graphs that have quads: clearing, dropping and creating what is not there succeed, and a graph
 * that is there cannot be created, nor one that is not be transferred, unless SILENT (SPARQL 1.1 Update, 3.2).
 *
 * @throws ServiceError `illegalArgument` for such a graph; `forbidden` where an operation names a graph as one that it changes, or
 * comes to quads of one, that the change may not touch
 */
export async function runUpdate(
  { operations }: UpdateRequest,
  context: RequestContext,
): Promise<UpdateCounts> {
  let added = 0
  let removed = 0
  for (const operation of operations) requireWritableNames(context.change.access, operation)
  for (const operation of operations) {
    context.change.signal?.throwIfAborted()
    const counts = await runOperation(operation, context)
    added += counts.added
    removed += counts.removed
  }
  return { added, removed }
}

async function runOperation(operation: Update, context: RequestContext): Promise<UpdateCounts> {
  switch (operation.kind) {
    case 'insertData':
    case 'deleteData':
      return changeData(operation.kind, operation.quads, context)
    case 'modify':
      return modify(operation, context)
    case 'load':
      return loadDocument(operation, context)
    case 'clear':
    case 'drop':
      return { added: 0, removed: clearGraph(context.change, graphToClear(operation.target)) }
    case 'create':
      return createGraph(operation, context)
    case 'add':
    case 'copy':
    case 'move':
      return transferGraph(operation, context)
  }
}

function graphToClear(target: GraphTarget): GraphToClear {
  return target === 'default' ? null : target
}

async function loadDocument(operation: LoadDocument, context: RequestContext): Promise<UpdateCounts> {
  const { into } = operation
  const graph = into === null ? null : iri(into)
  const { added } = await addQuads(context.change, context.load(operation), { graph })
  return { added, removed: 0 }
}

function createGraph({ graph, silent }: CreateGraph, { change }: RequestContext): UpdateCounts {
  const number = change.interner.lookup(iri(graph))
  if (!silent && number !== undefined && graphSize(change, number) > 0)
    throw new ServiceError('illegalArgument', `CREATE: the graph <${graph}> exists already.`)
  return { added: 0, removed: 0 }
}

/** ADD, COPY and MOVE (SPARQL 1.1 Update, 3.2.3 to 3.2.5); onto itself a graph is left as it is. */
function transferGraph({ kind, from, to, silent }: TransferGraph, { change }: RequestContext): UpdateCounts {
  if (from === to) return { added: 0, removed: 0 }
  const { interner } = change
  interner.finish()
  const source = sourceOf(from, change)
  if (from !== null && (source === undefined || graphSize(change, source) === 0)) {
    if (!silent)
      throw new ServiceError('illegalArgument', `${kind.toUpperCase()}: there is no graph <${from}>.`)
    // SILENT makes a success of the failure, which changes nothing.
    return { added: 0, removed: 0 }
  }
  const target = to === null ? 0 : interner.intern(iri(to))
  interner.finish()
  // The default graph is always there: what is not seen of it is as if it were empty.
  if (source === undefined)
    return { added: 0, removed: kind === 'add' ? 0 : clearGraph(change, to === null ? null : iri(to)) }
  let removed = 0
  let shared = 0
  if (kind !== 'add') {
    shared = graphSize(change, target) === 0 ? 0 : sharedTriples(change, target, source)
    removed = clearGraph(change, to === null ? null : iri(to)) - shared
  }
  const added = copyQuads(change, source, target) - shared
  if (kind === 'move') removed += clearGraph(change, from === null ? null : iri(from))
  return { added, removed }
}

/** The number of the graph that quads are taken from; `undefined` where there is none that the change sees. */
function sourceOf(from: string | null, { interner, access }: Change): number | undefined {
  const graph = from === null ? null : iri(from)
  if (access !== undefined && !includesGraph(access.readable, graph)) return undefined
  return graph === null ? 0 : interner.lookup(graph)
}
