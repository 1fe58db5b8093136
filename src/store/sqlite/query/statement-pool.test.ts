import { expect, it } from 'vitest'
import { iri } from '../../../rdf/term.ts'
import type { Operation } from '../../../sparql/algebra.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore } from '../sqlite-store.ts'

it('says of a query that is too large for one statement that it is', async () => {
  const store = createSqliteStore(openDatabase(inMemory))
  const columns = Array.from({ length: 3_000 }, (_, index) => `v${index}`)
  const row = columns.map(() => iri('http://example.org/a'))
  const operation: Operation = { kind: 'values', variables: columns, rows: [row] }
  const batches = store.select({ kind: 'select', operation }).batches[Symbol.asyncIterator]()
  await expect(batches.next()).rejects.toMatchObject({
    kind: 'limitExceeded',
    message: 'The query is too large for the embedded store: too many columns in result set.',
  })
  store.close()
})
