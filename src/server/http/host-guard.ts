import type { IncomingHttpHeaders } from 'node:http'
import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'
import { HttpFailure } from './error-reply.ts'
import { isLoopbackName } from './listen-address.ts'
import { status } from './status.ts'

/** What the guard goes by. */
export interface HostRules {
  /** The names that requests may have in `Host`: those of this machine's own loopback, or any. */
  readonly names: 'loopback' | 'any'
  /** How the server itself is reached. */
  readonly scheme: 'http' | 'https'
  /** Origins whose pages may call the server. */
  readonly origins: readonly string[]
}

/**
 * Refuses what a page of another site could send through a visitor's browser to a server that trusts its own machine, or to one that
 * the browser knows a password for: requests under a foreign host name (a name that was made to point at 127.0.0.1) are answered 421,
 * where only loopback names are right, requests of a page of another origin 403, unless it is one of `origins`, whose pages are told
 * that they may (Fetch, "CORS protocol"). Clients that are no browsers send no `Origin`.
 */
export function addHostGuard(app: FastifyInstance, { names, scheme, origins }: HostRules): void {
  app.addHook('onRequest', async (request) => {
    const host = request.headers.host
    const hostName = host === undefined ? undefined : hostNameOf(`http://${host}`)
    if (host === undefined || hostName === undefined || (names === 'loopback' && !isLoopbackName(hostName))) {
      const shown = JSON.stringify(host ?? '')
      throw new HttpFailure(
        status.misdirectedRequest,
        'illegalArgument',
        names === 'loopback'
          ? `This server answers on its own machine only: the header "Host" must name localhost or 127.0.0.1, not ${shown}.`
          : `The header "Host" must be the name of the server, not ${shown}.`,
      )
    }
    const origin = request.headers.origin
    if (origin === undefined && isEmbedded(request.headers)) {
      throw new HttpFailure(
        status.forbidden,
        'illegalArgument',
        'Pages of another origin may not embed what this server answers.',
      )
    }
    if (origin === undefined || origins.includes(origin.toLowerCase())) return
    if (origin.toLowerCase() !== `${scheme}://${host.toLowerCase()}`) {
      throw new HttpFailure(
        status.forbidden,
        'illegalArgument',
        `Pages of another origin (${JSON.stringify(origin)}) may not call this server.`,
      )
    }
  })
  if (origins.length === 0) return
  void app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'HEAD', 'PUT', 'POST', 'DELETE'],
    exposedHeaders: [
      'SD-Error-Code',
      'X-Request-Id',
      'Content-Disposition',
      'Retry-After',
      'WWW-Authenticate',
    ],
    maxAge: preflightSeconds,
    strictPreflight: false,
  })
}

/**
 * Whether a page of another site has a browser get this as an image, a script or a frame, which browsers send without
 * `Origin`: it cannot read the answer, but it could have queries run (Fetch Metadata Request Headers, 2.1 and 2.4).
 */
function isEmbedded(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  return (site === 'cross-site' || site === 'same-site') && headers['sec-fetch-dest'] !== 'document'
}

/** How long a browser may remember what it was told, in seconds. */
const preflightSeconds = 600

function hostNameOf(url: string): string | undefined {
  const parsed = URL.parse(url)
  return parsed === null || parsed.username !== '' || parsed.pathname !== '/' ? undefined : parsed.hostname
}
