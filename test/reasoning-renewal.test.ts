import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChangeStep, OpenTransaction } from '../src/engine/change/change.ts'
import type { EmbeddedDatabase, FileDatabase } from '../src/engine/database.ts'
import type { EmbeddedEngine } from '../src/engine/engine.ts'
import { noRemoteAccess } from '../src/engine/federation/remote-access.ts'
import { createLocalEngine } from '../src/engine/local/local-engine.ts'
import { createProcessEngine } from '../src/engine/processes/process-engine.ts'
import type { ToldWarnings } from '../src/engine/reasoning/told-warnings.ts'
import { readFormats, readSparqlResult } from '../src/engine/sparql/sparql-result.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'

const prefixes = `PREFIX : <http://api.stardog.com/> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX owl: <http://www.w3.org/2002/07/owl#>`

const update = (text: string): ChangeStep => ({ kind: 'update', update: { text: `${prefixes} ${text}` } })

const vocabulary = update(
  'INSERT DATA { :Oak rdfs:subClassOf :Tree . :oak1 a :Oak . :elm1 a :Elm . :ash1 a :Ash }',
)

/** An engine over an empty folder, and what it tells of each vocabulary that is read, by whichever process. */
interface Opened {
  readonly engine: EmbeddedEngine
  readonly database: FileDatabase
  readonly readings: ToldWarnings[]
  /** Asks every query process at once, and gives what they agree on. */
  ask(query?: string, within?: OpenTransaction): Promise<readonly string[]>
}

const allTrees = 'SELECT ?tree { ?tree a :Tree }'

function openEngine(isolation: 'none' | 'process', folder: string, processes: number): Opened {
  const readings: ToldWarnings[] = []
  const onWarnings = (told: ToldWarnings): void => void readings.push(told)
  const engine =
    isolation === 'none'
      ? createLocalEngine(60_000, { onWarnings })
      : createProcessEngine({
          processes,
          memoryLimit: 2 ** 30,
          timeout: 60_000,
          waitingLimit: 100,
          limits: {},
          answerLimits: {},
          remote: noRemoteAccess,
          spoolFolder: folder,
          onWarnings,
        })
  const database: FileDatabase = {
    kind: 'file',
    path: join(folder, 'trees.db'),
    name: 'trees',
    namespaces: defaultNamespaces,
  }
  return {
    engine,
    database,
    readings,
    async ask(query = allTrees, within) {
      // What is asked in one go is carried out by different processes.
      const answers = await Promise.all(
        Array.from({ length: within === undefined ? processes : 1 }, () =>
          namesOf(engine, database, query, within),
        ),
      )
      for (const answer of answers) expect(answer).toEqual(answers[0])
      return answers[0] ?? []
    },
  }
}

/** The local names of what a query with reasoning binds its first variable to. */
async function namesOf(
  engine: EmbeddedEngine,
  database: EmbeddedDatabase,
  query: string,
  within?: OpenTransaction,
): Promise<readonly string[]> {
  const request = { query: `${prefixes} ${query}`, reasoning: true }
  const options = { formats: readFormats, ...(within && { within }) }
  const result = await readSparqlResult(await engine.sparql(database, request, options))
  if (result.kind !== 'solutions') throw new Error('Only SELECT is asked here.')
  const names: string[] = []
  for await (const row of result.rows) names.push(Object.values(row)[0]?.value.replace(/^.*\//u, '') ?? '')
  return names.toSorted()
}

describe.each([
  ['none', 1],
  ['process', 3],
] as const)('the vocabulary of a database, isolation %s', (isolation, processes) => {
  let folder: string
  let opened: Opened
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-reasoning-'))
    opened = openEngine(isolation, folder, processes)
    await opened.engine.change(opened.database, [vocabulary])
  })
  afterEach(async () => {
    await opened.engine.close()
    rmSync(folder, { recursive: true, force: true })
  })

  it('is read once by each process, and not again where a commit leaves it alone', async () => {
    const { engine, database, readings, ask } = opened
    expect(await ask()).toEqual(['oak1'])
    expect(await ask()).toEqual(['oak1'])
    expect(readings).toHaveLength(processes)
    await engine.change(database, [update('INSERT DATA { :oak2 a :Oak ; :height 3 }')])
    expect(await ask()).toEqual(['oak1', 'oak2'])
    await engine.change(database, [update('DELETE DATA { :oak1 a :Oak }')])
    expect(await ask()).toEqual(['oak2'])
    expect(readings).toHaveLength(processes)
  })

  it('is renewed by the commit that changes it, in every process', async () => {
    const { engine, database, readings, ask } = opened
    expect(await ask()).toEqual(['oak1'])
    await engine.change(database, [update('INSERT DATA { :Elm rdfs:subClassOf :Tree }')])
    expect(await ask()).toEqual(['elm1', 'oak1'])
    await engine.change(database, [update('DELETE DATA { :Oak rdfs:subClassOf :Tree }')])
    expect(await ask()).toEqual(['elm1'])
    await engine.load(database, [
      {
        name: 'more.ttl',
        format: 'turtle',
        bytes: bytesOf(
          `${prefixes.replaceAll('PREFIX', '@prefix').replaceAll('>', '> .')} :Ash rdfs:subClassOf :Elm .`,
        ),
      },
    ])
    expect(await ask()).toEqual(['ash1', 'elm1'])
    await engine.change(database, [{ kind: 'clear', graphs: 'all' }, update('INSERT DATA { :oak1 a :Oak }')])
    expect(await ask()).toEqual([])
    expect(readings).toHaveLength(5 * processes)
  })

  it('and data that change with it are seen together', async () => {
    const { engine, database, ask } = opened
    const apart = `SELECT ?node {
      ?node a ?kind FILTER(STRSTARTS(STR(?kind), STR(:Kind))) FILTER NOT EXISTS { ?node a :Tree } }`
    for (const number of [1, 2, 3, 4]) {
      const both = `INSERT DATA { :Kind${number} rdfs:subClassOf :Tree . :kind${number} a :Kind${number} }`
      const [meanwhile] = await Promise.all([ask(apart), engine.change(database, [update(both)])])
      expect(meanwhile).toEqual([])
      expect(await ask()).toContain(`kind${number}`)
    }
  })

  it('is what the steps of a transaction make of it, there only', async () => {
    const { engine, database, ask } = opened
    const first: OpenTransaction = { id: 'a', steps: [update('INSERT DATA { :Elm rdfs:subClassOf :Tree }')] }
    const second: OpenTransaction = {
      id: 'a',
      steps: [
        ...first.steps,
        update('DELETE DATA { :Oak rdfs:subClassOf :Tree } ; INSERT DATA { :elm2 a :Elm }'),
      ],
    }
    expect(await ask(allTrees, first)).toEqual(['elm1', 'oak1'])
    expect(await ask()).toEqual(['oak1'])
    expect(await ask(allTrees, second)).toEqual(['elm1', 'elm2'])
    expect(await ask(allTrees, { id: 'b', steps: [] })).toEqual(['oak1'])
    expect(await ask()).toEqual(['oak1'])
    await engine.change(database, second.steps)
    expect(await ask()).toEqual(['elm1', 'elm2'])
  })

  it('is read anew when the options say otherwise', async () => {
    const { engine, database, readings } = opened
    await engine.change(database, [
      update(`INSERT DATA { :oak1 owl:sameAs :oak9 . GRAPH :elms { :Elm rdfs:subClassOf :Tree } }`),
    ])
    const ask = (reasoning: NonNullable<FileDatabase['reasoning']>) =>
      namesOf(
        engine,
        { ...database, reasoning },
        allTrees.replace('{', 'FROM <tag:stardog:api:context:local> {'),
      )
    expect(await ask({})).toEqual(['elm1', 'oak1'])
    expect(await ask({ schemaGraphs: ['http://api.stardog.com/elms'] })).toEqual(['elm1'])
    expect(await ask({ schemaGraphs: ['tag:stardog:api:context:default'] })).toEqual(['oak1'])
    expect(await ask({ sameAs: true })).toEqual(['elm1', 'oak1', 'oak9'])
    expect(await ask({ sameAs: false })).toEqual(['elm1', 'oak1'])
    expect(readings.length).toBeGreaterThanOrEqual(5)
  })

  it('has nodes be the same from the first triple that says so', async () => {
    const { engine, database } = opened
    const ask = () => namesOf(engine, { ...database, reasoning: { sameAs: true } }, allTrees)
    expect(await ask()).toEqual(['oak1'])
    await engine.change(database, [update('INSERT DATA { :oak1 owl:sameAs :oak9 }')])
    expect(await ask()).toEqual(['oak1', 'oak9'])
    await engine.change(database, [update('INSERT DATA { :oak9 owl:sameAs :oak8 }')])
    expect(await ask()).toEqual(['oak1', 'oak8', 'oak9'])
    await engine.change(database, [update('DELETE WHERE { ?x owl:sameAs ?y }')])
    expect(await ask()).toEqual(['oak1'])
  })

  it('is told of by what reasoning leaves out', async () => {
    const { engine, database, readings, ask } = opened
    await engine.change(database, [
      update('INSERT DATA { :Elm rdfs:subClassOf [ owl:hasSelf true ; owl:onProperty :p ] }'),
    ])
    await ask()
    expect(readings).toHaveLength(processes)
    for (const told of readings) {
      expect(told).toEqual({ database: 'trees', warnings: [expect.stringContaining(':Elm rdfs:subClassOf')] })
    }
    expect(readings[0]?.warnings[0]).not.toContain('_:')
  })
})

describe('a query process that was killed', () => {
  it('is replaced by one that reads the vocabulary itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'espalier-reasoning-'))
    const { engine, database, readings, ask } = openEngine('process', folder, 2)
    try {
      await engine.change(database, [vocabulary])
      expect(await ask()).toEqual(['oak1'])
      expect(readings).toHaveLength(2)
      const many = Array.from({ length: 12 }, (_, index) => `?s${index} ?p${index} ?o${index}`).join(' . ')
      const endless = { query: `SELECT (COUNT(*) AS ?n) { ${many} }`, reasoning: true }
      const ended = engine.sparql(database, endless, { formats: readFormats, timeout: 300 })
      await expect(ended).rejects.toMatchObject({ kind: 'queryTimeout' })
      expect(await ask()).toEqual(['oak1'])
      expect(readings).toHaveLength(3)
      await engine.change(database, [update('INSERT DATA { :Elm rdfs:subClassOf :Tree }')])
      expect(await ask()).toEqual(['elm1', 'oak1'])
      expect(readings).toHaveLength(5)
    } finally {
      await engine.close()
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
