import type { Quad } from '../../src/rdf/term.ts'
import { createEndpointClient } from '../../src/store/remote/create-endpoint-client.ts'
import type { UnionScope } from '../../src/store/remote/endpoint.ts'
import type { EndpointClient } from '../../src/store/remote/endpoint-client.ts'
import { createRemoteStore } from '../../src/store/remote/remote-store.ts'
import type { Store } from '../../src/store/store.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from './oxigraph-endpoint.ts'

/** How endpoints differ. */
export interface RemoteStoresOptions {
  readonly union: UnionScope
  /** Rows after which an answer ends as if it were whole. */
  readonly mostRows?: number
  /** How a store hears of `mostRows`. */
  readonly cap?: 'known' | 'announced'
  /** Whether each response labels its blank nodes anew. */
  readonly relabel?: boolean
}

/** Stores over Oxigraph behind HTTP, one for each set of quads. */
export interface RemoteStores {
  /** The store of quads that are called `name`; made when it is first asked for. */
  of(name: string, quads: readonly Quad[]): Promise<Store>
  /** Ends the endpoint of these quads. */
  close(name?: string): Promise<void>
}

interface Opened {
  readonly endpoint: OxigraphEndpoint
  readonly client: EndpointClient
  readonly store: Store
}

/** Makes stores over endpoints of one sort. */
export function startRemoteStores(options: RemoteStoresOptions): RemoteStores {
  const opened = new Map<string, Opened>()

  async function open(quads: readonly Quad[]): Promise<Opened> {
    const { union, mostRows, cap, relabel } = options
    const endpoint = await startOxigraphEndpoint(quads, {
      union: typeof union === 'object' ? union : union === 'default',
      ...(mostRows !== undefined && { mostRows, announce: cap === 'announced' }),
      ...(relabel !== undefined && { relabel }),
    })
    const known = {
      queryUrl: endpoint.queryUrl,
      union,
      ...(cap === 'known' && mostRows !== undefined && { mostRows }),
      connections: 4,
      answerBytes: 2 ** 30,
    }
    const client = createEndpointClient('afar', known)
    return { endpoint, client, store: createRemoteStore(client, known) }
  }

  return {
    async of(name, quads) {
      let one = opened.get(name)
      if (one === undefined) {
        one = await open(quads)
        opened.set(name, one)
      }
      return one.store
    },
    async close(name) {
      for (const [key, { endpoint, client, store }] of opened) {
        if (name !== undefined && name !== key) continue
        opened.delete(key)
        store.close()
        await client.close()
        await endpoint.close()
      }
    },
  }
}
