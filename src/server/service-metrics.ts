import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type QueryOutcome, queryOutcomes } from './local/query-outcome.ts'
import { type QueryKind, queryKinds } from './local/running-queries.ts'

/** What is counted at the moment of asking. */
export interface PresentCounts {
  /** Queries that run, by kind. */
  readonly running: ReadonlyMap<QueryKind, number>
  readonly databases: { readonly online: number; readonly offline: number }
}

/** What a server counts of itself, in the text format of Prometheus. */
export interface ServiceMetrics {
  readonly contentType: string
  /** Counts a query or change that ended. */
  ended(kind: QueryKind, outcome: QueryOutcome, milliseconds: number): void
  text(present: PresentCounts): Promise<string>
}

/** Seconds: point look-ups take one millisecond, and the usual time limit is five minutes. */
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300]

/**
 * Nothing has been counted. Labels have a fixed number of values: names of databases and texts of queries are none.
 *
 * @param waiting tells how many queries wait for a process
 */
export function createServiceMetrics(waiting: () => number = () => 0): ServiceMetrics {
  const registry = new Registry()
  const registers = [registry]
  const durations = new Histogram({
    name: 'espalier_query_duration_seconds',
    help: 'Time from the beginning of a query or change until the last byte of its answer was read.',
    labelNames: ['kind', 'outcome'],
    buckets,
    registers,
  })
  const commits = new Counter({
    name: 'espalier_changes_total',
    help: 'Changes of databases that were carried out.',
    registers,
  })
  const running = new Gauge({
    name: 'espalier_queries_running',
    help: 'Queries and changes that are being carried out.',
    labelNames: ['kind'],
    registers,
  })
  const queue = new Gauge({
    name: 'espalier_queries_waiting',
    help: 'Queries that wait for a process.',
    registers,
  })
  const databases = new Gauge({
    name: 'espalier_databases',
    help: 'Databases, by state.',
    labelNames: ['state'],
    registers,
  })
  const memory = new Gauge({
    name: 'process_resident_memory_bytes',
    help: 'Memory of the main process, without those that carry out queries.',
    registers,
  })
  const started = new Gauge({
    name: 'process_start_time_seconds',
    help: 'When the server started, in seconds since 1970.',
    registers,
  })
  started.set(Math.round(Date.now() / 1000 - process.uptime()))
  for (const kind of queryKinds) for (const outcome of queryOutcomes) durations.zero({ kind, outcome })

  return {
    contentType: registry.contentType,
    ended(kind, outcome, milliseconds) {
      durations.observe({ kind, outcome }, milliseconds / 1000)
      if (kind === 'update' && outcome === 'done') commits.inc()
    },
    text(present) {
      for (const kind of queryKinds) running.set({ kind }, present.running.get(kind) ?? 0)
      for (const state of ['online', 'offline'] as const) databases.set({ state }, present.databases[state])
      queue.set(waiting())
      memory.set(process.memoryUsage.rss())
      return registry.metrics()
    },
  }
}
