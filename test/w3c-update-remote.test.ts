import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Quad } from '../src/rdf/term.ts'
import { isomorphic } from './isomorphic.ts'
import { changeFar } from './remote/changing.ts'
import { startOxigraphEndpoint } from './remote/oxigraph-endpoint.ts'
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

/** What an endpoint has after the update of a test was sent to it. */
async function outcome({ action }: ManifestEntry): Promise<readonly Quad[]> {
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

describe.skipIf(!isPresent)('the W3C tests of SPARQL 1.1 Update, on an endpoint', async () => {
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
