import type { Path, TriplePattern } from '../../../sparql/algebra.ts'
import type { PredicateStatistics } from '../../../sparql/statistics.ts'
import type { Select } from './select.ts'
import { coalesce, column, type Slot, type Sql, type SqlValue, sql } from './sql.ts'
import type { RepeatedWalk } from './walk.ts'

/** One place of a quad: a term's number, or a column, whose terms may have to be of a list. */
export type Place =
  | { readonly kind: 'constant'; readonly id: number }
  | { readonly kind: 'slot'; readonly slot: Slot; readonly members?: Members }

/** Terms by their numbers, each once. */
export interface Members {
  readonly ids: readonly number[]
  /** Estimated counts of the triples that have one of them in their place. */
  readonly counts: PredicateStatistics
}

/**
 * Which graphs a pattern is matched in. Where listed ones may be `isFew` of all named graphs, quads that nothing else finds are
 * sought graph by graph.
 */
export type GraphScope =
  /** The union of all graphs, each triple once. */
  | { readonly kind: 'union' }
  /** One graph by its number, 0 for the default graph. */
  | { readonly kind: 'graph'; readonly id: number }
  /** Several graphs merged, or all named ones, each triple once. */
  | { readonly kind: 'merged'; readonly ids: readonly number[] | 'named'; readonly isFew?: boolean }
  /** Each named graph, or each of `ids`, with its name in a column. */
  | { readonly kind: 'each'; readonly slot: Slot; readonly ids?: readonly number[]; readonly isFew?: boolean }

/**
 * What makes a source a left join: where nothing matches, its columns are NULL. Its own columns are equal to those of
 * other sources by `equalities` (own, other), which hold in its ON clause as `conditions` do.
 */
export interface OptionalMatch {
  readonly equalities: readonly (readonly [Slot, Slot])[]
  readonly conditions: readonly Sql[]
}

interface AnySource {
  readonly optional?: OptionalMatch
}

/** A triple pattern, matched against the table of quads. */
export interface QuadSource extends AnySource {
  readonly kind: 'quad'
  readonly pattern: TriplePattern
  readonly subject: Place
  readonly predicate: Place
  readonly object: Place
  readonly graph: GraphScope
}

/** Terms of the dictionary that satisfy a condition; found by an index, or probed where `slot` is bound already. */
export interface TermSource extends AnySource {
  readonly kind: 'term'
  readonly slot: Slot
  readonly index: 'term_value' | 'term_key'
  /** Over the columns of the dictionary, which stand in it by {@link TermColumns}. */
  readonly columns: Readonly<Record<TermColumn, Slot>>
  readonly condition: Sql
  /** Exact or capped count of the terms. */
  readonly rows: number
  readonly label: string
}

/** The columns of a term that is found by its number, for sorting; NULL where there is none. */
export interface SortSource extends AnySource {
  readonly kind: 'sort'
  readonly cell: Sql
  readonly columns: Readonly<Record<TermColumn, Slot>>
}

/** A column of the dictionary. */
export type TermColumn = 'value' | 'type' | 'lang' | 'family' | 'key'

/** Inline rows. */
export interface RowsSource extends AnySource {
  readonly kind: 'rows'
  readonly slots: readonly Slot[]
  readonly rows: readonly (readonly SqlValue[])[]
}

/**
 * The result of a SELECT of its own: made once for the statement, or, where that is cheaper and it is a set, found anew by those
 * of its columns that are bound.
 */
export interface DerivedSource extends AnySource {
  readonly kind: 'derived'
  readonly select: Select
  /** Whether it has no row twice, its columns are numbers of the dictionary, and it is the same whenever it is made. */
  readonly isSet: boolean
  /** Whether it is a set that is always found anew, since its blocks speak of columns of the SELECT around. */
  readonly isFound?: boolean
  /** Column by column of the select's variables. */
  readonly slots: readonly Slot[]
}

/** One end of a path: a term by its cell, or a column. */
export type PathEnd =
  | { readonly kind: 'constant'; readonly cell: number | string }
  /** `given`: EXISTS puts a term in the variable's place, so that it need not be a node of the graph. */
  | { readonly kind: 'slot'; readonly slot: Slot; readonly given: boolean }

/** A repeated property path: pairs of ends, each once. It is walked from an end that is bound, if there is one. */
export interface PathSource extends AnySource {
  readonly kind: 'path'
  readonly pattern: Path
  /** From subject to object. */
  readonly walk: RepeatedWalk
  readonly subject: PathEnd
  readonly object: PathEnd
  readonly graph: GraphScope
  /** The cells of the named graphs, where the scope is `each`. */
  readonly graphNames: readonly (number | string)[]
  readonly estimates: PathEstimates
}

/** Estimated numbers of what there is of a path. */
export interface PathEstimates {
  /** Objects that a subject leads to, and subjects that lead to an object. */
  readonly objects: number
  readonly subjects: number
  readonly pairs: number
}

/** What a block takes rows from. */
export type Source = QuadSource | TermSource | SortSource | RowsSource | DerivedSource | PathSource

/** What a variable is bound to. */
export interface Binding {
  readonly value: Sql
  /** Whether `value` can be NULL: the variable is not bound in every solution. */
  readonly maybeUnbound: boolean
  /** Whether `value` is always a number of the dictionary (or NULL), never the text of a computed term. */
  readonly stored: boolean
}

/**
 * A conjunction: rows of all sources for which all equalities and conditions hold. The order of `sources` says nothing;
 * which one is the outermost loop is decided when the block becomes text.
 */
export interface Block {
  readonly sources: readonly Source[]
  readonly equalities: readonly (readonly [Slot, Slot])[]
  readonly conditions: readonly Sql[]
  readonly bindings: ReadonlyMap<string, Binding>
}

/** The block with the one empty solution. */
export const unitBlock: Block = { sources: [], equalities: [], conditions: [], bindings: new Map() }

/** A variable that every solution binds to a column of the dictionary's numbers. */
export function boundTo(slot: Slot): Binding {
  return { value: column(slot), maybeUnbound: false, stored: true }
}

/** The slot of a binding that is a bare column, never NULL. */
export function slotOf(binding: Binding): Slot | undefined {
  const [part, ...rest] = binding.value
  if (binding.maybeUnbound || rest.length > 0 || part === undefined || typeof part === 'string')
    return undefined
  return part.kind === 'slot' ? part.slot : undefined
}

/** Adds a condition. */
export function restrict(block: Block, ...conditions: readonly Sql[]): Block {
  return conditions.length === 0 ? block : { ...block, conditions: [...block.conditions, ...conditions] }
}

/** Adds or replaces the binding of a variable. */
export function bind(block: Block, variable: string, binding: Binding): Block {
  return { ...block, bindings: new Map([...block.bindings, [variable, binding]]) }
}

/** How solutions of two sides are compatible in one variable, and what it is bound to in the merged solution. */
export interface Agreement {
  readonly equality?: readonly [Slot, Slot]
  readonly condition?: Sql
  readonly merged: Binding
}

/**
 * Two solutions agree on a variable where both have the same term or one of them has none (SPARQL 1.1, 18.3
 * "compatible mappings").
 */
export function agree(left: Binding, right: Binding): Agreement {
  const leftSlot = slotOf(left)
  const rightSlot = slotOf(right)
  if (leftSlot !== undefined && rightSlot !== undefined) {
    return { equality: [leftSlot, rightSlot], merged: left.stored ? left : right }
  }
  const same = sql`${left.value} = ${right.value}`
  const free = [left, right].filter((side) => side.maybeUnbound).map((side) => sql`${side.value} IS NULL OR `)
  const merged: Binding = !left.maybeUnbound
    ? left
    : {
        value: coalesce([left.value, right.value]),
        maybeUnbound: right.maybeUnbound,
        stored: left.stored && right.stored,
      }
  return {
    condition: [...free.flat(), ...same],
    merged: right.maybeUnbound || !left.maybeUnbound ? merged : right,
  }
}

/** The join of two blocks. */
export function joinBlocks(left: Block, right: Block): Block {
  const bindings = new Map(left.bindings)
  const equalities = [...left.equalities, ...right.equalities]
  const conditions = [...left.conditions, ...right.conditions]
  for (const [name, binding] of right.bindings) {
    const other = left.bindings.get(name)
    if (other === undefined) {
      bindings.set(name, binding)
      continue
    }
    const agreement = agree(other, binding)
    bindings.set(name, agreement.merged)
    if (agreement.equality !== undefined) equalities.push(agreement.equality)
    if (agreement.condition !== undefined) conditions.push(agreement.condition)
  }
  return { sources: [...left.sources, ...right.sources], equalities, conditions, bindings }
}

/** The slots that a source has of its own. */
export function ownSlots(source: Source): readonly Slot[] {
  switch (source.kind) {
    case 'quad': {
      const places = [source.subject, source.predicate, source.object]
      const slots = places.flatMap((place) => (place.kind === 'slot' ? [place.slot] : []))
      return source.graph.kind === 'each' ? [...slots, source.graph.slot] : slots
    }
    case 'term':
      return [source.slot, ...Object.values(source.columns)]
    case 'sort':
      return Object.values(source.columns)
    case 'rows':
    case 'derived':
      return source.slots
    case 'path': {
      const ends = [source.subject, source.object]
      const slots = ends.flatMap((end) => (end.kind === 'slot' ? [end.slot] : []))
      return source.graph.kind === 'each' ? [...slots, source.graph.slot] : slots
    }
  }
}
