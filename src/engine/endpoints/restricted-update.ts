import { ServiceError } from '../../errors.ts'
import { iri } from '../../rdf/term.ts'
import { defaultGraph, namedGraphs } from '../../sparql/algebra.ts'
import type { GraphAccess } from '../../sparql/graph-access.ts'
import { includesGraph } from '../../sparql/includes-graph.ts'
import { isOfAllGraphs, readableDataset } from '../../sparql/readable-dataset.ts'
import { requireWritableNames } from '../../sparql/require-writable.ts'
import type { Modify, TransferGraph, Update, UpdateRequest } from '../../sparql/update.ts'
import type { ClearedGraphs } from '../change/change.ts'

/** On whose behalf an endpoint is told an update. */
export interface RestrictedDatabase {
  /** Of the database. */
  readonly name: string
  /** Which graphs whoever asks sees, and may change; absent: all. */
  readonly access?: GraphAccess | undefined
}

/**
 * An update as it is carried out by an endpoint for somebody who does not see, or may not change, each of its graphs: it says
 * by itself what it is held to, since the endpoint knows nothing of that.
 *
 * @throws ServiceError `forbidden`; `unsupported` where text cannot say it
 */
export function restrictedUpdate(request: UpdateRequest, database: RestrictedDatabase): UpdateRequest {
  const { access } = database
  if (access === undefined) return request
  return { ...request, operations: request.operations.map((one) => restricted(one, database, access)) }
}

function restricted(operation: Update, { name }: RestrictedDatabase, access: GraphAccess): Update {
  requireWritableNames(access, operation)
  switch (operation.kind) {
    case 'insertData':
    case 'deleteData':
    case 'load':
    case 'create':
      return operation
    case 'clear':
    case 'drop': {
      const { target } = operation
      requireKnownGraphs(name, typeof target === 'string' ? target : { iri: target.value }, access)
      return operation
    }
    case 'modify':
      return restrictedModify(operation, name, access)
    case 'add':
    case 'copy':
    case 'move':
      requireSeenSource(operation, name, access)
      return operation
  }
}

/**
 * Holds that the graphs that are cleared are known: which of several there are, the endpoint alone knows.
 *
 * @throws ServiceError `unsupported`
 */
export function requireKnownGraphs(
  name: string,
  graphs: ClearedGraphs,
  { readable, writable }: GraphAccess,
): void {
  if (typeof graphs === 'object' || graphs === 'default') return
  if (isOfAllGraphs(readable) && isOfAllGraphs(writable)) return
  if (graphs === 'named' && readable.named === 'all' && writable.named === 'all') return
  throw unsayable(name, 'clearing several graphs at once', 'Clear them one by one, by their names')
}

function restrictedModify(operation: Modify, name: string, { readable, writable }: GraphAccess): Modify {
  const templates = [...operation.delete, ...operation.insert]
  if (!isOfAllGraphs(writable) && templates.some(({ graph }) => graph?.kind === 'variable')) {
    throw unsayable(name, 'a graph that a variable stands for', 'Name the graph that is to be changed')
  }
  if (isOfAllGraphs(readable)) return operation
  const dataset = operation.dataset ?? { default: [defaultGraph], named: [namedGraphs] }
  return { ...operation, dataset: readableDataset(dataset, readable), using: true }
}

function requireSeenSource({ from }: TransferGraph, name: string, { readable }: GraphAccess): void {
  const graph = from === null ? null : iri(from)
  if (includesGraph(readable, graph)) return
  throw unsayable(name, 'a graph that you may not read', 'Take triples from another one')
}

/** The refusal of what an endpoint would do with graphs that are not to be touched. */
function unsayable(name: string, what: string, way: string): ServiceError {
  return new ServiceError(
    'unsupported',
    `Database "${name}" is remote, and its endpoint knows nothing of which graphs you may read and change: ${what} cannot be passed on to it. ${way}.`,
  )
}
