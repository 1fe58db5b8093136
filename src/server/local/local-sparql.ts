import type { DatabaseEntry } from '../../catalog/catalog.ts'
import type { ChangeReport, ChangeStep, OpenTransaction } from '../../engine/change/change.ts'
import type { HomeDatabase } from '../../engine/database.ts'
import { timeoutError } from '../../engine/failures.ts'
import { askerOf } from '../sign-in/asker-of.ts'
import type { Caller } from '../sign-in/caller.ts'
import { requireMay } from '../sign-in/may.ts'
import type { ChangeOptions, SparqlService } from '../sparql-service.ts'
import { withinTimeOf } from './database-reference.ts'
import type { LocalParts } from './local-parts.ts'
import { nameDatabase } from './name-database.ts'

/** SPARQL and the data of the databases of a home folder in this process, as a caller has them, or the owner of the folder. */
export function localSparql(parts: LocalParts, caller?: Caller): SparqlService {
  const { engine, catalog, defaults, running, timeout: most } = parts
  const user = askerOf(caller)
  const transactions = user === undefined ? parts.transactions : parts.transactions.of(user)
  const databaseOf = (entry: DatabaseEntry): HomeDatabase => parts.databaseOf(entry, caller)

  /** Does work that sees a database, or what a transaction makes of it. */
  async function reading<Result>(
    entry: DatabaseEntry,
    transaction: string | undefined,
    work: (database: HomeDatabase, seen: { readonly within?: OpenTransaction }) => Promise<Result>,
  ): Promise<Result> {
    const database = databaseOf(entry)
    return nameDatabase(
      entry,
      transaction === undefined
        ? work(database, {})
        : transactions.within(transaction, database, (within) => work(database, { within })),
    )
  }

  async function change(
    name: string,
    steps: readonly ChangeStep[],
    { transaction, ...options }: ChangeOptions,
  ): Promise<ChangeReport> {
    const entry = catalog.getOnline(name)
    const database = databaseOf(entry)
    return nameDatabase(
      entry,
      transaction === undefined
        ? engine.change(database, steps, options)
        : transactions.add(transaction, database, steps, options),
    )
  }

  return {
    async query(name, request, { transaction, ...options }) {
      const entry = catalog.getOnline(name)
      const description = { kind: 'sparql', database: name, text: request.query, user } as const
      const settings = withinTimeOf(entry, defaults, options)
      return running.answer(description, options.signal, (signal) =>
        reading(entry, transaction, (database, seen) =>
          engine.sparql(database, request, { ...settings, ...seen, signal }),
        ),
      )
    },

    async explainQuery(name, request, { transaction, ...options } = {}) {
      const entry = catalog.getOnline(name)
      const description = { kind: 'sparql', database: name, text: request.query, user } as const
      const settings = withinTimeOf(entry, defaults, options)
      return running.work(description, options.signal, (signal) =>
        reading(entry, transaction, (database, seen) =>
          engine.explainSparql(database, request, { ...settings, ...seen, signal }),
        ),
      )
    },

    async change(name, steps, options = {}) {
      if (options.transaction !== undefined) return change(name, steps, options)
      const text = `Change of data: ${steps.map(({ kind }) => kind).join(', ')}`
      return running.work({ kind: 'update', database: name, text, user }, options.signal, (signal) =>
        change(name, steps, { ...options, signal }),
      )
    },

    async update(name, update, options = {}) {
      const description = { kind: 'update', database: name, text: update.text, user } as const
      const asked = { timeout: Math.min(options.timeout ?? most, most) }
      const { timeout } = withinTimeOf(catalog.get(name), defaults, asked)
      return running.work(description, options.signal, (signal) =>
        withinTime(timeout, signal, (ended) =>
          change(name, [{ kind: 'update', update }], { ...options, signal: ended }),
        ),
      )
    },

    async export(name, format, { transaction, ...options } = {}) {
      const entry = catalog.getOnline(name)
      const text = options.graph === undefined ? 'Export' : `Export of <${options.graph}>`
      const { chunks } = await running.answer(
        { kind: 'export', database: name, text, user },
        options.signal,
        async (signal) => ({
          chunks: await reading(entry, transaction, (database, seen) =>
            engine.exportGraph(database, format, { ...options, ...seen, signal }),
          ),
        }),
      )
      return chunks
    },

    begin: async (name) => transactions.begin(databaseOf(catalog.getOnline(name))),

    async commit(name, transaction) {
      const entry = catalog.getOnline(name)
      const database = databaseOf(entry)
      const text = `Commit of transaction ${transaction}`
      return running.work({ kind: 'update', database: name, text, user }, undefined, async (signal) => {
        // Whoever began it may have lost the right to change the database since.
        await transactions.within(transaction, database, async ({ steps }) => {
          if (steps.length > 0) requireMay(caller, 'WRITE', 'db', name)
        })
        return nameDatabase(entry, transactions.commit(transaction, database, { signal }))
      })
    },

    rollback: async (name, transaction) =>
      transactions.rollback(transaction, databaseOf(catalog.getOnline(name))),
  }
}

/** What work comes to that ends when its time is over. */
async function withinTime<Result>(
  milliseconds: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(), Math.min(milliseconds, longestTimer))
  try {
    return await work(AbortSignal.any([signal, over.signal]))
  } catch (error) {
    throw over.signal.aborted ? timeoutError(milliseconds) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Milliseconds that a timer can wait, almost 25 days. */
const longestTimer = 2 ** 31 - 1
