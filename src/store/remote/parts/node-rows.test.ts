import { describe, expect, it } from 'vitest'
import type { Row } from '../../../sparql/results/row.ts'
import { nodeRows } from './node-rows.ts'
import { createRelabeller } from './relabel-rows.ts'
import { createRowLimit } from './row-limit.ts'

async function* inBatches(rows: readonly Row[], size: number): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
}

async function read(
  rows: readonly Row[],
  columns: readonly number[],
  cut?: number,
  isBlankNamed = false,
  mostRows?: number,
) {
  const found: Row[] = []
  const complete: string[] = []
  const asked = { batches: inBatches(rows, 3), cutAfter: () => cut }
  const given = nodeRows(asked, columns, { label: 'Here', isBlankNamed, mostRows: () => mostRows }, (node) =>
    complete.push(node),
  )
  for (;;) {
    const next = await given.next()
    if (next.done === true) return { found, complete, end: next.value }
    found.push(...next.value)
  }
}

describe('rows of nodes', () => {
  const rows: readonly Row[] = [
    ['<a', null, '1'],
    ['<a', null, '2'],
    ['<b', null, '3'],
    [null, '<c', '4'],
    [null, '<d', '5'],
    [null, '<d', '6'],
  ]

  it('come all where nothing was cut', async () => {
    expect(await read(rows, [0, 1])).toEqual({
      found: rows,
      complete: ['<a', '<b', '<c', '<d'],
      end: undefined,
    })
  })

  it('leave out the node amidst which they were cut, and tell how far they came', async () => {
    expect(await read(rows, [0, 1], 6)).toMatchObject({
      found: rows.slice(0, 4),
      end: { rows: 6, part: 1, nodes: 1, last: '<c' },
    })
    expect(await read(rows.slice(0, 2), [0, 1], 2)).toMatchObject({
      found: [],
      end: { rows: 2, part: 0, nodes: 0, last: undefined },
    })
  })

  const blank: readonly Row[] = [
    ['_x', '1'],
    ['_y', '2'],
    ['_x', '3'],
    ['<a', '4'],
    ['<b', '5'],
  ]

  it('put blank nodes together', async () => {
    const { found, end } = await read(blank, [0], 5)
    expect(found.map(([, value]) => value)).toEqual(['1', '3', '2', '4'])
    expect(end).toMatchObject({ nodes: 3, last: '<a' })
  })

  it('cannot be cut among blank nodes, unless these have names', async () => {
    await expect(read(blank.slice(0, 3), [0], 3)).rejects.toMatchObject({ kind: 'limitExceeded' })
    expect(
      await read(
        [
          ['_x', '1'],
          ['_y', '2'],
        ],
        [0],
        2,
        true,
      ),
    ).toMatchObject({ end: { nodes: 1, last: '_x' } })
  })

  it('hold a bounded number of blank nodes', async () => {
    const most = Array.from({ length: 100_000 }, (_, at): Row => [`_${at % 500}`])
    expect((await read(most, [0])).found).toHaveLength(100_000)
    await expect(read([...most, ['_z']], [0])).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringMatching(/^Here: .*100000/),
    })
  })

  it('hold a bounded number of rows of one node, which can go on only where no blank node was given', async () => {
    const many = Array.from({ length: 20_000 }, (_, at): Row => ['<a', `"${at}`])
    const { found, end } = await read(many, [0], 20_000)
    expect(found).toHaveLength(20_000)
    expect(end).toMatchObject({ nodes: 0 })
    // Where a limit is known, the node in hand can be asked for again without any of its rows coming twice.
    expect((await read(many, [0], 20_000, false, 20_000)).found).toHaveLength(0)
    await expect(read([['<a', '_x'], ...many], [0], 20_001)).rejects.toMatchObject({ kind: 'limitExceeded' })
  })
})

it('keeps labels of blank nodes of several responses apart', () => {
  const relabel = createRelabeller()
  const rows: readonly Row[] = [['_b0', '<_b0', '"_b0', null, '_r1.b0']]
  const responses = [relabel()(rows), relabel()(rows), relabel()(rows)]
  const labels = responses.flatMap(([row]) => [row?.[0], row?.[4]])
  expect(new Set(labels).size).toBe(6)
  expect(labels[0]).toBe('_b0')
  for (const [row] of responses) expect(row?.slice(1, 4)).toEqual(['<_b0', '"_b0', null])
})

it.each([
  [0, undefined, 0, undefined],
  [250, undefined, 0, 250],
  [251, undefined, 0, undefined],
  [40, 40, 0, 40],
  [3_000, undefined, 0, 3_000],
  [2_999, undefined, 1, 3_000],
  [2_500, undefined, 0, 2_500],
  [8_192, undefined, 0, 8_192],
  [64, undefined, 0, undefined],
  [100_001, undefined, 0, 100_001],
  [99_999, undefined, 0, undefined],
  [99_999, 99_999, 0, 99_999],
  [150_001, 1_000_001, 0, undefined],
])('takes %d rows, %s announced, after %d for cut by a limit of %s', (rows, announced, offset, limit) => {
  expect(createRowLimit(250).suspected(rows, announced, offset)).toBe(limit)
})
