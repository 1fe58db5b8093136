import type { Query } from '../../sparql/query-form.ts'
import type { OpenStore } from '../open-store.ts'
import { startSolutions } from '../sparql/start-solutions.ts'
import type { Fetcher } from './remote-fetch.ts'
import { resolveServices } from './resolve-services.ts'
import { createServiceClient } from './service-client.ts'

/** A query whose `SERVICE` parts are answered, so that the store can answer the rest; see {@link resolveServices}. */
export async function withServices<Form extends Query>(
  query: Form,
  { store, remote }: OpenStore,
  signal?: AbortSignal,
  fetcher?: Fetcher,
): Promise<Form> {
  const operation = await resolveServices(query.operation, {
    client: createServiceClient(remote.services, { signal, fetcher }),
    dataset: query.dataset,
    select: (select) => startSolutions(store, select, signal),
  })
  return operation === query.operation ? query : { ...query, operation }
}
