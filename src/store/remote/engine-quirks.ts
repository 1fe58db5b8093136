import type { Operation } from '../../sparql/algebra.ts'
import type { Query } from '../../sparql/query-form.ts'
import type { Update } from '../../sparql/update.ts'
import type { UnionScope } from './endpoint.ts'
import type { SpecialGraphNames } from './text/endpoint-dataset.ts'
import { flattenExists } from './text/flatten-exists.ts'
import { filterByIf } from './virtuoso/computed-conditions.ts'
import { filterOperands } from './virtuoso/conditions-of-unions.ts'
import { guardNumbers } from './virtuoso/numbers.ts'
import { orderAggregates } from './virtuoso/order-aggregates.ts'
import { beginPaths } from './virtuoso/repeated-paths.ts'
import { limitOffsets, orderSlices, sliceSubselects } from './virtuoso/slices.ts'
import { typeBooleans } from './virtuoso/typed-booleans.ts'
import { guardUnbound } from './virtuoso/unbound-variables.ts'
import { dropUnusedBinds } from './virtuoso/unused-binds.ts'
import { insertBlankNodes, refuseSeveralGraphs } from './virtuoso/updates.ts'
import { filterValues, literalsFirst } from './virtuoso/values.ts'

/** A change of every query that an engine is asked, because of what the engine does otherwise. */
export interface QueryQuirk {
  /** What the engine does, and what the standard says. */
  readonly reason: string
  /** A query that means the same. */
  readonly rewrite: (query: Query) => Query
}

/** A change of every operation of an update that an engine is told, because of what the engine does otherwise. */
export interface UpdateQuirk {
  /** What the engine does, and what the standard says. */
  readonly reason: string
  /**
   * An operation that does the same.
   *
   * @throws ServiceError `unsupported` where there is none
   */
  readonly rewrite: (operation: Update) => Update
}

/** Where an engine is known to differ from the standard, or has words of its own. */
export interface EngineQuirks {
  /** How its header `Server` begins; absent: it does not tell of itself. */
  readonly server?: RegExp
  /** How its union of all graphs is asked for, where its data cannot tell. */
  readonly union?: UnionScope
  /** What it calls graphs that have no IRI in the standard. */
  readonly graphNames?: SpecialGraphNames
  /** The IRI by which a query names a blank node, whose label is the same in each of its answers; absent: there is none. */
  readonly blankNodeIri?: (label: string) => string
  /** The syntax in which it tells solutions better than in JSON, and why. */
  readonly results?: { readonly format: 'xml'; readonly reason: string }
  /** In the order in which they are applied, to a query that is otherwise ready to be printed. */
  readonly queries: readonly QueryQuirk[]
  /** In the order in which they are applied, to operations that are otherwise ready to be printed. */
  readonly updates?: readonly UpdateQuirk[]
  /** Whether there is no graph without a name, into which triples could go; absent: there is one. */
  readonly onlyNamedGraphs?: boolean
  /** Why several operations in one request are not carried out all or none; absent: they are. */
  readonly partialUpdates?: string
}

/** The engines that are known, by the names that the option `remote.engine` takes. */
export const engines: Readonly<Record<string, EngineQuirks>> = {
  espalier: {
    union: { iri: 'tag:stardog:api:context:local' },
    graphNames: { default: 'tag:stardog:api:context:default', named: 'tag:stardog:api:context:named' },
    queries: [],
  },
  fuseki: {
    server: /^(Apache )?Jena Fuseki/i,
    graphNames: { default: 'urn:x-arq:DefaultGraph', named: 'urn:x-arq:UnionGraph' },
    queries: [],
  },
  graphdb: { union: 'default', queries: [] },
  neptune: { union: 'default', queries: [] },
  qlever: { union: 'default', queries: [] },
  stardog: {
    union: { iri: 'tag:stardog:api:context:local' },
    graphNames: { default: 'tag:stardog:api:context:default', named: 'tag:stardog:api:context:named' },
    queries: [],
  },
  virtuoso: {
    server: /^Virtuoso\//,
    union: 'default',
    // Its labels are such IRIs: nodeID://b10000.
    blankNodeIri: (label) => label,
    results: {
      format: 'xml',
      reason: 'It writes XML three times as fast as JSON, in which it also has "1" for the boolean true.',
    },
    updates: [
      {
        reason:
          'Blank nodes in INSERT DATA are an error (SP031); SPARQL 1.1 Update, 3.1.1: they are new nodes.',
        rewrite: insertBlankNodes,
      },
      {
        reason: 'It answers CLEAR and DROP of ALL and NAMED with success, and removes nothing.',
        rewrite: refuseSeveralGraphs,
      },
    ],
    onlyNamedGraphs: true,
    partialUpdates: 'it commits the operations of an update one by one',
    queries: [
      {
        reason:
          'For EXISTS within EXISTS it looks anew for each row: four times the time of one pattern that asks for both.',
        rewrite: (query) => ({ ...query, operation: flattenExists(query.operation) }),
      },
      {
        reason:
          'A path p+ or p* is an error where neither end is known (TR... transitive start not given), loses rows as an OPTIONAL, beside UNION and beside other paths, and p+ never leads from a node to itself; SPARQL 1.1, 9.3: the ends of each way.',
        rewrite: throughout(beginPaths),
      },
      {
        reason:
          'FILTER(EXISTS { … }) on a UNION, where that is within another one, makes SQL that it does not understand itself (SQ142 Different number of expected and generated columns).',
        rewrite: throughout(filterOperands),
      },
      {
        reason:
          'Something compared with what is unbound is true or false; SPARQL 1.1, 17.2: an error, which fails FILTER.',
        rewrite: throughout(guardUnbound),
      },
      {
        reason:
          'FILTER(BOUND(?x)) of an ?x that BIND computes, in UNION, is an internal error of its compiler (SP031 sparp_gp_deprecate).',
        rewrite: throughout(filterByIf),
      },
      {
        reason:
          'A sum with what is no number is 1, or fails the whole query (SR087), and such things are greater than numbers; SPARQL 1.1, 17.3: an error.',
        rewrite: throughout(guardNumbers),
      },
      {
        reason: 'Booleans that expressions make are the integers 0 and 1; SPARQL 1.1, 17.3: xsd:boolean.',
        rewrite: throughout(typeBooleans),
      },
      {
        reason:
          'EXISTS within EXISTS is an internal error of its compiler where BIND stands beside it (SP031 sparp_find_origin_of_external_var): what nobody uses is not computed.',
        rewrite: throughout(dropUnusedBinds),
      },
      {
        reason:
          'It joins inline data (VALUES) that is an operand of UNION by itself with the other operands.',
        rewrite: throughout(filterValues),
      },
      {
        reason: 'A text after an IRI in inline data (VALUES) is taken for an IRI too, not so one before it.',
        rewrite: throughout(literalsFirst),
      },
      {
        reason:
          'It orders what MIN and MAX of a subselect give by numbers of its tables, where it has held other data before; SPARQL 1.1, 15.1: by their values.',
        rewrite: throughout(orderAggregates),
      },
      {
        reason:
          'It takes an OFFSET without LIMIT off its limit of rows: fewer rows come, or an error (SR350 TOP parameter < 0).',
        rewrite: throughout(limitOffsets),
      },
      {
        reason:
          'It disregards LIMIT and OFFSET of a subselect with EXISTS in it that has no order, in some of its plans, and takes other groups of one for each operand of UNION beside it.',
        rewrite: throughout(orderSlices),
      },
      {
        reason:
          'It sorts no more than 10,000 rows where there is a LIMIT, OFFSET included (SR353 Sorted TOP clause).',
        rewrite: throughout(sliceSubselects),
      },
    ],
  },
}

const noQuirks: EngineQuirks = { queries: [] }

/** What is known of an engine by its name; of one that is not known nothing is. */
export function quirksOf(engine: string | undefined): EngineQuirks {
  return (engine !== undefined && Object.hasOwn(engines, engine) && engines[engine]) || noQuirks
}

/** The engine whose header `Server` this is; `undefined` where none is known by it. */
export function engineOf(server: string | undefined): string | undefined {
  if (server === undefined) return undefined
  return Object.entries(engines).find(([, { server: sign }]) => sign?.test(server))?.[0]
}

/** A change of operations, made to that of a query. */
function throughout(change: (operation: Operation) => Operation): (query: Query) => Query {
  return (query) => ({ ...query, operation: change(query.operation) })
}

/** The query as it is asked of an engine. */
export function inWordsOf(engine: string | undefined, query: Query): Query {
  return quirksOf(engine).queries.reduce((asked, { rewrite }) => rewrite(asked), query)
}

/** An operation of an update as an engine is told it: its pattern as a query's, and itself. */
export function updateInWordsOf(engine: string | undefined, operation: Update): Update {
  const told =
    operation.kind === 'modify'
      ? {
          ...operation,
          operation: inWordsOf(engine, { kind: 'select', operation: operation.operation }).operation,
        }
      : operation
  return (quirksOf(engine).updates ?? []).reduce((asked, { rewrite }) => rewrite(asked), told)
}
