import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHomeService } from '../../src/cli/home-service.ts'
import type { Quad } from '../../src/rdf/term.ts'
import { serve } from '../../src/server/serve.ts'
import { httpLimits } from '../../src/server/server-parts.ts'
import type { RemoteEndpoint } from '../../src/store/remote/endpoint.ts'
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
  const folder = mkdtempSync(join(tmpdir(), 'espalier-endpoint-'))
  const { service, sparql, administration, metrics, spoolFolder } = openHomeService(folder)
  const parts = {
    service,
    sparql,
    administration,
    metrics,
    spoolFolder,
    version: '0.0.0',
    limits: httpLimits,
  }
  const running = await serve(parts, { host: '127.0.0.1', port: 0 })
  return {
    url: running.url,
    async add(name, quads) {
      async function* bytes() {
        yield Buffer.from(nQuads(quads))
      }
      await service.create(name, [{ name: 'data.nq', format: 'n-quads', bytes: bytes() }])
    },
    drop: (name) => service.drop(name),
    async [Symbol.asyncDispose]() {
      await running.stop(0)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
