import type { Namer } from '../rdf/namespaces.ts'
import type { Cell, Solutions } from '../sparql/solutions.ts'
import { layOut, type RootLayout } from './layout.ts'
import { mergeRow, type NodeState, newNode } from './node-state.ts'
import type { Shape } from './plan.ts'
import { createJsonWriter } from './write-json.ts'

/** UTF-16 code units after which a piece of the answer is handed on. */
const pieceLength = 32_768

/**
 * The answer's JSON text in pieces: `{"data": …}`, an array where there is one top-level field, else an object of
 * arrays. Holds one root object at a time: solutions have to come grouped as the plan says, those of one top-level field
 * before those of the next.
 */
export async function* shapeAnswer(solutions: Solutions, shape: Shape, namer: Namer): AsyncGenerator<string> {
  const roots = shape.roots.map((root) => layOut(root, solutions.variables))
  const write = createJsonWriter((cell) => solutions.term(cell), namer)
  const isList = roots.length === 1 && roots[0]?.kind !== 'constant'
  let text = isList ? '{"data":[' : '{"data":{'
  let current = -1
  let isFirst = true
  let state: NodeState | undefined

  const flush = (): void => {
    const root = roots[current]
    if (state === undefined || root === undefined || root.kind === 'constant') return
    text += isFirst ? '' : ','
    text += root.kind === 'list' ? write.node(state, root.object) : write.identifier(state.node)
    isFirst = false
    state = undefined
  }
  const open = (next: number): void => {
    for (current += 1; ; current++) {
      const root = roots[current]
      if (root === undefined) return
      if (!isList) text += `${current > 0 ? ',' : ''}${JSON.stringify(root.key)}:`
      if (root.kind === 'constant') text += JSON.stringify(root.value)
      else if (!isList) text += '['
      isFirst = true
      if (current === next) return
      if (root.kind !== 'constant' && !isList) text += ']'
    }
  }
  const close = (): void => {
    const root = roots[current]
    if (root !== undefined && root.kind !== 'constant' && !isList) text += ']'
  }

  for await (const batch of solutions.batches) {
    for (const row of batch) {
      const index = current >= 0 && isBound(roots[current], row) ? current : boundRoot(roots, row)
      const root = roots[index]
      if (root === undefined || root.kind === 'constant') continue
      const node = row[root.column] ?? null
      if (node === null) continue
      if (index !== current || state?.node !== node) {
        flush()
        if (index !== current) {
          close()
          open(index)
        }
        state = newNode(node)
      }
      if (root.kind === 'list') mergeRow(row, state, root.object)
      if (text.length >= pieceLength) {
        yield text
        text = ''
      }
    }
  }
  flush()
  close()
  if (current < roots.length - 1) open(roots.length)
  yield `${text}${isList ? ']' : '}'}}`
}

function isBound(root: RootLayout | undefined, row: readonly Cell[]): boolean {
  return root !== undefined && root.kind !== 'constant' && (row[root.column] ?? null) !== null
}

function boundRoot(roots: readonly RootLayout[], row: readonly Cell[]): number {
  return roots.findIndex((root) => isBound(root, row))
}
