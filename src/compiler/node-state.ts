import type { Cell } from '../sparql/solutions.ts'
import type { ObjectLayout } from './layout.ts'
import type { Listing } from './plan.ts'

/** An object of the answer in the making: its node, and what its fields have so far, by their index. */
export interface NodeState {
  readonly node: number | string
  readonly values: (Values | undefined)[]
  readonly objects: (ObjectList | undefined)[]
}

/** Objects of one field, in order of arrival. */
interface ObjectList {
  readonly states: NodeState[]
  /** Made when there are many. */
  byNode: Map<number | string, NodeState> | undefined
}

/** Distinct cells in order of arrival. Most fields have one, which needs no list. */
type Values = number | string | ValueList

interface ValueList {
  readonly cells: (number | string)[]
  /** Made when there are many. */
  seen: Set<number | string> | undefined
}

/** A node of which no row has said anything yet. */
export function newNode(node: number | string): NodeState {
  return { node, values: [], objects: [] }
}

/** Adds what a row says of a node: values and objects that it already has are not added again. */
export function mergeRow(row: readonly Cell[], state: NodeState, layout: ObjectLayout): void {
  const { fields } = layout
  for (let index = 0; index < fields.length; index++) {
    const field = fields[index]
    if (field === undefined || field.kind === 'iri') continue
    const cell = row[field.column] ?? null
    if (cell === null) continue
    if (field.kind !== 'object') {
      state.values[index] = addValue(state.values[index], cell)
      continue
    }
    let objects = state.objects[index]
    if (objects === undefined) {
      objects = { states: [], byNode: undefined }
      state.objects[index] = objects
    }
    mergeRow(row, objectOf(objects, cell), field.object)
  }
}

/** The object of a node: mostly the one of the row before, but fields in one solution have every pair of theirs. */
function objectOf(objects: ObjectList, node: number | string): NodeState {
  const { states } = objects
  const last = states.at(-1)
  if (last?.node === node) return last
  if (objects.byNode === undefined && states.length >= few) {
    objects.byNode = new Map(states.map((one) => [one.node, one]))
  }
  const known =
    objects.byNode?.get(node) ?? (states.length < few ? states.find((one) => one.node === node) : undefined)
  if (known !== undefined) return known
  const made = newNode(node)
  states.push(made)
  objects.byNode?.set(node, made)
  return made
}

/** So few are found faster by looking at each. */
const few = 16

/** The cells that a field shows, in the order of the store. */
export function shownCells(
  values: Values | undefined,
  listing: Listing | undefined,
): readonly (number | string)[] {
  if (values === undefined) return []
  return typeof values === 'object'
    ? cut(
        inOrder(values.cells, (cell) => cell),
        listing,
      )
    : [values]
}

/** The objects that a field shows, in the order of the store. */
export function shownObjects(
  objects: ObjectList | undefined,
  listing: Listing | undefined,
): readonly NodeState[] {
  return objects === undefined
    ? []
    : cut(
        inOrder(objects.states, (state) => state.node),
        listing,
      )
}

function cut<T>(members: readonly T[], listing: Listing | undefined): readonly T[] {
  return listing === 'single' ? members.slice(0, 1) : members
}

/** Sorted by cell: numbers are the order in which the store saw terms; texts, of terms that it does not hold, come last. */
export function inOrder<T>(members: readonly T[], cellOf: (member: T) => number | string): readonly T[] {
  const place = (member: T): number => {
    const cell = cellOf(member)
    return typeof cell === 'number' ? cell : Number.POSITIVE_INFINITY
  }
  const isSorted = members.every((member, at) => {
    const before = members[at - 1]
    return before === undefined || place(before) <= place(member)
  })
  return isSorted
    ? members
    : [...members].sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0))
}

function addValue(values: Values | undefined, cell: number | string): Values {
  if (values === undefined || values === cell) return cell
  if (typeof values !== 'object') return { cells: [values, cell], seen: undefined }
  if (values.seen === undefined && values.cells.length >= few) values.seen = new Set(values.cells)
  const isKnown = values.seen === undefined ? values.cells.includes(cell) : values.seen.has(cell)
  if (!isKnown) {
    values.cells.push(cell)
    values.seen?.add(cell)
  }
  return values
}
