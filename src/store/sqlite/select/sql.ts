import type { Block } from './block.ts'

/** A value bound to a parameter of a statement. */
export type SqlValue = number | bigint | string | null

/** A column of a solution; the SELECT that a fragment ends up in says which column of which table it is. */
export type Slot = number

/** Whether some block has a solution, with the slots of the SELECT around it in sight. */
export interface ExistsPart {
  readonly kind: 'exists'
  readonly negated: boolean
  readonly blocks: readonly Block[]
}

/** What a piece of SQL is made of. */
export type SqlPart =
  | string
  | { readonly kind: 'parameter'; readonly value: SqlValue }
  | { readonly kind: 'slot'; readonly slot: Slot }
  | ExistsPart

/** A piece of SQL: text of ours, bound values, and columns still to be named. */
export type Sql = readonly SqlPart[]

/**
 * SQL from a template whose holes are pieces of SQL themselves. A value cannot get into the text: a hole takes what
 * {@link parameter}, {@link column} and the other builders made, never a string.
 */
export function sql(text: TemplateStringsArray, ...holes: readonly Sql[]): Sql {
  return text.flatMap((part, index) => [part, ...(holes[index] ?? [])])
}

/** A bound value. */
export function parameter(value: SqlValue): Sql {
  return [{ kind: 'parameter', value }]
}

/** The column of a solution. */
export function column(slot: Slot): Sql {
  return [{ kind: 'slot', slot }]
}

/** Pieces joined by a separator that is text of ours. */
export function joined(pieces: readonly Sql[], separator: string): Sql {
  return pieces.flatMap((piece, index) => (index === 0 ? piece : [separator, ...piece]))
}

/** The conjunction of conditions; none is true. */
export function all(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? ['1'] : balanced(conditions.map(parenthesised), ' AND ')
}

/** The disjunction of conditions; none is false. */
export function any(conditions: readonly Sql[]): Sql {
  return conditions.length === 0 ? never : parenthesised(balanced(conditions.map(parenthesised), ' OR '))
}

/** Joins very many pieces as a tree: SQLite takes a chain for an expression that is as deep as it is long. */
function balanced(pieces: readonly Sql[], separator: string): Sql {
  if (pieces.length <= 200) return joined(pieces, separator)
  const middle = pieces.length >> 1
  const halves = [pieces.slice(0, middle), pieces.slice(middle)]
  return joined(
    halves.map((half) => parenthesised(balanced(half, separator))),
    separator,
  )
}

/** A piece in parentheses. */
function parenthesised(piece: Sql): Sql {
  return ['(', ...piece, ')']
}

/** The value of the first piece that is not NULL. */
export function coalesce(pieces: readonly Sql[]): Sql {
  const [only] = pieces
  return only !== undefined && pieces.length === 1 ? only : ['coalesce(', ...joined(pieces, ', '), ')']
}

/** NULL. */
export const nothing: Sql = ['NULL']

/**
 * What is never true. A bare 0 would make SQLite drop the conditions beside it, and with them the right to use the index
 * of the named graphs.
 */
export const never: Sql = ['(SELECT 0)']

/** The slots that a piece depends on, those of `EXISTS` inside it too. */
export function slotsOf(piece: Sql): readonly Slot[] {
  return piece.flatMap((part) => {
    if (typeof part === 'string' || part.kind === 'parameter') return []
    if (part.kind === 'slot') return [part.slot]
    return part.blocks.flatMap((block) => [
      ...block.equalities.flat(),
      ...block.conditions.flatMap(slotsOf),
      ...block.sources.flatMap((source) =>
        source.optional === undefined
          ? []
          : [...source.optional.equalities.flat(), ...source.optional.conditions.flatMap(slotsOf)],
      ),
    ])
  })
}
