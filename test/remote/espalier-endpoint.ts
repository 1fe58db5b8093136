import type { Quad } from '../../src/rdf/term.ts'
import type { RemoteEndpoint } from '../../src/store/remote/endpoint.ts'
import { startHomeServer } from '../home-server.ts'
import { nQuads } from '../n-quads.ts'

/** A server of Espalier's own whose databases others use as endpoints. */
export interface EspalierEndpoint extends AsyncDisposable {
  readonly url: string
  /** Makes a database of quads. */
  add(name: string, quads: readonly Quad[]): Promise<void>
  drop(name: string): Promise<void>
}

/** A database of such a server, as the endpoint that it is. */
export function endpointOf(server: EspalierEndpoint, name: string): RemoteEndpoint {
  return {
    queryUrl: `${server.url}/${name}/query`,
    union: { iri: 'tag:stardog:api:context:local' },
    connections: 4,
    answerBytes: 2 ** 30,
  }
}

/** Starts a server without databases, on a free port. */
export async function startEspalierEndpoint(): Promise<EspalierEndpoint> {
  const server = await startHomeServer()
  const { service, url } = server
  return {
    url,
    async add(name, quads) {
      async function* bytes() {
        yield Buffer.from(nQuads(quads))
      }
      await service.create(name, [{ name: 'data.nq', format: 'n-quads', bytes: bytes() }])
    },
    drop: (name) => service.drop(name),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
