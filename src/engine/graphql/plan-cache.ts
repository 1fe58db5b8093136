import { type Compiled, type CompileFacts, compile } from '../../compiler/compile.ts'
import { normaliseQuery } from '../../compiler/normalise-query.ts'
import { createNamer, type Namer } from '../../rdf/namespaces.ts'
import { BoundedMap } from '../../store/sqlite/dictionary/bounded-map.ts'
import type { PreparedQuery, Store } from '../../store/store.ts'
import type { GraphQLRequest } from './answer.ts'

/** A request that is ready to run on a store. */
export interface ReadyQuery {
  readonly compiled: Compiled
  readonly prepared: PreparedQuery
  /** Names of the nodes in its answer. */
  readonly namer: Namer
}

/** What a request is compiled against, beside the store. The limits are the same for every request of a cache. */
export interface QueryFacts extends Omit<CompileFacts, 'statistics'> {
  /** Of the text of the schema: the namespaces and it decide what the schema is. */
  readonly schemaId?: string | undefined
}

/** The requests that were asked of a store lately, compiled. */
export interface PlanCache {
  /** Compiles a request, or remembers it. Throws a `RefusedQuery`. */
  take(request: GraphQLRequest, facts: QueryFacts): ReadyQuery
}

/** Answers of introspection are parts of plans, and can be megabytes: fewer of those whose text is longer than this are kept. */
const longText = 65_536
const longCapacity = 2

/** UTF-16 code units of a request that is worth remembering: longer ones are rarely asked twice. */
const longest = 16_384

/**
 * An empty cache for a store. What it holds is valid for one version of the store.
 *
 * @param capacity requests that are remembered at least
 */
export function createPlanCache(store: Store, capacity = 500): PlanCache {
  const ready = new BoundedMap<string, ReadyQuery>(capacity)
  const long = new BoundedMap<string, ReadyQuery>(longCapacity)
  const normalised = new BoundedMap<string, string>(capacity)
  let version = -1

  function normalForm(text: string): string {
    let form = normalised.get(text)
    if (form === undefined) {
      form = normaliseQuery(text)
      normalised.set(text, form)
    }
    return form
  }

  return {
    take(request, facts) {
      // One that is too long in itself must not be answered because a shorter spelling of it was.
      const most = Math.min(longest, facts.limits?.length ?? longest)
      if (request.query.length > most) return readyQuery(store, request, facts)
      const current = store.version()
      if (current !== version) {
        ready.clear()
        long.clear()
      }
      version = current
      const key = JSON.stringify([
        normalForm(request.query),
        request.variables,
        request.operationName,
        facts.defaultLimit,
        facts.graphs,
        facts.schemaId,
        facts.reasoner?.id,
        ...facts.namespaces,
      ])
      if (key.length > longest) return readyQuery(store, request, facts)
      const known = ready.get(key) ?? long.get(key)
      if (known !== undefined) return known
      const query = readyQuery(store, request, facts)
      const kept = constantLength(query.compiled) > longText ? long : ready
      kept.set(key, query)
      return query
    },
  }
}

function constantLength({ operation }: Compiled): number {
  return operation.roots.reduce((sum, root) => sum + (root.kind === 'constant' ? root.json.length : 0), 0)
}

/** Compiles a request for a store. Throws a `RefusedQuery`. */
export function readyQuery(
  store: Store,
  request: GraphQLRequest,
  facts: QueryFacts,
  profile = false,
): ReadyQuery {
  const version = store.version()
  const compiled = compile(request, { ...facts, statistics: store.statistics() })
  const { query, grouping, parts, decode } = compiled.plan
  const prepared = store.prepare(query, { grouping, parts, decode, profile })
  // A commit came between: what the counts said may not hold any more.
  if (prepared.version !== version) return readyQuery(store, request, facts, profile)
  const { operation } = compiled
  return { compiled, prepared, namer: createNamer(operation.namespaces, operation.aliases) }
}
