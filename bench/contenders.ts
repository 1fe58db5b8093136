import { Store as OxigraphStore } from 'oxigraph'
import { compile } from '../src/compiler/compile.ts'
import type { QueryPlan } from '../src/compiler/plan.ts'
import { shapeAnswer } from '../src/compiler/shape.ts'
import { openDatabase } from '../src/index.ts'
import { createNamer, defaultNamespaces } from '../src/rdf/namespaces.ts'
import { printQuery } from '../src/sparql/print.ts'
import type { Statistics } from '../src/sparql/statistics.ts'
import { openDatabase as openFile } from '../src/store/sqlite/connection.ts'
import { createSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { orderedSolutions, selectFrom } from '../test/oxigraph.ts'
import { handWrittenSql } from './hand-written-sql.ts'
import { type QuestionName, questions } from './questions.ts'
import { socialGraph } from './social-graph.ts'

/** One way to answer the questions. */
export interface Contender {
  readonly name: string
  ask(question: QuestionName): Promise<string>
  close(): Promise<void>
}

/** This engine through its API, in the calling process. */
export async function espalier(path: string): Promise<Contender> {
  const database = await openDatabase(path, { isolation: 'none' })
  return {
    name: 'Espalier',
    async ask(question) {
      const chunks: Uint8Array[] = []
      for await (const chunk of database.stream(questions[question].graphql)) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
    close: () => database.close(),
  }
}

/** SQL written by hand for the same file. */
export function byHand(path: string): Contender {
  const { ask, close } = handWrittenSql(path)
  return { name: 'SQL by hand', ask: async (question) => ask[question](), close: async () => close() }
}

/** Oxigraph in memory, asked the generated SPARQL and asked one SELECT that joins everything, both with shaping. */
export function oxigraph(path: string, persons: number): readonly Contender[] {
  const store = new OxigraphStore()
  for (const piece of socialGraph(persons)) {
    store.load(piece, { format: 'application/n-triples', no_transaction: true })
  }
  const plans = plansOf(path)
  const close = async (): Promise<void> => {}
  return [
    {
      name: 'Oxigraph, same SPARQL',
      ask: (question) => shaped(store, plans[question].sparql, plans[question].plan),
      close,
    },
    {
      name: 'Oxigraph, single SELECT',
      ask: (question) => shaped(store, questions[question].singleSelect, plans[question].plan),
      close,
    },
  ]
}

type Plans = Record<QuestionName, { readonly plan: QueryPlan; readonly sparql: string }>

function plansOf(path: string): Plans {
  const store = createSqliteStore(openFile(path, { readOnly: true }))
  const planned = (question: QuestionName, statistics: Statistics | undefined): Plans[QuestionName] => {
    const { plan } = compile(
      { query: questions[question].graphql },
      { namespaces: defaultNamespaces, statistics },
    )
    const sparql = printQuery(plan.query, { namespaces: defaultNamespaces, scope: 'none', prefixes: true })
    return { plan, sparql }
  }
  const statistics = store.statistics()
  const plans: Plans = {
    lookup: planned('lookup', statistics),
    page: planned('page', statistics),
    lists: planned('lists', statistics),
    everyone: planned('everyone', statistics),
    ordered: planned('ordered', statistics),
    filtered: planned('filtered', statistics),
  }
  store.close()
  return plans
}

async function shaped(store: OxigraphStore, sparql: string, plan: QueryPlan): Promise<string> {
  const rows = selectFrom(store, sparql)
  const solutions = orderedSolutions(rows, {
    grouping: plan.grouping,
    insertion: new Map(),
    places: new Map(),
  })
  let json = ''
  for await (const piece of shapeAnswer(solutions, plan.shape, createNamer(defaultNamespaces))) json += piece
  return json
}
