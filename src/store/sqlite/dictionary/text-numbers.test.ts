import fc from 'fast-check'
import { expect, it } from 'vitest'
import { BoundedTextNumbers } from './bounded-text-numbers.ts'
import { longestText, TextNumbers } from './text-numbers.ts'

const texts = fc.array(
  fc.tuple(
    fc.nat({ max: 2 }),
    fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.string({ unit: 'binary', maxLength: longestText / 2 }),
      fc.string({ minLength: longestText, maxLength: longestText }),
    ),
  ),
  { maxLength: 500 },
)

it('finds exactly what was kept, whatever the texts', () => {
  fc.assert(
    fc.property(texts, texts, (kept, others) => {
      const numbers = new TextNumbers()
      const expected = new Map<string, number>()
      for (const [kind, text] of kept) {
        expect(numbers.get(kind, text)).toBe(expected.get(`${kind}${text}`))
        if (numbers.get(kind, text) !== undefined) continue
        expected.set(`${kind}${text}`, expected.size + 1)
        numbers.set(kind, text, expected.size)
      }
      for (const [kind, text] of [...kept, ...others]) {
        expect(numbers.get(kind, text)).toBe(expected.get(`${kind}${text}`))
      }
      expect(numbers.size).toBe(expected.size)
    }),
  )
})

it('keeps many texts, of one and of two bytes a unit, and texts that are beginnings of others', () => {
  const numbers = new TextNumbers()
  const all = Array.from({ length: 60_000 }, (_, n) => [
    `t${n}`,
    `ü${n}`,
    `日${n}`,
    `𝄞${'x'.repeat(n % 200)}${n}`,
  ]).flat()
  all.forEach((text, index) => {
    numbers.set(0, text, index + 1)
  })
  expect(all.findIndex((text, index) => numbers.get(0, text) !== index + 1)).toBe(-1)
  expect(all.findIndex((text) => numbers.get(1, text) !== undefined)).toBe(-1)
  expect(numbers.get(0, 't60000')).toBeUndefined()
  expect(numbers.size).toBe(all.length)
})

it('takes numbers of 32 bits, and refuses texts that are too long', () => {
  const numbers = new TextNumbers()
  numbers.set(0, '', 0xffff_ffff)
  expect(numbers.get(0, '')).toBe(0xffff_ffff)
  expect(() => numbers.set(0, 'x'.repeat(longestText + 1), 1)).toThrow('too long')
})

it('forgets what was used longest ago, earlier where texts are long', () => {
  const numbers = new BoundedTextNumbers(100)
  for (let n = 1; n <= 99; n++) numbers.set(0, `${n}`, n)
  expect(numbers.forgets).toBe(false)
  for (let n = 100; n <= 199; n++) numbers.set(0, `${n}`, n)
  expect(numbers.forgets).toBe(true)
  expect(numbers.get(0, '1')).toBe(1)
  for (let n = 200; n <= 249; n++) numbers.set(0, `${n}`, n)
  expect([1, 2, 240].map((n) => numbers.get(0, `${n}`))).toEqual([1, undefined, 240])
  for (let n = 1; n <= 40; n++) numbers.set(1, `${n}`.padEnd(200), n)
  expect([1, 240].map((n) => numbers.get(0, `${n}`))).toEqual([undefined, undefined])
  numbers.clear()
  expect(numbers.get(1, '40'.padEnd(200))).toBeUndefined()
})
