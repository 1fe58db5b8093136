import { createEndpointClients } from '../../store/remote/create-endpoint-client.ts'
import type { EndpointClient } from '../../store/remote/endpoint-client.ts'
import { createRemoteStore } from '../../store/remote/remote-store.ts'
import type { Store } from '../../store/store.ts'
import type { RemoteDatabase } from '../database.ts'
import type { RemoteAccess } from '../federation/remote-access.ts'
import { createPlanCache } from '../graphql/plan-cache.ts'
import type { OpenStore } from '../open-store.ts'
import { createReadableStores } from '../readable-stores.ts'
import type { VocabularySource } from '../reasoning/kept-reasoner.ts'
import { createStoreReasoner } from '../reasoning/store-reasoner.ts'
import { type AskedEndpoints, createAskedEndpoints } from './asked-endpoints.ts'

/** A database behind an endpoint, with the client that asks it. */
export interface OpenEndpoint extends OpenStore {
  readonly client: EndpointClient
  /** It may have another vocabulary from now on. */
  forgetVocabulary(): void
}

/** An endpoint as everybody has it, and as each of those has it who are told of. */
export interface EndpointParts {
  readonly open: OpenEndpoint
  readonly askers: AskedEndpoints<OpenEndpoint>
}

/** Plans that are kept for one of them. */
const mostPlans = 100

/**
 * The endpoint of a database, which is not asked yet.
 *
 * @param onRead is told of each vocabulary that is read for reasoning
 */
export function openEndpoint(
  { name, endpoint }: RemoteDatabase,
  remote: RemoteAccess,
  onRead: VocabularySource['onRead'],
): EndpointParts {
  const clients = createEndpointClients(name, endpoint)
  const over = (client: EndpointClient, facts: OpenFacts = {}): OpenEndpoint =>
    openStore(client, createRemoteStore(client, endpoint), remote, facts)
  // The operator is told of what is wrong with a vocabulary that all see alike.
  const askers = createAskedEndpoints((tokens) => over(clients.as(tokens), { plans: mostPlans }))
  return { open: over(clients.own, onRead && { onRead }), askers }
}

/** What of an open endpoint is as somebody wants it. */
interface OpenFacts extends Pick<VocabularySource, 'onRead'> {
  /** Plans that are kept at least. */
  readonly plans?: number
}

function openStore(
  client: EndpointClient,
  store: Store,
  remote: RemoteAccess,
  { plans, ...facts }: OpenFacts,
): OpenEndpoint {
  // The labels of its plans are the text that is sent.
  const reasoning = createStoreReasoner(store, facts)
  const readers = createReadableStores(store)
  const open: OpenEndpoint = {
    client,
    store,
    plans: createPlanCache(store, plans),
    reasoning,
    remote,
    labelBy() {},
    readableBy(database) {
      const readable = readers.of(database)
      const { labelBy, readableBy } = open
      return readable === undefined ? open : { ...readable, remote, labelBy, readableBy }
    },
    forgetVocabulary() {
      reasoning.forget()
      readers.forgetVocabulary()
    },
  }
  return open
}
