import type { DatabaseSync } from 'node:sqlite'
import { iri } from '../../rdf/term.ts'
import type { SelectQuery } from '../../sparql/algebra.ts'
import { compileExpression } from '../../sparql/evaluate.ts'
import type { GraphSet } from '../../sparql/graph-access.ts'
import { meantTerm } from '../../sparql/meant-term.ts'
import type { PlanNode } from '../../sparql/plan-node.ts'
import type { Statistics } from '../../sparql/statistics.ts'
import type { PreparedQuery, SelectOptions, Store } from '../store.ts'
import { vocabularyStateReader } from './change/vocabulary-changes.ts'
import { versionReader } from './connection.ts'
import { Dictionary } from './dictionary/dictionary.ts'
import { type Connection, runSelect } from './query/prepared-select.ts'
import { answerAsk, answerGraph, type FormConnection } from './query/query-forms.ts'
import { defineAggregates } from './query/sql-aggregates.ts'
import { type CalledExpression, defineFunctions } from './query/sql-functions.ts'
import { createStatementPool } from './query/statement-pool.ts'
import { createEstimator, type Estimator } from './select/estimate.ts'
import type { Layout } from './select/layout.ts'
import { type Measurement, type Measurements, measureParts } from './select/measure-parts.ts'
import { type Namer, planTree } from './select/plan-tree.ts'
import type { Select } from './select/select.ts'
import { type Ordering, selectText } from './select/select-text.ts'
import type { Sql, SqlValue } from './select/sql.ts'
import { integer } from './sql-value.ts'
import { statisticsReader } from './statistics.ts'
import { translateQuery } from './translate/translate.ts'
import type { DatabaseFacts } from './translate/translation.ts'

/** How an embedded store is set up. */
export interface SqliteStoreOptions {
  /** The dictionary of the connection, where others share it; else the store has one of its own. */
  readonly dictionary?: Dictionary
  /** Shortens IRIs in the labels of plans; `<iri>` unless given. */
  readonly namer?: Namer
}

/** A query of an embedded store, with the statement that answers it. */
export interface PreparedSelect extends PreparedQuery {
  readonly text: string
  readonly parameters: readonly SqlValue[]
}

/** The embedded store. */
export interface SqliteStore extends Store {
  prepare(query: SelectQuery, options?: SelectOptions): PreparedSelect
  /** Changes with every change of the vocabulary that the connection sees, also one that is not committed, or taken back. */
  vocabularyVersion(): number
  /** The database is being changed through the same connection: what was read and planned before holds no longer. */
  changed(): void
  /** A change through the same connection was taken back: terms that it made are none. */
  rolledBack(): void
  /** Whether rows of a query are being read, which closing the store would end. */
  isRunning(): boolean
}

/**
 * The store over an open database, made by `openDatabase`. Reads only; closing it closes the database.
 */
export function createSqliteStore(database: DatabaseSync, options: SqliteStoreOptions = {}): SqliteStore {
  const dictionary = options.dictionary ?? new Dictionary(database)
  const namer = options.namer ?? ((iri: string) => `<${iri}>`)
  let revision = 0
  const version = revisionReader(database, () => revision)
  const vocabulary = vocabularyReader(database)
  const connection: Connection = {
    database,
    dictionary,
    statements: createStatementPool(database),
    version,
    expressions: defineFunctions(database, dictionary),
    running: { queries: 0 },
  }
  defineAggregates(database, dictionary)
  const statistics = statisticsReader(database, dictionary, version)
  let estimator: { readonly statistics: Statistics; readonly value: Estimator } | undefined
  const currentEstimator = () => {
    const now = statistics()
    if (estimator?.statistics !== now) estimator = { statistics: now, value: createEstimator(now) }
    return estimator.value
  }
  // Counts are those of all graphs: who sees some of them only is told none, and none decide for them.
  const withoutCounts = createEstimator(undefined)
  const factsWithin = (readable: GraphSet | undefined): QueryFacts =>
    readable === undefined
      ? databaseFacts(connection, currentEstimator())
      : readableFacts(databaseFacts(connection, withoutCounts), readable, connection)
  const prepare = (query: SelectQuery, selectOptions: SelectOptions = {}): PreparedSelect => {
    const preparedVersion = version()
    const facts = factsWithin(query.dataset?.within)
    const ordering = facts.readable === undefined ? 'numbers' : 'content'
    const select = translateQuery(query, selectOptions.grouping ?? [], facts)
    const { text, parameters, layouts } = selectText(select, facts.estimator, ordering)
    const { variables } = select
    const { expressions } = facts
    let measurement: Measurement | undefined
    return {
      text,
      parameters,
      version: preparedVersion,
      get plan(): PlanNode {
        if (measurement === undefined) return planTree(select, layouts, facts.estimator, namer)
        const parts = measurementsOf(select, lookedUp(layouts.values()), { ...facts, ordering }, connection)
        return { ...planTree(select, layouts, facts.estimator, namer, parts), ...measurement }
      },
      run: () =>
        runSelect(
          { text, parameters, variables, expressions, version: preparedVersion },
          connection,
          selectOptions,
          (measured) => {
            if (selectOptions.profile === true) measurement = measured
          },
        ),
    }
  }
  const select: Store['select'] = (query, selectOptions) => prepare(query, selectOptions).run()
  const forms: FormConnection = { database, dictionary, select }
  return {
    version,
    vocabularyVersion: vocabulary.version,
    statistics,
    prepare,
    select,
    ask: (query, runOptions = {}) => answerAsk(forms, query, runOptions),
    graph: (query, runOptions = {}) => answerGraph(forms, query, runOptions),
    plan: (query, selectOptions) => prepare(query, selectOptions).plan,
    changed: () => {
      revision += 1
    },
    rolledBack: () => {
      revision += 1
      dictionary.clear()
      vocabulary.takenBack()
    },
    isRunning: () => connection.running.queries > 0,
    close: () => database.close(),
  }
}

/** Reads a number that changes with every commit of the database, and whenever `revision` does. */
function revisionReader(database: DatabaseSync, revision: () => number): () => number {
  const readVersion = versionReader(database)
  let number = 0
  let last: readonly [number, number] = [-1, -1]
  return () => {
    const now = [readVersion(), revision()] as const
    if (now[0] !== last[0] || now[1] !== last[1]) number += 1
    last = now
    return number
  }
}

/** Reads a number that is another one whenever the count of changes of the vocabulary is found to be. */
function vocabularyReader(database: DatabaseSync): { version(): number; takenBack(): void } {
  const readChanges = vocabularyStateReader(database)
  let number = 0
  let last = -1
  let committed = -1
  return {
    version() {
      const now = readChanges()
      if (now !== last) number += 1
      last = now
      if (!database.isTransaction) committed = now
      return number
    },
    takenBack() {
      // The next change may come to the count that the one taken back had come to.
      if (last !== committed) last = -1
    },
  }
}

/** The selects that are not made whole, but found row by row. */
function lookedUp(layouts: Iterable<Layout>): ReadonlySet<Select> {
  const found = [...layouts].flatMap(({ loops }) => loops.filter(({ reach }) => reach?.kind === 'lookup'))
  return new Set(found.flatMap(({ source }) => (source.kind === 'derived' ? [source.select] : [])))
}

/** Runs parts of a query by themselves and counts their rows. */
function measurementsOf(
  query: Select,
  lookups: ReadonlySet<Select>,
  facts: QueryFacts & { readonly ordering: Ordering },
  { statements, expressions }: Connection,
): Measurements {
  const deactivate = expressions.activate(facts.expressions)
  try {
    const isKept = (part: Select) => !lookups.has(part)
    return measureParts(query, isKept, (part) => {
      const { text: inner, parameters } = selectText(part, facts.estimator, facts.ordering)
      const text = `SELECT count(*) FROM (${inner})`
      const statement = statements.take(text)
      const start = performance.now()
      const row: unknown = statement.get(...parameters)
      const milliseconds = performance.now() - start
      statements.give(text, statement)
      return { rows: integer(Array.isArray(row) ? row[0] : undefined), milliseconds }
    })
  } finally {
    deactivate()
  }
}

/** Facts for one query, and the expressions that its statement will call. */
interface QueryFacts extends DatabaseFacts {
  readonly expressions: readonly CalledExpression[]
}

function databaseFacts(
  { database, dictionary, statements, expressions }: Connection,
  estimator: Estimator,
): QueryFacts {
  const called: CalledExpression[] = []
  return {
    estimator,
    expressions: called,
    lookup: (term) => dictionary.lookup(meantTerm(term)),
    cellOf: (term) => dictionary.cellOf(meantTerm(term)),
    namedGraphs: () =>
      database
        .prepare('SELECT g FROM graph_count WHERE g <> 0 AND quads > 0 ORDER BY g')
        .all()
        .map((row) => integer(row['g'])),
    countTerms(index, condition, most) {
      const { text, parameters } = countText(index, condition, most)
      const statement = statements.take(text)
      const row: unknown = statement.get(...parameters)
      statements.give(text, statement)
      return integer(Array.isArray(row) ? row[0] : undefined)
    },
    register(expression, variables) {
      // Unknown functions and wrong numbers of arguments are told before anything runs.
      compileExpression(expression, variables)
      const number = expressions.nextNumber()
      called.push({ number, expression, variables })
      return number
    },
  }
}

/** The same facts for whoever sees some graphs only: nothing in them is of others. */
function readableFacts(
  facts: QueryFacts,
  readable: GraphSet,
  { database, dictionary }: Connection,
): QueryFacts {
  const unknown = -1
  let graphs: readonly number[] | undefined
  const readableGraphs = (): readonly number[] => {
    if (readable.named === 'all') return facts.namedGraphs()
    const numbers = readable.named.map((name) => dictionary.lookup(iri(name)) ?? unknown)
    return database
      .prepare(
        'SELECT g FROM graph_count WHERE g IN (SELECT value FROM json_each(?)) AND g <> 0 AND quads > 0 ORDER BY g',
      )
      .all(JSON.stringify(numbers))
      .map((row) => integer(row['g']))
  }
  return {
    ...facts,
    readable,
    lookup: (term) => facts.lookup(term) ?? unknown,
    countTerms: (_index, _condition, most) => most,
    namedGraphs: () => {
      graphs ??= readableGraphs()
      return graphs
    },
  }
}

function countText(
  index: string,
  condition: Sql,
  most: number,
): { readonly text: string; readonly parameters: readonly SqlValue[] } {
  const parameters: SqlValue[] = []
  const where = condition.map((part) => {
    if (typeof part === 'string') return part
    if (part.kind !== 'parameter') throw new Error('A condition on terms speaks of other columns.')
    parameters.push(part.value)
    return '?'
  })
  return {
    text: `SELECT count(*) FROM (SELECT 1 FROM term INDEXED BY ${index} WHERE ${where.join('')} LIMIT ${most})`,
    parameters,
  }
}
