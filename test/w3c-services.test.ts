import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { noRemoteAccess } from '../src/engine/federation/remote-access.ts'
import type { Fetcher } from '../src/engine/federation/remote-fetch.ts'
import { memoryStore, solutionsOfText, startEndpoint } from './sparql-endpoint.ts'
import { expectSolutions, foundSolutions } from './w3c/compare-solutions.ts'
import { readExpected } from './w3c/expected-results.ts'
import { isPresent, type ManifestEntry, manifestEntries } from './w3c/manifest.ts'
import { readGraphFiles, suiteRoot } from './w3c/read-quads.ts'

/** Runs a test with a server for each of its endpoints; hosts that it does not name cannot be reached. */
async function run({ action, result }: ManifestEntry): Promise<void> {
  if (result === undefined) throw new Error('A test without a result')
  const origins = new Map<string, string>()
  const fetcher: Fetcher = (url, init) => {
    const origin = origins.get(url)
    // Nothing listens on the discard port.
    return fetch(origin ?? 'http://127.0.0.1:9/', init)
  }
  const allowed = [...action.services.map(({ endpoint }) => endpoint), 'http://invalid.endpoint.org/sparql']
  const remote = { ...noRemoteAccess, services: { ...noRemoteAccess.services, allowed } }
  const closing: (() => unknown)[] = []
  try {
    for (const [index, { endpoint, data }] of action.services.entries()) {
      const open = await memoryStore(await readGraphFiles({ data, graphs: [] }), remote)
      closing.push(() => open.store.close())
      const server = await startEndpoint(open, index % 2 === 0 ? 'json' : 'xml', { fetcher })
      closing.push(() => server.close())
      origins.set(endpoint, server.origin)
    }
    const open = await memoryStore(await readGraphFiles({ data: action.data, graphs: [] }), remote)
    closing.push(() => open.store.close())
    const text = readFileSync(new URL(action.text, suiteRoot), 'utf8')
    const expected = await readExpected(result)
    if (expected.kind !== 'solutions') throw new Error('Solutions where something else is expected')
    expectSolutions(await foundSolutions(await solutionsOfText(open, text, fetcher)), expected, false)
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

describe.skipIf(!isPresent)('W3C SPARQL test suite sparql11/service (../shared/w3c)', async () => {
  const all = isPresent ? await manifestEntries('sparql11/service/manifest.ttl') : []
  const tests = all.filter(({ kind }) => kind === 'QueryEvaluationTest')

  it('has tests', () => {
    expect(tests.length).toBeGreaterThanOrEqual(7)
  })

  for (const test of tests) it(test.name, () => run(test))
})
