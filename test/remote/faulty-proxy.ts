import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { type LoopbackServer, startLoopback } from '../sparql-endpoint.ts'

/** What goes wrong with an answer. */
export type Fault =
  /** It never comes. */
  | { readonly kind: 'silent' }
  /** Its head and half of its body come, and nothing more. */
  | { readonly kind: 'stalled' }
  /** Its head and half of its body come, and the connection ends. */
  | { readonly kind: 'cut' }
  /** The connection ends before anything comes. */
  | { readonly kind: 'hung up' }
  /** It says that it is something else. */
  | { readonly kind: 'typed'; readonly type: string }
  /** It comes with other words in it: those between the first brackets are doubled. */
  | { readonly kind: 'malformed' }
  /** Another answer comes in its place. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  /** It has solutions without end. */
  | { readonly kind: 'endless' }

/** A server between a client and an endpoint that does harm to what it passes on. */
export interface FaultyProxy {
  readonly origin: string
  /** Requests that came, faulty or not. */
  readonly count: () => number
  /** Does harm to the answers of so many requests from now on. Default: until it is told otherwise. */
  harm(fault: Fault | undefined, requests?: number): void
  /** Settles when the next request is there that harm is done to. */
  arrival(): Promise<void>
  /** Settles when no connection is open over which a harmed answer goes. */
  ended(): Promise<void>
  /** Characters that were written of answers without end. */
  written(): number
  /** Connections that are open. */
  connections(): number
  /** Shows another certificate from now on, where it has one. */
  show(certificate: Certificate): void
  close(): Promise<void>
}

/** A key and its certificate, in PEM. */
export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Starts a proxy of an endpoint on a loopback port, that does no harm at first; with a certificate it speaks TLS. */
export async function startFaultyProxy(
  target: string,
  certificate?: Certificate,
  port = 0,
): Promise<FaultyProxy> {
  let fault: Fault | undefined
  let left = 0
  let count = 0
  /** Connections that are open, with what settles when they end. */
  const open = new Map<IncomingMessage['socket'], Promise<void>>()
  const ending = new Set<Promise<void>>()
  let written = 0
  let arrived = Promise.withResolvers<void>()

  const listener: RequestListener = async (request, response) => {
    count += 1
    const { socket } = request
    const closed =
      open.get(socket) ??
      new Promise<void>((resolve) => {
        socket.once('close', () => {
          open.delete(socket)
          resolve()
        })
      })
    open.set(socket, closed)
    const harm = left > 0 ? fault : undefined
    if (harm !== undefined) {
      left -= 1
      ending.add(closed)
      void closed.then(() => ending.delete(closed))
      arrived.resolve()
      arrived = Promise.withResolvers()
    }
    try {
      await answer(request, response, harm)
    } catch (error) {
      response.destroy(error instanceof Error ? error : undefined)
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse, harm: Fault | undefined) {
    if (harm?.kind === 'silent') return
    if (harm?.kind === 'hung up') {
      request.socket.destroy()
      return
    }
    const body = await buffer(request)
    if (harm?.kind === 'status') {
      response.writeHead(harm.status, { 'content-type': 'text/plain', ...harm.headers }).end(harm.body ?? '')
      return
    }
    if (harm?.kind === 'endless') {
      response.writeHead(200, { 'content-type': 'application/sparql-results+json' })
      for (const piece of solutionsWithoutEnd()) {
        if (response.closed) return
        written += piece.length
        if (!response.write(piece)) await new Promise<void>((resolve) => wake(response, resolve))
      }
      return
    }
    const { method = 'GET', url = '', headers } = request
    const passed = ['accept', 'authorization', 'content-type'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as const] : []
    })
    const found = await fetch(target + url, {
      method,
      headers: Object.fromEntries(passed),
      ...(body.length > 0 && { body }),
    })
    const bytes = Buffer.from(await found.arrayBuffer())
    const type = harm?.kind === 'typed' ? harm.type : (found.headers.get('content-type') ?? '')
    response.writeHead(found.status, { ...(type !== '' && { 'content-type': type }) })
    if (harm?.kind === 'stalled' || harm?.kind === 'cut') {
      response.write(bytes.subarray(0, bytes.length / 2), () => {
        if (harm.kind === 'cut') response.destroy()
      })
    } else if (harm?.kind === 'malformed')
      response.end(bytes.toString().replace('"bindings"', '"bindings" "bindings"'))
    else response.end(bytes)
  }

  const secure = certificate && createSecureServer(certificate, listener)
  const server = secure === undefined ? await startLoopback(listener, port) : await listening(secure)
  return {
    origin: server.origin,
    count: () => count,
    harm(next, requests = Number.POSITIVE_INFINITY) {
      fault = next
      left = next === undefined ? 0 : requests
    },
    arrival: () => arrived.promise,
    async ended() {
      await Promise.all(ending)
    },
    written: () => written,
    connections: () => open.size,
    show(other) {
      secure?.setSecureContext(other)
      secure?.closeAllConnections()
    },
    close: () => server.close(),
  }
}

async function listening(server: SecureServer): Promise<LoopbackServer> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('No port')
  return {
    origin: `https://localhost:${address.port}`,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Solutions until nobody reads them any more. */
function* solutionsWithoutEnd(): Generator<string> {
  const solution = JSON.stringify({ s: { type: 'uri', value: 'urn:s' }, o: { type: 'literal', value: 'o' } })
  yield '{"head":{"vars":["s","o"]},"results":{"bindings":['
  for (;;) yield `${solution},`.repeat(1000)
}

function wake(response: ServerResponse, resolve: () => void): void {
  const done = (): void => {
    response.off('drain', done).off('close', done)
    resolve()
  }
  response.once('drain', done).once('close', done)
}
