import type { Namespaces } from '../../rdf/namespaces.ts'
import { iri } from '../../rdf/term.ts'
import type { Change } from '../../store/sqlite/change/change.ts'
import { addQuads } from '../../store/sqlite/change/load.ts'
import { clearGraph, type GraphToClear, subtractQuads } from '../../store/sqlite/change/remove.ts'
import type { EmbeddedStore } from '../open-store.ts'
import { checkGraph, type SourceReader } from '../source-reader.ts'
import type { ChangeStep, ClearedGraphs, StepReport } from './change.ts'
import { clearedGraphs } from './cleared-graphs.ts'
import { requireWritableTarget } from './require-writable-step.ts'
import { carryOutUpdate } from './run-update.ts'
import { readUpdate } from './update-step.ts'

/** Carries out one step within a change of an open database. */
export async function applyStep(
  open: EmbeddedStore,
  change: Change,
  step: ChangeStep,
  reader: SourceReader,
  namespaces: Namespaces,
): Promise<StepReport> {
  switch (step.kind) {
    case 'add': {
      requireWritableTarget(change.access, step.source.graph)
      const { added } = await addQuads(change, reader.newQuads(step.source))
      return { added, removed: 0 }
    }
    case 'remove':
      requireWritableTarget(change.access, step.source.graph)
      return { added: 0, removed: await subtractQuads(change, reader.ownQuads(step.source)) }
    case 'clear':
      return { added: 0, removed: clearGraph(change, graphToClear(step.graphs)) }
    case 'update': {
      const update = readUpdate(step.update, namespaces)
      return carryOutUpdate(update, { open, change, reader, namespaces, documents: step.documents })
    }
  }
}

function graphToClear(given: ClearedGraphs): GraphToClear {
  const graphs = clearedGraphs(given)
  switch (graphs) {
    case 'all':
    case 'named':
      return graphs
    case 'default':
      return null
    default:
      checkGraph(graphs.iri)
      return iri(graphs.iri)
  }
}
