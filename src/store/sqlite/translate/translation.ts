import type { Term } from '../../../rdf/term.ts'
import type { Expression, Operation } from '../../../sparql/algebra.ts'
import type { GraphSet as ReadableGraphs } from '../../../sparql/graph-access.ts'
import type { Binding, GraphScope, TermColumn } from '../select/block.ts'
import type { Estimator } from '../select/estimate.ts'
import type { Slot, Sql } from '../select/sql.ts'

/** What translating algebra to SQL needs to know of a database. */
export interface DatabaseFacts {
  readonly estimator: Estimator
  /**
   * The only graphs that there are to whoever asks, where they are not all. Nothing else is told of others then, neither by a
   * plan nor by an order of solutions: which terms the dictionary holds, how many, and which of them came first.
   */
  readonly readable?: ReadableGraphs | undefined
  /**
   * The number of a term; `undefined` where the database does not know it, so that no pattern can match it. Where graphs are
   * hidden, a number for every term: one that is in no quad for those that the database does not know.
   */
  lookup(term: Term): number | undefined
  /** The cell of a term: its number, else its text. */
  cellOf(term: Term): number | string
  /** Number of terms that satisfy a condition over the columns of `term`, counted up to `most`. */
  countTerms(index: string, condition: Sql, most: number): number
  /** The numbers of the graphs other than the default graph that have quads, and are not hidden. */
  namedGraphs(): readonly number[]
  /** Makes an expression callable from SQL over cells of its variables; the number to call it by. */
  register(expression: Expression, variables: readonly string[]): number
}

/** The graphs of a query's dataset. */
export interface GraphSet {
  /** What patterns outside `GRAPH` are matched in. `undefined`: in nothing. */
  readonly default: GraphScope | undefined
  /**
   * What the dataset's named graphs are: all of the database, or those that it lists, as cells of their names. One that is
   * listed is in the dataset also where it has no triples, or the database does not know its name.
   */
  readonly named: 'all' | readonly (number | string)[]
  /** The names of several graphs that `GRAPH` may be given, such as `tag:stardog:api:context:local`. */
  readonly special: ReadonlySet<string>
}

/** Where in a query an operation stands: what its patterns are matched in and what it sees from outside. */
export interface Translation {
  readonly facts: DatabaseFacts
  readonly graphs: GraphSet
  /** The graph that patterns are matched in here; `each`: every named graph, with its name in {@link graphVariable}. */
  readonly graph: GraphScope | 'each' | undefined
  /** Bindings of the solution that `EXISTS` substitutes into the patterns here. */
  readonly outer: ReadonlyMap<string, Binding>
  /** Whether this is inside an `EXISTS`, where making a temporary table of a part would be done for nothing. */
  readonly correlated: boolean
  /** What the innermost `EXISTS` tests, where how many solutions there are is nothing to it. */
  readonly tested?: Operation | undefined
  freshSlot(): Slot
}

/**
 * The name under which solutions inside `GRAPH ?g` carry the graph that they are of. It joins like any variable, so
 * that all patterns are matched in the same graph; no SPARQL variable has a space in its name.
 */
export const graphVariable = ' graph'

/** Whether a cell of a constant is a number of the dictionary; where graphs are hidden, that it is one is not looked at. */
export function isStored(value: number | string | null, { readable }: DatabaseFacts): boolean {
  return value === null || (typeof value === 'number' && readable === undefined)
}

/** Whether a name is one of ours, not of a variable of the query. */
export function isHidden(name: string): boolean {
  return name.startsWith(' ')
}

/** Slots for the columns of a term that is looked up in the dictionary. */
export function freshTermColumns({ freshSlot }: Translation): Readonly<Record<TermColumn, Slot>> {
  return { value: freshSlot(), type: freshSlot(), lang: freshSlot(), family: freshSlot(), key: freshSlot() }
}
