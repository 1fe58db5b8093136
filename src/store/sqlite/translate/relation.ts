import { type Binding, type Block, unitBlock } from '../select/block.ts'
import type { OrderTerm, Select } from '../select/select.ts'
import { column } from '../select/sql.ts'
import { evaluationFunctions } from './expression.ts'
import type { Translation } from './translation.ts'

/**
 * The solutions of an operation, still open: a union of blocks with what ORDER BY, DISTINCT and LIMIT say of it. What
 * stands around can go on with the blocks as long as there is neither DISTINCT nor a slice; else they are closed first.
 */
export interface Relation {
  readonly blocks: readonly Block[]
  /** The projected variables in order, where there is a projection. */
  readonly variables?: readonly string[]
  /** Only of a single block. */
  readonly order: readonly OrderTerm[]
  readonly distinct: boolean
  readonly slice?: { readonly offset: number; readonly limit?: number }
}

/** Blocks without order, all solutions, as often as they come. */
export function plainRelation(blocks: readonly Block[]): Relation {
  return { blocks, order: [], distinct: false }
}

/** The blocks of a relation, for an operation around it. An order without a slice is lost, as SPARQL has it. */
export function closed(relation: Relation, translation: Translation): readonly Block[] {
  const open = !relation.distinct && relation.slice === undefined
  if (open || relation.blocks.length === 0) return relation.blocks
  return [derived(selectOf(relation, namesOf(relation.blocks)), translation)]
}

/** The names that blocks bind, in the order of their appearance. */
export function namesOf(blocks: readonly Block[]): readonly string[] {
  return [...new Set(blocks.flatMap((block) => [...block.bindings.keys()]))]
}

/**
 * The select of a relation, with its columns. Solutions of a slice come, where nothing else orders them, in the order of
 * first insertion.
 */
export function selectOf(relation: Relation, variables: readonly string[]): Select {
  const { blocks, order, distinct, slice } = relation
  return {
    blocks,
    variables,
    order,
    distinct,
    ties: slice === undefined ? [] : variables,
    ...(slice === undefined ? {} : { slice }),
  }
}

/** A block of one source: the result of a select. */
export function derived(select: Select, translation: Translation): Block {
  const slots = select.variables.map(() => translation.freshSlot())
  const bindings = new Map<string, Binding>()
  for (const [index, variable] of select.variables.entries()) {
    const slot = slots[index]
    if (slot === undefined) continue
    const inside = select.blocks.map((block) => block.bindings.get(variable))
    const aggregate = select.grouping?.aggregates.find((one) => one.variable === variable)
    bindings.set(variable, {
      value: column(slot),
      maybeUnbound: aggregate?.maybeUnbound ?? inside.some((binding) => binding?.maybeUnbound !== false),
      stored: aggregate === undefined && inside.every((binding) => binding?.stored !== false),
    })
  }
  const stored = [...bindings.values()].every((binding) => binding.stored)
  const isSet = select.distinct && stored && isPlain(select) && select.blocks.every(isRepeatable)
  return { ...unitBlock, sources: [{ kind: 'derived', select, slots, isSet }], bindings }
}

/** Whether the rows of a select are all those of its blocks. */
function isPlain({ slice, grouping }: Select): boolean {
  return slice === undefined && grouping === undefined
}

/** Whether a block has the same solutions whenever it is asked. */
export function isRepeatable(block: Block): boolean {
  const values = [...block.bindings.values()].map((binding) => binding.value)
  const joins = block.sources.flatMap((source) => source.optional?.conditions ?? [])
  return [...block.conditions, ...values, ...joins].every((piece) =>
    piece.every((part) => {
      if (typeof part !== 'string') return part.kind !== 'exists' || part.blocks.every(isRepeatable)
      return !volatileFunctions.some((name) => part.includes(name))
    }),
  )
}

/** One block for several: a temporary table of them all. */
export function single(blocks: readonly Block[], translation: Translation): Block {
  const [only] = blocks
  if (only !== undefined && blocks.length === 1) return only
  return temporary(blocks, translation)
}

const volatileFunctions = [evaluationFunctions.volatileCell, evaluationFunctions.volatileTruth]

/** A temporary table of blocks. */
export function temporary(blocks: readonly Block[], translation: Translation): Block {
  const names = namesOf(blocks)
  return derived(selectOf(plainRelation(blocks), names), translation)
}

/** Whether a block is as cheap to run again as to keep: one source and nothing to test. */
export function isTrivial(block: Block): boolean {
  return (
    block.sources.length <= 1 &&
    block.conditions.every((condition) =>
      condition.every((part) => typeof part === 'string' || part.kind !== 'exists'),
    )
  )
}
