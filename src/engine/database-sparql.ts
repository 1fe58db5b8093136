import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '../errors.ts'
import type { RdfFormat } from '../rdf/formats.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import type { Term } from '../rdf/term.ts'
import type { ChangeReport, ChangeStep, OpenTransaction, UpdateText } from './change/change.ts'
import { createTransactions, type Transactions } from './change/transactions.ts'
import type { Database } from './database.ts'
import type { Engine } from './engine.ts'
import { fileSource } from './file-source.ts'
import type { LoadOptions, LoadReport, RdfSource } from './rdf-source.ts'
import type { SparqlExplanation, SparqlRequest } from './sparql/sparql-request.ts'
import { readFormats, readSparqlResult, type SparqlResult } from './sparql/sparql-result.ts'

/** A file by its path, in the syntax that its name tells; or bytes in a known syntax. */
export type LoadInput = string | RdfSource

/** How data is loaded or removed. */
export interface LoadSettings extends LoadOptions {
  /** IRI of the graph that triples without one belong to; the default graph otherwise. */
  readonly graph?: string
}

/** How a SPARQL query is answered. */
export interface SparqlQueryOptions extends Omit<SparqlRequest, 'query' | 'bindings'> {
  /** Terms that variables stand for, by name without `?` or `$`. */
  readonly bindings?: Readonly<Record<string, Term>>
  readonly signal?: AbortSignal
  /** Milliseconds; never above the limit of the database. */
  readonly timeout?: number
}

/** How an update is carried out. */
export interface UpdateOptions extends Omit<UpdateText, 'text'>, LoadOptions {
  /** An update matches what is stated: `true` is refused. */
  readonly reasoning?: false
}

/** What can be asked and changed, in a database and in a transaction of one. */
export interface SparqlAccess<Changed, Loaded = Changed> {
  /**
   * Answers a query of any form. Without `FROM` the default graph is asked, and `GRAPH` asks the named ones.
   *
   * @throws ServiceError `invalidQuery` with line and column, `queryTimeout`, `limitExceeded`
   */
  sparql(query: string, options?: SparqlQueryOptions): Promise<SparqlResult>
  /** Carries out an update, all of it or nothing. */
  update(text: string, options?: UpdateOptions): Promise<Changed>
  /** Adds the quads of all inputs, or of none. */
  load(input: LoadInput | readonly LoadInput[], settings?: LoadSettings): Promise<Loaded>
  /** Removes the quads of all inputs, or of none; a blank node is the one that an export gives that label. */
  remove(input: LoadInput | readonly LoadInput[], settings?: LoadSettings): Promise<Changed>
  /** Removes the triples of one graph by its IRI, or of several: `default`, `named` or `all`, which it is unless given. */
  clear(graph?: string): Promise<Changed>
}

/** Changes that nobody else sees until all of them are made in one commit. */
export interface Transaction extends SparqlAccess<void> {}

/** The SPARQL of a database in a program, with what a change and a load are told to have come to. */
export interface DatabaseSparql<Changed, Loaded> extends SparqlAccess<Changed, Loaded> {
  explainSparql(
    query: string,
    options?: SparqlQueryOptions & { readonly profile?: boolean },
  ): Promise<SparqlExplanation>
  /** A document of all quads, or of one graph, as they are at one moment, in pieces. */
  export(
    format: RdfFormat,
    options?: { readonly graph?: string; readonly signal?: AbortSignal },
  ): AsyncIterable<Uint8Array>
  /**
   * Does `work`, and then makes all of its changes in one commit; where it throws, none of them. Queries of the transaction
   * see its changes. Resolves to what `work` does.
   */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>
}

/** The SPARQL of a database of an engine, and what ends it. */
export interface OpenedSparql<Changed, Loaded> {
  readonly access: DatabaseSparql<Changed, Loaded>
  close(): Promise<void>
}

/** What a program is told of changes and loads. */
export interface Reports<Changed, Loaded> {
  readonly changed: (report: ChangeReport) => Changed
  readonly loaded: (report: LoadReport) => Loaded
}

/** @param learn is told the prefixes that loaded data declare */
export function openSparql<Changed, Loaded>(
  engine: Engine,
  database: Database,
  learn: (prefixes: Namespaces) => void,
  reports: Reports<Changed, Loaded>,
): OpenedSparql<Changed, Loaded> {
  let opened: Promise<{ readonly transactions: Transactions; readonly folder: string }> | undefined

  /** Made when the first transaction begins: most programs need none. */
  async function openTransactions(): Promise<{
    readonly transactions: Transactions
    readonly folder: string
  }> {
    const folder = await mkdtemp(join(tmpdir(), 'espalier-transactions-'))
    return { transactions: createTransactions(engine, { folder }), folder }
  }

  async function change(steps: readonly ChangeStep[], options: LoadOptions = {}): Promise<Changed> {
    const report = await engine.change(database, steps, options)
    learn(report.prefixes)
    return reports.changed(report)
  }

  async function ask(
    query: string,
    options: SparqlQueryOptions,
    within: OpenTransaction | undefined,
  ): Promise<SparqlResult> {
    const { request, rest } = requestOf(query, options)
    const settings = { ...rest, formats: readFormats, ...(within === undefined ? {} : { within }) }
    return readSparqlResult(await engine.sparql(database, request, settings))
  }

  return {
    access: {
      ...changes(change),
      // All sources are one step: indexes of a new database are made once.
      async load(input, { graph, ...options } = {}) {
        const report = await engine.load(database, sourcesOf(input, graph), options)
        learn(report.prefixes)
        return reports.loaded(report)
      },
      sparql: (query, options = {}) => ask(query, options, undefined),
      async explainSparql(query, { profile = false, ...options } = {}) {
        const { request, rest } = requestOf(query, options)
        return engine.explainSparql(database, request, { ...rest, profile })
      },
      async *export(format, options = {}) {
        yield* await engine.exportGraph(database, format, options)
      },
      async transaction(work) {
        opened ??= openTransactions()
        const { transactions } = await opened
        const id = await transactions.begin(database)
        const add = async (steps: readonly ChangeStep[], options: LoadOptions = {}): Promise<void> => {
          await transactions.add(id, database, steps, options)
        }
        try {
          const result = await work({
            ...changes(add),
            sparql: (query, options = {}) =>
              transactions.within(id, database, (within) => ask(query, options, within)),
          })
          learn((await transactions.commit(id, database)).prefixes)
          return result
        } catch (error) {
          // What failed is what the caller has to hear.
          await transactions.rollback(id, database).catch(() => {})
          throw error
        }
      },
    },
    async close() {
      if (opened === undefined) return
      const { transactions, folder } = await opened
      await transactions.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

type Change<Changed> = (steps: readonly ChangeStep[], options?: LoadOptions) => Promise<Changed>

/** The ways to change a database, each by steps that `change` carries out. */
function changes<Changed>(change: Change<Changed>): Omit<SparqlAccess<Changed>, 'sparql'> {
  return {
    async update(text, { signal, onProgress, reasoning = false, ...update } = {}) {
      if (reasoning)
        throw new ServiceError('unsupported', 'An update takes no reasoning: leave "reasoning" out.')
      const options = { ...(signal && { signal }), ...(onProgress && { onProgress }) }
      return change([{ kind: 'update', update: { text, ...update } }], options)
    },
    async load(input, { graph, ...options } = {}) {
      return change(
        sourcesOf(input, graph).map((source) => ({ kind: 'add', source })),
        options,
      )
    },
    async remove(input, { graph, ...options } = {}) {
      return change(
        sourcesOf(input, graph).map((source) => ({ kind: 'remove', source })),
        options,
      )
    },
    async clear(graph = 'all') {
      const isWord = graph === 'default' || graph === 'named' || graph === 'all'
      return change([{ kind: 'clear', graphs: isWord ? graph : { iri: graph } }])
    },
  }
}

function sourcesOf(input: LoadInput | readonly LoadInput[], graph: string | undefined): readonly RdfSource[] {
  return (isList(input) ? input : [input]).map((one) => {
    const source = typeof one === 'string' ? fileSource(one) : one
    return graph === undefined ? source : { ...source, graph }
  })
}

function isList(input: LoadInput | readonly LoadInput[]): input is readonly LoadInput[] {
  return Array.isArray(input)
}

function requestOf(
  query: string,
  { bindings, signal, timeout, ...parameters }: SparqlQueryOptions,
): {
  readonly request: SparqlRequest
  readonly rest: { readonly signal?: AbortSignal; readonly timeout?: number }
} {
  return {
    request: {
      query,
      ...parameters,
      ...(bindings !== undefined && { bindings: new Map(Object.entries(bindings)) }),
    },
    rest: { ...(signal && { signal }), ...(timeout !== undefined && { timeout }) },
  }
}
