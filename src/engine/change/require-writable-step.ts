import { iri, type Quad } from '../../rdf/term.ts'
import { changedGraph } from '../../sparql/changed-graph.ts'
import type { GraphAccess } from '../../sparql/graph-access.ts'
import { requireWritable, requireWritableNames } from '../../sparql/require-writable.ts'
import type { ChangeScope, ChangeStep, ClearedGraphs } from './change.ts'
import { clearedGraphs } from './cleared-graphs.ts'
import { readUpdate } from './update-step.ts'

/**
 * Holds that whoever asks may change each graph that a step names as one that it changes, before anything of it is read.
 *
 * @throws ServiceError `forbidden`; what `readUpdate` throws
 */
export function requireWritableStep(step: ChangeStep, { access, namespaces }: ChangeScope): void {
  if (access === undefined) return
  switch (step.kind) {
    case 'add':
    case 'remove':
      requireWritableTarget(access, step.source.graph)
      break
    case 'clear':
      requireWritableClear(access, clearedGraphs(step.graphs))
      break
    case 'update':
      for (const operation of readUpdate(step.update, namespaces).request.operations)
        requireWritableNames(access, operation)
  }
}

function requireWritableClear(access: GraphAccess, graphs: ClearedGraphs): void {
  if (graphs === 'default') requireWritable(access, null)
  else if (typeof graphs === 'object') requireWritable(access, iri(graphs.iri))
}

/**
 * Holds that the graph that triples of a source go to may be changed, also where it has none.
 *
 * @throws ServiceError `forbidden`; `illegalArgument` for a name of several graphs
 */
export function requireWritableTarget(access: GraphAccess | undefined, graph: string | undefined): void {
  if (graph === undefined) return
  const changed = changedGraph(graph)
  requireWritable(access, changed === null ? null : iri(changed))
}

/** The same quads, as far as each of them is of a graph that may be changed. @throws ServiceError `forbidden` */
export async function* writableQuads(
  batches: AsyncIterable<readonly Quad[]>,
  access: GraphAccess | undefined,
): AsyncGenerator<readonly Quad[]> {
  for await (const batch of batches) {
    for (const { graph } of batch) requireWritable(access, graph)
    yield batch
  }
}
