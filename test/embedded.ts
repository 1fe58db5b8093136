import { compile } from '../src/compiler/compile.ts'
import { shapeAnswer } from '../src/compiler/shape.ts'
import type { AnswerForm } from '../src/compiler/write-json.ts'
import { createNamer, defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { Quad } from '../src/rdf/term.ts'
import type { Reasoner } from '../src/reasoning/reasoner.ts'
import { loadQuads } from '../src/store/sqlite/change/load.ts'
import { inMemory, openDatabase } from '../src/store/sqlite/connection.ts'
import { createSqliteStore, type SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import type { ReferenceRequest } from './reference/operation-facts.ts'
import { schemaFacts } from './schema-facts.ts'

/** An embedded store in memory that holds these quads. */
export async function embeddedOf(quads: readonly Quad[]): Promise<SqliteStore> {
  const database = openDatabase(inMemory)
  await loadQuads(database, [quads])
  return createSqliteStore(database)
}

/** The embedded store's answer to a request, by a schema and with a reasoner where there are: text of `{"data": …}`. */
export async function embeddedAnswer(
  store: SqliteStore,
  request: ReferenceRequest,
  form: AnswerForm = 'nodes',
  schema?: string,
  reasoner?: Reasoner,
): Promise<string> {
  const statistics = store.statistics()
  const { operation, plan } = compile(request, {
    namespaces: defaultNamespaces,
    statistics,
    reasoner,
    ...schemaFacts(schema),
  })
  const solutions = store.select(plan.query, { grouping: plan.grouping })
  let json = ''
  const namer = createNamer(operation.namespaces, operation.aliases)
  for await (const piece of shapeAnswer(solutions, plan.shape, namer, form)) json += piece
  return json
}
