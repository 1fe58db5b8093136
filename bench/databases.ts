import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RdfSource } from '../src/engine/rdf-source.ts'
import { openDatabase } from '../src/index.ts'
import { quadsPerPerson, socialGraph, socialGraphVersion } from './social-graph.ts'

/** A size of the social graph. */
export interface GraphSize {
  readonly name: string
  readonly persons: number
}

/** The sizes that can be asked for by name. */
export const graphSizes: readonly GraphSize[] = [
  { name: '100k', persons: 6_250 },
  { name: '1m', persons: 1_000_000 / quadsPerPerson },
  { name: '10m', persons: 10_000_000 / quadsPerPerson },
]

/** What building a database took. */
export interface LoadFigures {
  readonly quads: number
  readonly seconds: number
  readonly bytes: number
}

/**
 * The path of the database of a size, kept between runs; `built` is absent where it was there already. Databases of
 * another version of the generator are not looked at.
 */
export async function databaseOf(
  size: GraphSize,
  anew: boolean,
): Promise<{ readonly path: string; readonly built?: LoadFigures }> {
  const folder = join(tmpdir(), 'espalier-bench')
  const path = join(folder, `social-${socialGraphVersion}-${size.name}.db`)
  if (existsSync(path) && !anew) return { path }
  mkdirSync(folder, { recursive: true })
  const unfinished = `${path}.building`
  for (const suffix of ['', '-wal', '-shm']) rmSync(unfinished + suffix, { force: true })
  const start = performance.now()
  const database = await openDatabase(unfinished)
  const { quads } = await database.load(graphSource(size.persons))
  const seconds = (performance.now() - start) / 1000
  await database.close()
  renameSync(unfinished, path)
  return { path, built: { quads, seconds, bytes: statSync(path).size } }
}

function graphSource(persons: number): RdfSource {
  return { name: 'social.nt', format: 'n-triples', bytes: bytesOf(persons) }
}

async function* bytesOf(persons: number): AsyncGenerator<Uint8Array> {
  for (const piece of socialGraph(persons)) yield Buffer.from(piece)
}
