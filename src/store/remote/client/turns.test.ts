import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** Takes turns by name, and tells the names in the order in which they got theirs. */
function takers(most: number) {
  const turns = createTurns(most)
  const order: string[] = []
  return {
    order,
    async take(name: string, signal?: AbortSignal): Promise<() => void> {
      const end = await turns.take(signal)
      order.push(name)
      return end
    },
  }
}

describe('turns', () => {
  it('are so many at once, the others in order', async () => {
    const { order, take } = takers(2)
    const [first] = await Promise.all([take('a'), take('b')])
    const third = take('c')
    const fourth = take('d')
    await Promise.resolve()
    expect(order).toEqual(['a', 'b'])
    first()
    const end = await third
    expect(order).toEqual(['a', 'b', 'c'])
    end()
    await fourth
    expect(order).toEqual(['a', 'b', 'c', 'd'])
  })

  it('end once', async () => {
    const { order, take } = takers(1)
    const end = await take('a')
    end()
    end()
    const other = await take('b')
    const third = take('c')
    end()
    await Promise.resolve()
    expect(order).toEqual(['a', 'b'])
    other()
    await third
  })

  it('are not lost by those who leave', async () => {
    const { order, take } = takers(1)
    const end = await take('a')
    const controller = new AbortController()
    const reason = new Error('Nobody waits.')
    const leaving = take('b', controller.signal)
    const staying = take('c')
    controller.abort(reason)
    await expect(leaving).rejects.toBe(reason)
    end()
    await staying
    expect(order).toEqual(['a', 'c'])
    await expect(take('d', AbortSignal.abort(reason))).rejects.toBe(reason)
  })

  it('are kept by who got one before it was aborted', async () => {
    const { take } = takers(1)
    const end = await take('a')
    const controller = new AbortController()
    const next = take('b', controller.signal)
    end()
    controller.abort(new Error('Too late.'))
    const release = await next
    release()
    expect(await take('c')).toBeTypeOf('function')
  })
})
