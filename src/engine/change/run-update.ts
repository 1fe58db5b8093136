import type { Namespaces } from '../../rdf/namespaces.ts'
import { containsService } from '../../sparql/contains-service.ts'
import { requireWritableNames } from '../../sparql/require-writable.ts'
import type { Update } from '../../sparql/update.ts'
import type { Change } from '../../store/sqlite/change/change.ts'
import { runUpdate } from '../../store/sqlite/change/update.ts'
import { matchedDataset } from '../../store/sqlite/change/update-modify.ts'
import { loadDocument } from '../federation/load-document.ts'
import type { Fetcher } from '../federation/remote-fetch.ts'
import { resolveServices } from '../federation/resolve-services.ts'
import { createServiceClient } from '../federation/service-client.ts'
import type { EmbeddedStore } from '../open-store.ts'
import type { SourceReader } from '../source-reader.ts'
import { startSolutions } from '../sparql/start-solutions.ts'
import type { FetchedSource, StepReport } from './change.ts'
import type { ReadUpdate } from './update-step.ts'

/** What an update is carried out with. */
export interface UpdateMeans {
  readonly open: EmbeddedStore
  readonly change: Change
  readonly reader: SourceReader
  readonly namespaces: Namespaces
  readonly fetcher?: Fetcher
  /** Documents that were fetched before; see `ChangeStep`. */
  readonly documents?: ReadonlyMap<string, FetchedSource | null> | undefined
}

/**
 * Carries out the operations of an update in order within a change. What an operation asks of endpoints by `SERVICE` is
 * asked when its turn comes, since that can depend on the operations before; so is what `LOAD` names and was not fetched.
 */
export async function carryOutUpdate(
  { request, dataset }: ReadUpdate,
  means: UpdateMeans,
): Promise<StepReport> {
  const { open, change, reader, namespaces, fetcher, documents } = means
  const { store, remote } = open
  const { signal } = change
  const client = createServiceClient(remote.services, { signal, fetcher })
  const context = {
    change,
    store,
    freshBlank: reader.freshBlank,
    load: (document: Extract<Update, { readonly kind: 'load' }>) =>
      loadDocument(document, {
        access: remote.documents,
        signal,
        fetcher,
        documents,
        namespaces,
        quads: (source) => reader.newQuads(source),
      }),
    ...(dataset && { dataset }),
  }

  async function answered(operation: Update): Promise<Update> {
    if (operation.kind !== 'modify' || !containsService(operation.operation)) return operation
    const pattern = await resolveServices(operation.operation, {
      client,
      dataset: matchedDataset(operation, dataset, change),
      select(query) {
        // The pattern beside sees what the operations before have done.
        change.interner.finish()
        store.changed()
        return startSolutions(store, query, signal)
      },
    })
    return { ...operation, operation: pattern }
  }

  // Before anything is fetched or asked for a change that comes to nothing.
  for (const operation of request.operations) requireWritableNames(change.access, operation)
  let added = 0
  let removed = 0
  for (const operation of request.operations) {
    const report = await runUpdate({ ...request, operations: [await answered(operation)] }, context)
    added += report.added
    removed += report.removed
  }
  return { added, removed }
}
