import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseService } from '../server/database-service.ts'
import { packageFolder } from './package-folder.ts'
import { rdfFiles } from './rdf-files.ts'

/** Name of the database that a first start makes of the sample data. */
export const demoDatabase = 'demo'

/** A query that the sample data answer. */
export const demoQuery = '{ Tree(orderBy: planted, first: 3) { name planted growsIn { name } } }'

/** Makes the database `demo` of the sample data that come with the package. */
export async function createDemo(service: DatabaseService, signal: AbortSignal): Promise<void> {
  const folder = join(packageFolder(), 'examples')
  const names = readdirSync(folder).filter((name) => name.endsWith('.trig'))
  await service.create(demoDatabase, await rdfFiles(names.sort(), folder, undefined), { signal })
}
