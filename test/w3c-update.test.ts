import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { blank, type Quad } from '../src/rdf/term.ts'
import { parseUpdate } from '../src/sparql/parse-update.ts'
import { changeDatabase } from '../src/store/sqlite/change/change.ts'
import { loadQuads } from '../src/store/sqlite/change/load.ts'
import { runUpdate } from '../src/store/sqlite/change/update.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'
import { createSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { isomorphic } from './isomorphic.ts'
import { changeFar } from './remote/changing.ts'
import { startOxigraphEndpoint } from './remote/oxigraph-endpoint.ts'
import { storedQuads } from './stored-quads.ts'
import { isPresent, type ManifestEntry, manifestEntries } from './w3c/manifest.ts'
import { readGraphFiles, suiteBase, suiteRoot } from './w3c/read-quads.ts'

const suites = [
  'add',
  'basic-update',
  'clear',
  'copy',
  'delete',
  'delete-data',
  'delete-insert',
  'delete-where',
  'drop',
  'move',
  'update-silent',
]

/** What a database has after the update of a test, whose counts are held against it. */
async function outcomeHere({ action }: ManifestEntry): Promise<readonly Quad[]> {
  const database = openDatabase(inMemory)
  try {
    const before = await readGraphFiles(action)
    await loadQuads(database, [before])
    const store = createSqliteStore(database)
    const request = parseUpdate(readFileSync(new URL(action.text, suiteRoot), 'utf8'), {
      namespaces: new Map(),
      baseIri: suiteBase + action.text,
    })
    let nodes = 0
    const { added, removed } = await changeDatabase(database, (change) =>
      runUpdate(request, {
        change,
        store,
        freshBlank: () => blank(`fresh${nodes++}`),
        load({ source, silent }) {
          if (silent) return []
          throw new Error(`No document <${source}>`)
        },
      }),
    )
    const after = storedQuads(database)
    expect(after.length - storedBefore(before)).toBe(added - removed)
    return after
  } finally {
    database.close()
  }
}

function storedBefore(quads: readonly Quad[]): number {
  return new Set(quads.map((quad) => JSON.stringify(quad))).size
}

/** What an endpoint has after the update of a test was sent to it. */
async function outcomeFar({ action }: ManifestEntry): Promise<readonly Quad[]> {
  const endpoint = await startOxigraphEndpoint(await readGraphFiles(action))
  try {
    const text = readFileSync(new URL(action.text, suiteRoot), 'utf8')
    const { queryUrl, updateUrl, graphStoreUrl } = endpoint
    await changeFar({ queryUrl, updateUrl, graphStoreUrl }, [
      { kind: 'update', update: { text, baseIri: suiteBase + action.text } },
    ])
    return endpoint.quads()
  } finally {
    await endpoint.close()
  }
}

describe.skipIf(!isPresent).each([
  ['here', outcomeHere],
  ['at an endpoint', outcomeFar],
])('the W3C tests of SPARQL 1.1 Update, on data %s', async (_where, outcome) => {
  for (const suite of isPresent ? suites : []) {
    const entries = await manifestEntries(`sparql11/${suite}/manifest.ttl`)
    const tests = entries.filter(
      ({ kind, approval }) => kind.startsWith('UpdateEvaluationTest') && approval === 'Approved',
    )
    it(`has approved tests: ${suite}`, () => expect(tests.length).toBeGreaterThan(2))
    it.each(tests.map((entry) => [`${suite}/${entry.name}`, entry] as const))('%s', async (_, entry) => {
      const after = await outcome(entry)
      expect({ quads: after, same: isomorphic(after, await readGraphFiles(entry.after)) }).toMatchObject({
        same: true,
      })
    })
  }
})
