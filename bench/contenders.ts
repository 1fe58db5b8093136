import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { compile } from '../src/compiler/compile.ts'
import { openDatabase } from '../src/index.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { printQuery } from '../src/sparql/print.ts'
import type { Statistics } from '../src/sparql/statistics.ts'
import { openDatabase as openFile } from '../src/store/sqlite/connection.ts'
import { createSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { handWrittenSql } from './hand-written-sql.ts'
import type { OxigraphOrder } from './oxigraph-worker.ts'
import { type QuestionName, questions } from './questions.ts'

/** One way to answer the questions. */
export interface Contender {
  readonly name: string
  /** Loads what has to be in memory. */
  prepare?(): Promise<void>
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

/** An answer that Oxigraph takes longer for, in milliseconds, is given up. */
const patience = 30_000

/** Oxigraph in memory, asked the generated SPARQL and asked one SELECT that joins everything, both with shaping. */
export function oxigraph(path: string, persons: number): readonly Contender[] {
  const plans = plansOf(path)
  return [
    oxigraphContender('Oxigraph, same SPARQL', persons, (question) => plans[question]),
    oxigraphContender('Oxigraph, single SELECT', persons, (question) => ({
      plan: plans[question].plan,
      sparql: questions[question].singleSelect,
    })),
  ]
}

/** Oxigraph in a thread of its own, which can be ended where a query takes too long. */
function oxigraphContender(
  name: string,
  persons: number,
  orderOf: (question: QuestionName) => OxigraphOrder,
): Contender {
  let worker: Promise<Worker> | undefined
  const start = async (): Promise<Worker> => {
    const started = new Worker(new URL('./oxigraph-worker.ts', import.meta.url), { workerData: persons })
    await once(started, 'message')
    return started
  }
  return {
    name,
    async prepare() {
      worker ??= start()
      await worker
    },
    async ask(question) {
      worker ??= start()
      const running = await worker
      running.postMessage(orderOf(question))
      try {
        const [json]: unknown[] = await once(running, 'message', { signal: AbortSignal.timeout(patience) })
        return String(json)
      } catch (error) {
        worker = undefined
        await running.terminate()
        throw error
      }
    },
    async close() {
      await (await worker)?.terminate()
    },
  }
}

type Plans = Record<QuestionName, OxigraphOrder>

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
