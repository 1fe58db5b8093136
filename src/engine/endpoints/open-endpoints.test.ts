import { createServer, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RemoteDatabase } from '../database.ts'
import type { OpenEndpoint } from './open-endpoint.ts'
import { createOpenEndpoints, type OpenEndpoints } from './open-endpoints.ts'

const yes = '{"head":{},"boolean":true}'
const ask = (open: OpenEndpoint): Promise<boolean> => open.client.ask('ASK {}')

describe('endpoints that a process asks', () => {
  let endpoints: OpenEndpoints
  let server: Server
  let url: string
  /** Connections, as they were made, and what settles when they are closed. */
  let connections: { readonly socket: Socket; readonly closed: Promise<void> }[]
  /** What is asked and not answered, where nothing is answered at once. */
  let held: ServerResponse[] | undefined
  let onHeld: () => void

  beforeEach(async () => {
    connections = []
    held = undefined
    onHeld = () => {}
    server = createServer((_, response) => {
      response.setHeader('content-type', 'application/sparql-results+json')
      if (held === undefined) response.end(yes)
      else {
        held.push(response)
        onHeld()
      }
    })
    // How long a connection is kept is the client's to say here.
    server.keepAliveTimeout = 60_000
    server.on('connection', (socket) => {
      const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
      connections.push({ socket, closed })
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('No port')
    url = `http://127.0.0.1:${address.port}/query`
    endpoints = createOpenEndpoints()
  })

  afterEach(async () => {
    await endpoints.close()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })

  function database(name: string, endpoint: Partial<RemoteDatabase['endpoint']> = {}): RemoteDatabase {
    return {
      kind: 'remote',
      name,
      endpoint: { queryUrl: url, union: 'default', connections: 4, answerBytes: 1_000, ...endpoint },
      namespaces: new Map(),
    }
  }

  it('are asked over the same connections again', async () => {
    for (let index = 0; index < 20; index++) expect(await endpoints.use(database('a'), ask)).toBe(true)
    // Namespaces and limits say nothing of the connection.
    await endpoints.use({ ...database('a'), namespaces: new Map([['', 'http://e.org/']]) }, ask)
    // One may not be free yet when the next request follows at once.
    expect(connections.length).toBeLessThanOrEqual(2)
  })

  it('have their connections closed when they are released', async () => {
    await endpoints.use(database('a'), ask)
    await endpoints.use(database('b'), ask)
    endpoints.release(database('a'))
    await connections[0]?.closed
    expect(connections[1]?.socket.destroyed).toBe(false)
    endpoints.release(database('unknown'))
    await endpoints.use(database('a'), ask)
    expect(connections).toHaveLength(3)
  })

  it('are asked anew where they are others, and what is under way is answered', async () => {
    held = []
    const asked = new Promise<void>((resolve) => {
      onHeld = resolve
    })
    const slow = endpoints.use(database('a'), ask)
    await asked
    const [waiting] = held
    held = undefined
    const user = { kind: 'bearer', token: 'other' } as const
    expect(await endpoints.use(database('a', { credentials: user }), ask)).toBe(true)
    expect(connections).toHaveLength(2)
    expect(connections[0]?.socket.destroyed).toBe(false)
    waiting?.end(yes)
    expect(await slow).toBe(true)
    // Nothing uses the client of before any more.
    await connections[0]?.closed
    expect(connections[1]?.socket.destroyed).toBe(false)
  })

  it('are forgotten where many others are asked, but for those in use', async () => {
    const inUse = endpoints.hold(database('used'))
    await ask(inUse.open)
    await endpoints.use(database('idle'), ask)
    for (let index = 0; index < 64; index++) await endpoints.use(database(`other ${index}`), async () => {})
    await connections[1]?.closed
    expect(connections[0]?.socket.destroyed).toBe(false)
    expect(endpoints.hold(database('used')).open).toBe(inUse.open)
    inUse.done()
  })
})
