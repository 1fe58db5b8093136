import { buildApp } from './app.ts'
import { listen } from './http/listen.ts'
import { isLoopback, type ListenAddress } from './http/listen-address.ts'
import type { ServerParts } from './server-parts.ts'
import { checkExposure } from './sign-in/check-exposure.ts'

/** How long running queries go on after the server was told to stop, in milliseconds. */
const graceMilliseconds = 10_000

/** How long aborted requests have to end before their connections are cut, in milliseconds. */
const abortMilliseconds = 1000

/** How often connections without a request are closed while the server stops, in milliseconds. */
const idleMilliseconds = 20

/** What whoever runs a server should know where others reach it over plain HTTP. */
export const plainWarning =
  'Passwords, tokens and data go over the network for everybody to read: name a certificate (--tls-cert, --tls-key), or let only a proxy reach this server that speaks HTTPS.'

/** A server that listens. */
export interface RunningServer {
  readonly url: string
  /** Resolves when somebody who may asks the server to stop: nothing stops by it. */
  readonly shutdownAsked: Promise<void>
  /**
   * Takes no new requests, waits for the running ones (`grace` milliseconds at most), then ends them, and closes the
   * service. Later calls wait for the first.
   */
  stop(grace?: number): Promise<void>
}

/**
 * Starts a server over services, which it closes when it stops.
 *
 * @throws ServiceError `invalidConfiguration` where it cannot listen at the address, or must not
 */
export async function serve(
  parts: Omit<ServerParts, 'stopping' | 'exposed' | 'shutdown'>,
  address: ListenAddress,
): Promise<RunningServer> {
  await checkExposure(address, parts.security)
  const stopping = new AbortController()
  const { promise: shutdownAsked, resolve: shutdown } = Promise.withResolvers<void>()
  const exposed = !isLoopback(address)
  const app = buildApp({ ...parts, stopping: stopping.signal, exposed, shutdown })
  const url = await listen(app, address, parts.certificate)
  if (exposed && parts.certificate === undefined) app.log.warn(plainWarning)
  let stopped: Promise<void> | undefined

  async function stop(grace: number): Promise<void> {
    const abort = setTimeout(() => stopping.abort(new Error('The server stops.')), grace)
    const cut = setTimeout(() => app.server.closeAllConnections(), grace + abortMilliseconds)
    // A connection whose last request has been answered must not keep the server.
    const idle = setInterval(() => app.server.closeIdleConnections(), idleMilliseconds)
    try {
      await app.close()
    } finally {
      clearInterval(idle)
      clearTimeout(abort)
      clearTimeout(cut)
      await parts.services.close()
    }
  }

  return {
    url,
    shutdownAsked,
    stop(grace = graceMilliseconds) {
      stopped ??= stop(grace)
      return stopped
    },
  }
}
