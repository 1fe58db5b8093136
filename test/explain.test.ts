import { expect, it } from 'vitest'
import { compile } from '../src/compiler/compile.ts'
import { explain } from '../src/compiler/explain.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'
import { createSqliteStore } from '../src/store/sqlite/sqlite-store.ts'

it('explains a query on a new database, to the letter', async () => {
  const store = createSqliteStore(openDatabase(inMemory))
  const compiled = compile(
    { query: '{ Character { name } }' },
    { namespaces: defaultNamespaces, statistics: store.statistics() },
  )
  expect(explain(compiled, store.plan(compiled.plan.query, compiled.plan))).toMatchObject({
    sparql: 'SELECT *\nFROM <tag:stardog:api:context:local>\n{\n?0 rdf:type :Character .\n?0 :name ?1 .\n}\n',
    fields: { '0': { '1': 'name' } },
    plan: {
      dataset: { from: ['tag:stardog:api:context:local'] },
      prefixes: { '': 'http://api.stardog.com/' },
      plan: { label: 'Projection(?0, ?1)', cardinality: 1 },
    },
  })
  store.close()
})
