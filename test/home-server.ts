import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openHomeService } from '../src/cli/home-service.ts'
import type { DatabaseService } from '../src/server/database-service.ts'
import { serve } from '../src/server/serve.ts'
import { httpLimits } from '../src/server/server-parts.ts'

/** A server on a free port, with a home folder of its own that goes with it. */
export interface HomeServer extends AsyncDisposable {
  readonly url: string
  /** The databases, as the owner of the home folder has them. */
  readonly service: DatabaseService
  /** The home folder. */
  readonly folder: string
  /** Resolves when the server is asked to stop. */
  readonly shutdownAsked: Promise<void>
}

/**
 * Starts a server without databases; `properties` is the text of its `espalier.properties`. With security `on` it has the
 * accounts of a new home: the superuser `admin`, whose password is `admin`.
 */
export async function startHomeServer(
  properties = '',
  { security = 'off' }: { readonly security?: 'on' | 'off' } = {},
): Promise<HomeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-home-'))
  writeFileSync(join(folder, 'espalier.properties'), properties)
  const home = openHomeService(folder)
  const { services, audit, metrics, spoolFolder } = home
  const parts = {
    services,
    security: security === 'on' ? await home.security() : ({ kind: 'off' } as const),
    audit,
    metrics,
    spoolFolder,
    version: '0.0.0',
    limits: httpLimits,
  } as const
  const running = await serve(parts, { host: '127.0.0.1', port: 0 })
  return {
    url: running.url,
    service: services.for().databases,
    folder,
    shutdownAsked: running.shutdownAsked,
    async [Symbol.asyncDispose]() {
      await running.stop(0)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
