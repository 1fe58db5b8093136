import type { Cell } from '../sparql/solutions.ts'
import type { ObjectLayout } from './layout.ts'

/** An object of the answer in the making: its node, and what its fields have so far, by their index. */
export interface NodeState {
  readonly node: number | string
  readonly values: (Values | undefined)[]
  readonly objects: (NodeState[] | undefined)[]
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
      objects = []
      state.objects[index] = objects
    }
    // Solutions come grouped: an object's rows follow each other.
    let last = objects.at(-1)
    if (last?.node !== cell) {
      last = newNode(cell)
      objects.push(last)
    }
    mergeRow(row, last, field.object)
  }
}

/** The cells of a field, one at least. */
export function cellsOf(values: Values): readonly (number | string)[] {
  return typeof values === 'object' ? values.cells : [values]
}

function addValue(values: Values | undefined, cell: number | string): Values {
  if (values === undefined || values === cell) return cell
  if (typeof values !== 'object') return { cells: [values, cell], seen: undefined }
  if (values.seen === undefined && values.cells.length >= 16) values.seen = new Set(values.cells)
  const isKnown = values.seen === undefined ? values.cells.includes(cell) : values.seen.has(cell)
  if (!isKnown) {
    values.cells.push(cell)
    values.seen?.add(cell)
  }
  return values
}
