import type { Cell } from '../sparql/solutions.ts'
import type { RootLayout } from './layout.ts'
import { mergeRow, type NodeState, newNode } from './node-state.ts'
import type { AnswerForm, JsonWriter } from './write-json.ts'

/** The text of an answer as its rows come. */
export interface AnswerText {
  addRow(row: readonly Cell[]): void
  /** Ends the last object and the answer. */
  end(): void
  /** UTF-16 code units written and not taken yet. */
  length(): number
  take(): string
}

/** Writes the lists of the top-level fields one after the other, each object when its last row has come. */
export function createAnswerText(
  roots: readonly RootLayout[],
  write: JsonWriter,
  form: AnswerForm,
): AnswerText {
  const isBare = form === 'nodes' && roots.length === 1 && roots[0]?.kind !== 'constant'
  let text = isBare ? '{"data":[' : '{"data":{'
  /** Index of the root whose list is open; -1 before the first. */
  let current = -1
  /** Objects in the list that is open. */
  let count = 0
  let state: NodeState | undefined
  let isTruncated = false
  return { addRow, end, length: () => text.length, take }

  function addRow(row: readonly Cell[]): void {
    const index =
      nodeOf(roots[current], row) !== null ? current : roots.findIndex((root) => nodeOf(root, row) !== null)
    const root = roots[index]
    const node = nodeOf(root, row)
    if (root === undefined || node === null) return
    if (index !== current || state?.node !== node) {
      finishNode()
      openUpTo(index)
      state = newNode(node)
    }
    if (root.kind === 'list' && state !== undefined) mergeRow(row, state, root.object)
  }

  /** Writes the object whose rows have come, unless it is one past the limit of its list. */
  function finishNode(): void {
    const root = roots[current]
    if (state === undefined || root === undefined || root.kind === 'constant') return
    if (root.limit !== undefined && count >= root.limit) {
      isTruncated = true
    } else {
      text += count === 0 ? '' : ','
      text += root.kind === 'list' ? write.node(state, root.object) : write.identifier(state.node)
      count += 1
    }
    state = undefined
  }

  /** Closes the list that is open, and opens those up to the one of that index; lists between are empty. */
  function openUpTo(index: number): void {
    while (current < index) {
      closeList()
      current += 1
      count = 0
      const root = roots[current]
      if (root === undefined || isBare) continue
      text += `${current === 0 ? '' : ','}${JSON.stringify(root.key)}:`
      text += root.kind === 'constant' ? root.json : '['
    }
  }

  function closeList(): void {
    const root = roots[current]
    if (root !== undefined && root.kind !== 'constant' && !isBare) text += ']'
  }

  function end(): void {
    finishNode()
    openUpTo(roots.length - 1)
    closeList()
    text += isBare ? ']' : '}'
    text += isTruncated ? ',"extensions":{"truncated":true}}' : '}'
  }

  function take(): string {
    const taken = text
    text = ''
    return taken
  }
}

/** What a row binds a root's node to: `null` where the row is of another root. */
function nodeOf(root: RootLayout | undefined, row: readonly Cell[]): Cell {
  return root === undefined || root.kind === 'constant' ? null : (row[root.column] ?? null)
}
