import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Catalog } from '../src/catalog/catalog.ts'
import { openCatalog } from '../src/catalog/open-catalog.ts'
import { createEngine } from '../src/engine/create-engine.ts'
import type { Engine, Isolation } from '../src/engine/engine.ts'
import type { RdfSource } from '../src/engine/rdf-source.ts'
import type { AdministrationService } from '../src/server/administration-service.ts'
import type { DatabaseService } from '../src/server/database-service.ts'
import { createRunningQueries } from '../src/server/local/running-queries.ts'
import type { SparqlService } from '../src/server/sparql-service.ts'
import { localServices } from './local-services.ts'

/** A home folder with its services. */
export interface AdministeredHome {
  readonly folder: string
  readonly catalog: Catalog
  readonly engine: Engine
  readonly service: DatabaseService
  readonly sparql: SparqlService
  readonly administration: AdministrationService
}

const homes: AdministeredHome[] = []

/** Opens an empty home folder, in a temporary place unless one is given; {@link closeHomes} removes it. */
export function openAdministeredHome(
  isolation: Isolation = 'none',
  graceMilliseconds = 5_000,
  folder: string = mkdtempSync(join(tmpdir(), 'espalier-administration-')),
): AdministeredHome {
  mkdirSync(folder, { recursive: true })
  const engine = createEngine({ isolation, processes: 2 })
  const catalog = openCatalog(folder)
  const { databases, sparql, administration } = localServices(engine, catalog, folder, {
    running: createRunningQueries(),
    defaults: { defaultLimit: 50 },
    graceMilliseconds,
  }).for()
  const home = { folder, catalog, engine, service: databases, sparql, administration }
  homes.push(home)
  return home
}

/** Closes the homes that were opened, and removes them. */
export async function closeHomes(): Promise<void> {
  for (const { service, folder } of homes.splice(0)) {
    await service.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A Turtle text to load. */
export function turtle(text: string): RdfSource {
  async function* bytes() {
    yield Buffer.from(text)
  }
  return { name: 'data.ttl', format: 'turtle', bytes: bytes() }
}

/** Two trees with names. */
export const garden =
  '@prefix g: <http://g.example/> . g:ash a g:Tree ; g:name "Ash" . g:elm a g:Tree ; g:name "Elm" .'

/** A third one. */
export const yew = '@prefix g: <http://g.example/> . g:yew a g:Tree ; g:name "Yew" .'

/** The names of the trees of a database. */
export async function namesOf(service: DatabaseService, name = 'garden'): Promise<unknown> {
  const answer = await service.execute(name, { query: '{ g_Tree(orderBy: g_name) { g_name } }' })
  if (answer.kind === 'errors') throw new Error(JSON.stringify(answer.errors))
  let text = ''
  for await (const chunk of answer.chunks) text += Buffer.from(chunk).toString()
  return JSON.parse(text).data.map((tree: { g_name: string }) => tree.g_name)
}

/** What a failure has to be. */
export const refused = (kind: string, message: RegExp) => ({ kind, message: expect.stringMatching(message) })

/** What lies about in the folders where files come and go. */
export function leftOver({ folder }: AdministeredHome): readonly string[] {
  return [
    ...readdirSync(join(folder, 'uploads')),
    ...readdirSync(join(folder, 'databases'), { recursive: true, encoding: 'utf8' }).filter((path) =>
      /data-|half/.test(path),
    ),
  ]
}
