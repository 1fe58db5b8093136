import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { noRemoteAccess } from '../src/engine/federation/remote-access.ts'
import { defaultGraph, namedGraphs } from '../src/sparql/algebra.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import { readResults } from '../src/sparql/results/read-results.ts'
import type { ResultPart } from '../src/sparql/results/result-reader.ts'
import { writeBoolean, writeSolutions } from '../src/sparql/results/write-solutions.ts'
import { memoryStore } from './sparql-endpoint.ts'
import { expectSolutions } from './w3c/compare-solutions.ts'
import { type Expected, readExpected } from './w3c/expected-results.ts'
import { isPresent, type ManifestEntry, manifestEntries } from './w3c/manifest.ts'
import { readGraphFiles, suiteBase, suiteRoot } from './w3c/read-quads.ts'

/** Suites whose tests are about how results are written. */
const suites = ['sparql11/csv-tsv-res', 'sparql11/json-res']

/** The document of a query's results over a test's data, as it would be sent. */
async function written({ action }: ManifestEntry, format: 'json' | 'xml' | 'csv' | 'tsv'): Promise<string> {
  const text = readFileSync(new URL(action.text, suiteRoot), 'utf8')
  const query = parseQuery(text, { namespaces: new Map(), baseIri: suiteBase + action.text })
  const dataset = query.dataset ?? { default: [defaultGraph], named: [namedGraphs] }
  const { store } = await memoryStore(await readGraphFiles(action), noRemoteAccess)
  try {
    if (query.kind === 'ask') return writeBoolean(format, await store.ask({ ...query, dataset }))
    if (query.kind !== 'select') throw new Error('A query whose results are written')
    let document = ''
    for await (const piece of writeSolutions(format, store.select({ ...query, dataset }))) document += piece
    return document
  } finally {
    store.close()
  }
}

async function read(format: 'json' | 'xml', document: string | Buffer): Promise<readonly ResultPart[]> {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(document)
  }
  const parts: ResultPart[] = []
  for await (const some of readResults(format, bytes(), 'The results')) parts.push(...some)
  return parts
}

function compare(parts: readonly ResultPart[], expected: Expected): void {
  if (expected.kind === 'boolean') {
    expect(parts.find(({ kind }) => kind === 'boolean')).toEqual(expected)
    return
  }
  if (expected.kind !== 'solutions') throw new Error('Solutions or a boolean')
  const found = parts.flatMap((part) => (part.kind === 'solutions' ? part.solutions : []))
  expectSolutions(found, expected, false)
}

/**
 * The head, and then the solutions in any order without the labels of their blank nodes. A double has the same value with
 * either letter before its exponent, and the suite's data and results have different ones.
 */
function linesOf(text: string, end: string): readonly string[] {
  const [head = '', ...rows] = text
    .replaceAll(/_:[^\s,"]+/g, '_:')
    .replaceAll(/(?<=\t[-+]?[\d.]+)e(?=[-+]?\d+$)/gm, 'E')
    .split(end)
  return [head, ...rows.sort()]
}

describe.skipIf(!isPresent)('W3C SPARQL test suites of results (../shared/w3c)', async () => {
  const manifests = isPresent
    ? await Promise.all(suites.map((suite) => manifestEntries(`${suite}/manifest.ttl`)))
    : []
  const tests = manifests.flat()

  it('have tests', () => {
    expect(tests.length).toBeGreaterThanOrEqual(10)
  })

  for (const test of tests) {
    const { suite, name, result = '' } = test
    if (result.endsWith('.csv')) {
      it(`${suite} ${name}: is written as it stands there`, async () => {
        const expected = readFileSync(new URL(result, suiteRoot), 'utf8')
        expect(linesOf(await written(test, 'csv'), '\r\n')).toEqual(
          linesOf(expected.replaceAll(/\r?\n/g, '\r\n'), '\r\n'),
        )
      })
    } else if (result.endsWith('.tsv')) {
      it(`${suite} ${name}: is written as it stands there`, async () => {
        const expected = readFileSync(new URL(result, suiteRoot), 'utf8')
        expect(linesOf(await written(test, 'tsv'), '\n')).toEqual(linesOf(expected, '\n'))
      })
    } else {
      it.each(['json', 'xml'] as const)(
        `${suite} ${name}: is written and read back as %s`,
        async (format) => {
          compare(await read(format, await written(test, format)), await readExpected(result))
        },
      )
      it(`${suite} ${name}: its file is read`, async () => {
        compare(await read('json', readFileSync(new URL(result, suiteRoot))), await readExpected(result))
      })
    }
  }
})
