import { Readable } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import type { EndpointSettings } from './endpoint-settings.ts'
import { isMetadataAddress, lookupEndpoint, metadataError } from './metadata-address.ts'
import { orAborted } from './or-aborted.ts'
import { createTurns } from './turns.ts'

/** A request as it goes over a connection. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | AsyncIterable<Uint8Array>
  /** Whether it only reads: others get a connection of their own, that no server can have closed meanwhile. */
  readonly reads: boolean
  /** Whether it is to tell how things are where all connections are taken: it gets one of its own, at once. */
  readonly isProbe?: boolean
}

/** An answer whose body is still to be read, or to be destroyed. */
export type HttpAnswer = Dispatcher.ResponseData

/** The connections to the servers of one endpoint. */
export interface Connections {
  /**
   * Sends a request when it is its turn, a probe at once; the turn ends with the body of its answer.
   *
   * @param tell headers that say who asks, as they are when it is its turn
   * @throws what `tell` throws, the errors of the library and of the system; the reason of the signal, at once
   */
  send(
    request: HttpRequest,
    signal?: AbortSignal,
    tell?: () => Promise<Readonly<Record<string, string>>>,
  ): Promise<HttpAnswer>
  /** Ends all of them, and what goes on over them. */
  close(): Promise<void>
}

/** Connections of which none is there yet, `most` at once. */
export function createConnections(most: number, settings: EndpointSettings): Connections {
  const turns = createTurns(most)
  const pools = new Map<string, Pool>()

  function poolOf(origin: string, isKept: boolean): Pool {
    const key = `${isKept} ${origin}`
    const known = pools.get(key)
    if (known !== undefined) return known
    const pool = new Pool(origin, {
      // The others have one each.
      connections: isKept ? most : null,
      // Without pipelining a connection is not kept.
      pipelining: isKept ? 1 : 0,
      allowH2: false,
      connect: { timeout: settings.connectTimeout, lookup: lookupEndpoint },
      headersTimeout: settings.headTimeout,
      bodyTimeout: settings.silenceTimeout,
    })
    pools.set(key, pool)
    return pool
  }

  return {
    async send(request, signal, tell = async () => ({})) {
      const { isProbe = false } = request
      const end = isProbe ? () => {} : await turns.take(signal)
      try {
        const { origin, hostname, pathname, search } = new URL(request.url)
        // An address is not looked up.
        if (isMetadataAddress(hostname)) throw metadataError(hostname)
        const headers = { ...request.headers, ...(await tell()) }
        const sending = poolOf(origin, request.reads && !isProbe).request({
          method: request.method,
          path: pathname + search,
          headers,
          ...(request.body === undefined ? {} : { body: bodyOf(request.body) }),
          ...(signal && { signal }),
        })
        const answer = await sentUnlessAborted(sending, signal)
        answer.body.on('error', () => {}).once('close', end)
        return answer
      } catch (error) {
        end()
        throw error
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()))
    },
  }
}

function bodyOf(body: string | AsyncIterable<Uint8Array>): string | Readable {
  return typeof body === 'string' ? body : Readable.from(body, { objectMode: false })
}

/** What is sent, unless the signal is aborted first: the library does not tell before a connection is there. */
async function sentUnlessAborted(
  sending: Promise<HttpAnswer>,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer> {
  try {
    return await orAborted(sending, signal)
  } catch (error) {
    // An answer that comes after all is read by nobody.
    sending.then(
      ({ body }) => body.on('error', () => {}).destroy(),
      () => {},
    )
    throw error
  }
}
