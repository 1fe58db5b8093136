import { expect, it } from 'vitest'
import { quoted } from './refuse-token.ts'

const nested = (depth: number): unknown => JSON.parse('['.repeat(depth) + ']'.repeat(depth))

it.each<[unknown, string]>([
  ['a"b\n', '"a\\"b\\n"'],
  [5, '5'],
  [null, 'null'],
  [undefined, 'nothing'],
  [['a', 'b', 1], '["a","b",1]'],
  [[], '[]'],
  [{ a: 1 }, 'an object'],
  [[{}], 'a list'],
  [nested(5_000), 'a list'],
  [[nested(100_000)], 'a list'],
  ['x'.repeat(1_000), `"${'x'.repeat(199)}…`],
])('quotes what is said, case %$', (value, text) => {
  expect(quoted(value)).toBe(text)
})
