import { describe, expect, it } from 'vitest'
import { createBytePieces } from './byte-pieces.ts'

describe('bytes in pieces', () => {
  it('are one in their order', () => {
    const pieces = createBytePieces()
    expect(pieces.whole()).toHaveLength(0)
    const texts = Array.from({ length: 5000 }, (_, at) => (at % 3 === 0 ? '' : `${at},`))
    for (const text of texts) pieces.add(Buffer.from(text))
    expect(Buffer.from(pieces.whole()).toString()).toBe(texts.join(''))
    expect(pieces.length).toBe(texts.join('').length)
  })

  it('take little more memory than what is in them, however small they come', () => {
    const pieces = createBytePieces()
    const used = (): number => {
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const before = used()
    const count = 2_000_000
    for (let at = 0; at < count; at++) pieces.add(Buffer.from('x'))
    // A piece by itself takes 100 bytes and more.
    expect(used() - before).toBeLessThan(50 * count)
    expect(pieces.whole()).toHaveLength(count)
  })
})
