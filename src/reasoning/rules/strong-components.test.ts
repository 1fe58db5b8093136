import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { strongComponents } from './strong-components.ts'

it('puts those together that lead to each other, and edges lead to lower numbers', () => {
  const node = fc.integer({ min: 0, max: 9 })
  fc.assert(
    fc.property(fc.array(fc.tuple(node, node)), (pairs) => {
      const nodes = Array.from({ length: 10 }, (_, number) => number)
      const next = (from: number) => pairs.flatMap(([a, b]) => (a === from ? [b] : []))
      const reached = nodes.map((from) => {
        const found = new Set([from])
        for (const each of found) for (const to of next(each)) found.add(to)
        return found
      })
      const components = strongComponents(nodes, next)
      for (const a of nodes) {
        for (const b of nodes) {
          const together = reached[a]?.has(b) === true && reached[b]?.has(a) === true
          expect(components.get(a) === components.get(b)).toBe(together)
        }
      }
      for (const [a, b] of pairs) expect(components.get(a)).toBeGreaterThanOrEqual(components.get(b) ?? 0)
    }),
  )
})

it('walks as deeply as a graph goes', () => {
  const components = strongComponents([0], (node) => (node < 100_000 ? [node + 1] : []))
  expect(components.size).toBe(100_001)
  expect(components.get(0)).toBe(100_000)
})
