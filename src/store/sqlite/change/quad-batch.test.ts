import fc from 'fast-check'
import { expect, it } from 'vitest'
import { QuadBatch } from './quad-batch.ts'

type Row = readonly [number, number, number, number]

function sortedRows(rows: readonly Row[]): unknown[] {
  const batch = new QuadBatch()
  for (const [p, s, o, g] of rows) batch.add(p, s, o, g)
  const out: unknown[] = []
  batch.sorted((...row) => out.push(row))
  return out
}

function expectedRows(rows: readonly Row[]): unknown[] {
  const distinct = new Map(rows.map((row) => [row.join(), row]))
  const sorted = [...distinct.values()].sort(
    (a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3],
  )
  const triples = new Set<string>()
  return sorted.map((row) => {
    const triple = row.slice(0, 3).join()
    const first = !triples.has(triple)
    triples.add(triple)
    return [...row, first]
  })
}

const number = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom(65_535, 65_536, 0xffff_ffff),
  fc.nat(),
)

it('sorts a batch, each quad once, and marks the first of each triple', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(number, number, number, number)), (rows) => {
      expect(sortedRows(rows)).toEqual(expectedRows(rows))
    }),
  )
})

it.each([4_999, 5_000, 20_000])('sorts %i quads', (size) => {
  const row = (n: number): Row => [n % 7, (n * 2_654_435_761) % 4_294_967_296, (n * 40_503) % 70_000, n % 2]
  const rows = Array.from({ length: size }, (_, n) => row(n % (size - 100)))
  expect(sortedRows(rows)).toEqual(expectedRows(rows))
})

it('is empty after it was cleared', () => {
  const batch = new QuadBatch()
  batch.add(1, 2, 3, 4)
  batch.clear()
  expect(batch.size).toBe(0)
  batch.sorted(() => expect.unreachable())
})

it('refuses numbers that do not fit', () => {
  expect(() => new QuadBatch().add(1, 2, 2 ** 32, 0)).toThrow('at most 4,294,967,295 terms')
})
