import { compile } from '../src/compiler/compile.ts'
import { createPlanCache } from '../src/engine/graphql/plan-cache.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { openDatabase } from '../src/store/sqlite/connection.ts'
import { createSqliteStore } from '../src/store/sqlite/sqlite-store.ts'

/** A query of twenty fields in two levels, of what the graph has and of what it has not. */
const query = `{ Person(first: 1, orderBy: name) {
  name age email company { name city } knows { name age email }
  ${Array.from({ length: 11 }, (_, index) => `extra${index} @optional`).join(' ')} } }`

/** Milliseconds of the steps before a query runs, and of the run itself, medians. */
export interface CompileTimes {
  /** GraphQL text to algebra and shape, nothing remembered. */
  readonly compiled: number
  /** Algebra to a statement. */
  readonly translated: number
  /** The same request looked up in the cache of plans. */
  readonly remembered: number
  /** Running it, until its rows are read. */
  readonly run: number
}

/** Times compiling a query of twenty fields on a database file. */
export async function compileTimes(path: string): Promise<CompileTimes> {
  const store = createSqliteStore(openDatabase(path, { readOnly: true }))
  const statistics = store.statistics()
  const facts = { namespaces: defaultNamespaces, statistics }
  const { plan } = compile({ query }, facts)
  const plans = createPlanCache(store)
  const take = () => plans.take({ query }, { namespaces: defaultNamespaces })
  const times = {
    compiled: median(() => compile({ query }, facts)),
    translated: median(() => store.prepare(plan.query, plan)),
    remembered: median(take),
    run: await medianRun(async () => {
      for await (const _ of take().prepared.run().batches);
    }),
  }
  store.close()
  return times
}

const runs = 500

function median(work: () => unknown): number {
  const times: number[] = []
  for (let run = 0; run < 2 * runs; run++) {
    const start = performance.now()
    work()
    times.push(performance.now() - start)
  }
  return middle(times.slice(runs))
}

async function medianRun(work: () => Promise<void>): Promise<number> {
  const times: number[] = []
  for (let run = 0; run < 10; run++) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return middle(times)
}

function middle(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN
}
