import type { SelectQuery } from '../../sparql/algebra.ts'
import type { Query } from '../../sparql/query-form.ts'
import type { OpenStore } from '../open-store.ts'
import { startSolutions } from '../sparql/start-solutions.ts'
import type { Fetcher } from './remote-fetch.ts'
import { resolveServices } from './resolve-services.ts'
import { createServiceClient } from './service-client.ts'

/** How what stands beside `SERVICE` parts is asked for. */
export interface ServiceOptions {
  readonly signal?: AbortSignal | undefined
  readonly fetcher?: Fetcher | undefined
  /** The query that is asked of the store; the same unless given. */
  readonly rewrite?: (query: SelectQuery) => Promise<SelectQuery>
}

/** A query whose `SERVICE` parts are answered, so that the store can answer the rest; see {@link resolveServices}. */
export async function withServices<Form extends Query>(
  query: Form,
  { store, remote }: OpenStore,
  { signal, fetcher, rewrite }: ServiceOptions = {},
): Promise<Form> {
  const operation = await resolveServices(query.operation, {
    client: createServiceClient(remote.services, { signal, fetcher }),
    dataset: query.dataset,
    select: async (select) =>
      startSolutions(store, rewrite === undefined ? select : await rewrite(select), signal),
  })
  return operation === query.operation ? query : { ...query, operation }
}
