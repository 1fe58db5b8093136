import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { Quad } from '../../src/rdf/term.ts'
import { type Dataset, defaultGraph, namedGraphs, type Operation } from '../../src/sparql/algebra.ts'
import { parseQuery } from '../../src/sparql/parse.ts'
import type { Query } from '../../src/sparql/query-form.ts'
import { writeSolutions } from '../../src/sparql/results/write-solutions.ts'
import { loadQuads } from '../../src/store/sqlite/change/load.ts'
import { inMemory, openDatabase } from '../../src/store/sqlite/connection.ts'
import { createSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { isomorphic } from '../isomorphic.ts'
import { expectSolutions, foundSolutions } from './compare-solutions.ts'
import { type Expected, readExpected } from './expected-results.ts'
import type { GraphFile, ManifestEntry } from './manifest.ts'
import { readGraphFiles, suiteBase, suiteRoot } from './read-quads.ts'

/** What a query without FROM is asked of: the default graph, and beside it the named ones. */
const wholeDataset: Dataset = { default: [defaultGraph], named: [namedGraphs] }

/** Runs a test of the evaluation of a query on the embedded store and compares what it comes to. */
export async function runEvaluationTest({ action, result }: ManifestEntry): Promise<void> {
  if (result === undefined) throw new Error('A test without a result')
  const expected = await readExpected(result)
  const query = parseQuery(readFileSync(new URL(action.text, suiteRoot), 'utf8'), {
    namespaces: new Map(),
    baseIri: suiteBase + action.text,
  })
  const graphs = [...action.graphs, ...graphsOf(query, action.graphs)]
  const database = openDatabase(inMemory)
  const store = createSqliteStore(database)
  try {
    await loadQuads(database, [await readGraphFiles({ data: action.data, graphs })])
    await compare(store, { ...query, dataset: query.dataset ?? wholeDataset }, expected)
  } finally {
    store.close()
  }
}

/** The files that FROM and FROM NAMED name, where the manifest does not give them. */
function graphsOf({ dataset }: Query, given: readonly GraphFile[]): readonly GraphFile[] {
  if (dataset === undefined) return []
  const names = new Set([...dataset.default, ...dataset.named])
  for (const { name } of given) names.delete(name)
  return [...names].map((name) => ({ name, file: name.slice(suiteBase.length) }))
}

async function compare(store: Store, query: Query, expected: Expected): Promise<void> {
  switch (query.kind) {
    case 'ask':
      expect({ kind: 'boolean', value: await store.ask(query) }).toEqual(expected)
      return
    case 'construct':
    case 'describe': {
      const quads: Quad[] = []
      for await (const batch of store.graph(query)) quads.push(...batch)
      if (expected.kind !== 'graph') throw new Error('A graph where something else is expected')
      if (!isomorphic(quads, expected.quads)) expect(quads).toEqual(expected.quads)
      return
    }
    case 'select': {
      const solutions = store.select(query)
      if (expected.kind === 'text') {
        let text = ''
        for await (const piece of writeSolutions(expected.format, solutions)) text += piece
        expect(linesOf(text)).toEqual(linesOf(expected.text))
        return
      }
      if (expected.kind !== 'solutions') throw new Error('Solutions where something else is expected')
      expectSolutions(await foundSolutions(solutions), expected, isSorted(query.operation))
    }
  }
}

/**
 * The head and then the solutions in any order, labels of blank nodes left out. The exponent of a double is written as
 * its literal has it or in lower case: SPARQL 1.1 TSV, 4 has terms in the syntax of SPARQL, where both are numbers.
 */
function linesOf(text: string): readonly string[] {
  const plain = text.replaceAll(/_:[^\s,]+/g, '_:').replaceAll(/(\d)E(\d)/g, '$1e$2')
  const [head = '', ...rows] = plain.split(/\r?\n/)
  return [head, ...rows.sort()]
}

function isSorted(operation: Operation): boolean {
  switch (operation.kind) {
    case 'orderBy':
      return true
    case 'project':
    case 'distinct':
    case 'slice':
      return isSorted(operation.operand)
    default:
      return false
  }
}
