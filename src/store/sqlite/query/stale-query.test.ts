import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { iri, literal, type Quad } from '../../../rdf/term.ts'
import { bgp, type SelectQuery, variable } from '../../../sparql/algebra.ts'
import { StaleQuery } from '../../store.ts'
import { loadQuads } from '../change/load.ts'
import { openDatabase } from '../connection.ts'
import { createSqliteStore } from '../sqlite-store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-stale-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const name = iri('http://example.org/name')
const query: SelectQuery = {
  kind: 'select',
  operation: bgp([{ subject: variable('s'), predicate: name, object: variable('o') }]),
}

function named(node: string): Quad {
  return { subject: iri(`http://example.org/${node}`), predicate: name, object: literal(node), graph: null }
}

async function rowsOf(batches: AsyncIterable<readonly unknown[]>): Promise<number> {
  let rows = 0
  for await (const batch of batches) rows += batch.length
  return rows
}

it('refuses to run a query that was prepared before a commit, and runs it prepared anew', async () => {
  const path = join(folder, 'data.db')
  const writer = openDatabase(path)
  await loadQuads(writer, [[named('a')]])
  const store = createSqliteStore(openDatabase(path, { readOnly: true }))
  const before = store.prepare(query)
  expect(await rowsOf(before.run().batches)).toBe(1)
  await loadQuads(writer, [[named('b')]])
  await expect(rowsOf(before.run().batches)).rejects.toThrow(StaleQuery)
  expect(await rowsOf(store.prepare(query).run().batches)).toBe(2)
  store.close()
  writer.close()
})
