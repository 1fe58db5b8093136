import { ServiceError } from '../../../errors.ts'
import type { Row } from '../../../sparql/results/row.ts'
import type { AskedRows, Asking } from './asking.ts'
import { cutAmongBlank, tooManyRows } from './row-limit.ts'

/** Rows of blank nodes that are held at once, to be put together. */
const mostBlank = 100_000

/** Rows that are handed on at once. */
const batchSize = 2_000

/**
 * Rows of one node that are held until its last one has come, at least; of an endpoint that is known to cut answers as many
 * as it gives at once, within bounds, since a node that is cut is asked for again.
 */
const fewHeld = 10_000
const mostHeld = 100_000

/** Characters that are held of rows, however few these are. */
const mostCharacters = 32 * 2 ** 20

/** How far the rows of an answer have come. */
interface Progress {
  /** Index of the part that the last row is of. */
  readonly part: number
  /** Nodes of that part whose rows are complete. */
  readonly nodes: number
  /** The last of them, where it has a name. */
  readonly last: string | undefined
}

/** Where an answer was cut, and how far it had come. */
export interface Cut extends Progress {
  /** Rows after which it was. */
  readonly rows: number
}

/**
 * The rows of an answer by node: those of a node are held back until the next node begins, so that an answer that was cut
 * can go on with a whole node. Where it was cut comes at the end. Rows of blank nodes, which SPARQL does not order, come
 * together but mixed: they are put together node by node.
 *
 * @param columns of the parts' nodes, of which a row binds one
 * @param onComplete is told each node that has a name when its rows have all been given
 * @throws ServiceError `limitExceeded` for too many rows of blank nodes that follow each other, or where an answer is cut
 * among such
 */
export async function* nodeRows(
  { batches, cutAfter }: AskedRows,
  columns: readonly number[],
  asking: Pick<Asking, 'label' | 'isBlankNamed' | 'mostRows'>,
  onComplete: (node: string) => void = () => {},
): AsyncGenerator<readonly Row[], Cut | undefined> {
  const { label } = asking
  const made = createNodeRows(columns, asking, onComplete)
  for await (const batch of batches) {
    for (const row of batch) made.add(row)
    yield* pieces(made.take())
  }
  const rows = cutAfter()
  if (rows === undefined) {
    made.end()
    yield* pieces(made.take())
    return undefined
  }
  if (made.isSettled()) throw cutAmongBlank(label, rows)
  if (made.isLong()) throw tooManyRows(label, rows, tooLong)
  return { ...made.progress(), rows }
}

function* pieces(rows: readonly Row[]): Generator<readonly Row[]> {
  if (rows.length > 0 && rows.length <= batchSize) yield rows
  else for (let at = 0; at < rows.length; at += batchSize) yield rows.slice(at, at + batchSize)
}

/** Rows in the making, node by node. */
interface NodeRows {
  add(row: Row): void
  /** Nothing comes after what is held. */
  end(): void
  /** The rows of nodes that were completed since the last time. */
  take(): readonly Row[]
  progress(): Progress
  /** Whether the node in hand cannot be asked for again: blank nodes have other labels by then. */
  isSettled(): boolean
  /** Whether rows of the node in hand were given on because of their length: they would come again. */
  isLong(): boolean
}

function createNodeRows(
  columns: readonly number[],
  { label, isBlankNamed, mostRows }: Pick<Asking, 'label' | 'isBlankNamed' | 'mostRows'>,
  onComplete: (node: string) => void,
): NodeRows {
  const most = Math.max(fewHeld, Math.min(mostHeld, (mostRows() ?? 0) + 1))
  let given: Row[] = []
  let part = 0
  let nodes = 0
  let last: string | undefined
  /** The node in hand; of blank ones the first. */
  let node: string | null = null
  let isBlank = false
  let held: Row[] = []
  let characters = 0
  let isSettled = false
  let isLong = false

  const cellOf = (row: Row, index: number): string | null => row[columns[index] ?? -1] ?? null

  function release(): void {
    if (node === null) return
    const byNode = isBlank ? gathered(held, (row) => cellOf(row, part)) : [held]
    for (const rows of byNode) for (const row of rows) given.push(row)
    nodes += byNode.length
    last = isBlank ? undefined : node
    if (last !== undefined) onComplete(last)
    node = null
    held = []
    characters = 0
    isSettled = false
    isLong = false
  }

  return {
    add(row) {
      const own =
        cellOf(row, part) === null ? columns.findIndex((_, index) => cellOf(row, index) !== null) : part
      const cell = cellOf(row, own)
      if (cell === null) {
        given.push(row)
        return
      }
      if (own !== part) {
        release()
        part = own
        nodes = 0
        last = undefined
      }
      const isNextBlank = !isBlankNamed && cell.startsWith('_')
      if (isBlank ? !isNextBlank : cell !== node) release()
      if (node === null) {
        node = cell
        isBlank = isNextBlank
        isSettled = isBlank
      }
      held.push(row)
      for (const value of row) characters += value?.length ?? 0
      const isTooLong = characters > mostCharacters
      if (isBlank && (held.length > mostBlank || isTooLong)) throw tooManyBlank(label)
      if (isBlank || (held.length < most && !isTooLong)) return
      isLong ||= isTooLong
      isSettled ||= !isBlankNamed && held.some((one) => one.some((value) => value?.startsWith('_') === true))
      for (const one of held) given.push(one)
      held = []
      characters = 0
    },
    end: release,
    take() {
      const taken = given
      given = []
      return taken
    },
    progress: () => ({ part, nodes, last }),
    isSettled: () => isSettled,
    isLong: () => isLong,
  }
}

function gathered(rows: readonly Row[], nodeOf: (row: Row) => string | null): readonly (readonly Row[])[] {
  const byNode = new Map<string | null, Row[]>()
  for (const row of rows) {
    const node = nodeOf(row)
    const known = byNode.get(node)
    if (known === undefined) byNode.set(node, [row])
    else known.push(row)
  }
  return [...byNode.values()]
}

const tooLong = `It has a node whose rows are longer than what is held of one, ${mostCharacters / 2 ** 20} Mi characters: ask for less of it.`

function tooManyBlank(label: string): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `${label}: blank nodes have no order in SPARQL, so their rows have to be put together here, ${mostBlank} of them at most, with ${mostCharacters / 2 ** 20} Mi characters; this answer has more. Ask for fewer nodes with "first", or for nodes that have IRIs.`,
  )
}
