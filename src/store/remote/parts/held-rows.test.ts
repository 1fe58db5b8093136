import { expect, it } from 'vitest'
import type { Row } from '../../../sparql/results/row.ts'
import { nodeRows } from './node-rows.ts'

const mega = `"${'x'.repeat(2 ** 20)}`

/** How many rows are asked for, at most, before one that was asked for is given on. */
async function held(count: number, row: Row, cut?: number): Promise<number> {
  let asked = 0
  let given = 0
  let most = 0
  async function* batches(): AsyncGenerator<readonly Row[]> {
    for (; asked < count; asked++) {
      most = Math.max(most, asked - given)
      yield [row]
    }
  }
  const rows = { batches: batches(), cutAfter: () => cut }
  const from = { label: 'Here', isBlankNamed: false, mostRows: () => 10_000 }
  for await (const some of nodeRows(rows, [0], from)) given += some.length
  expect(given).toBe(count)
  return most
}

it('rows are held until their node is complete, but not where they are long', async () => {
  expect(await held(1000, ['<a', '"x'])).toBe(999)
  expect(await held(1000, ['<a', mega])).toBeLessThan(40)
})

it('rows of a node of which some were given on do not come again', async () => {
  await expect(held(100, ['<a', mega], 100)).rejects.toMatchObject({
    kind: 'limitExceeded',
    message: expect.stringMatching(/after 100 rows .*32 Mi characters: ask for less of it\.$/),
  })
})

it('rows of blank nodes are held as far as there is room', async () => {
  expect(await held(30, ['_a', mega])).toBe(29)
  await expect(held(40, ['_a', mega])).rejects.toMatchObject({ kind: 'limitExceeded' })
})
