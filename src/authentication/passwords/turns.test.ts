import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../errors.ts'
import type { Asker } from './password-hashes.ts'
import { createTurns, type TurnLimits } from './turns.ts'

/** Work that ends when it is told to; what began and what was refused is written down in its order. */
function workbench(limits: TurnLimits) {
  const turns = createTurns(limits)
  const begun: string[] = []
  const refused: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  return {
    begun,
    refused,
    runs: () => [...ends.keys()],
    enter(name: string, asker: Asker): Promise<unknown> {
      const work = (): Promise<string> => {
        begun.push(name)
        return new Promise((resolve, reject) =>
          ends.set(name, (error) => {
            ends.delete(name)
            if (error === undefined) resolve(name)
            else reject(error)
          }),
        )
      }
      return turns.take(asker, work).catch((error: unknown) => {
        if (error instanceof ServiceError && error.kind === 'serverBusy') refused.push(name)
        else throw error
      })
    },
    /** Ends a piece of work, or the one that began first, and lets what follows begin. */
    async end(name = [...ends.keys()][0] ?? '', error?: Error): Promise<void> {
      ends.get(name)?.(error)
      await new Promise(setImmediate)
    },
  }
}

const at = (address: string, user: string): Asker => ({ address, user })

describe('turns', () => {
  it('are taken at once where there is room, and give back what the work gives', async () => {
    const bench = workbench({ running: 2, waiting: 4 })
    const first = bench.enter('a', at('1', 'ann'))
    void bench.enter('b', at('1', 'ben'))
    void bench.enter('c', at('1', 'cy'))
    expect(bench.begun).toEqual(['a', 'b'])
    await bench.end('a')
    expect(await first).toBe('a')
    expect(bench.begun).toEqual(['a', 'b', 'c'])
  })

  it('go on after work that failed, which fails for who gave it', async () => {
    const bench = workbench({ running: 1, waiting: 4 })
    const failing = bench.enter('a', at('1', 'ann'))
    const next = bench.enter('b', at('1', 'ben'))
    const failed = expect(failing).rejects.toThrow('broken')
    await bench.end('a', new Error('broken'))
    await failed
    await bench.end('b')
    expect(await next).toBe('b')
  })

  it('leave a place to others however much there is to do for one user, from however many addresses', async () => {
    const bench = workbench({ running: 2, waiting: 64 })
    for (let number = 0; number < 20; number++) void bench.enter(`ann ${number}`, at(`${number}`, 'ann'))
    expect(bench.begun).toEqual(['ann 0'])
    void bench.enter('ben', at('7', 'ben'))
    expect(bench.begun).toEqual(['ann 0', 'ben'])
    await bench.end('ben')
    expect(bench.runs()).toEqual(['ann 0'])
    await bench.end('ann 0')
    expect(bench.runs()).toEqual(['ann 1'])
  })

  it('go over the addresses, however many users one has', async () => {
    const bench = workbench({ running: 1, waiting: 64 })
    for (let number = 0; number < 6; number++) void bench.enter(`a${number}`, at('1', `user ${number}`))
    void bench.enter('b0', at('2', 'ben'))
    void bench.enter('b1', at('2', 'bea'))
    void bench.enter('c0', at('3', 'cy'))
    for (let number = 0; number < 6; number++) await bench.end()
    expect(bench.begun).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3'])
  })

  it('go over the users of an address, however much one of them wants', async () => {
    const bench = workbench({ running: 1, waiting: 64 })
    for (let number = 0; number < 4; number++) void bench.enter(`ann ${number}`, at('1', 'ann'))
    void bench.enter('ben 0', at('1', 'ben'))
    void bench.enter('ben 1', at('1', 'ben'))
    for (let number = 0; number < 5; number++) await bench.end()
    expect(bench.begun).toEqual(['ann 0', 'ben 0', 'ann 1', 'ben 1', 'ann 2', 'ann 3'])
  })

  it('refuse the last of whom most wait for when all places to wait are taken', async () => {
    const bench = workbench({ running: 1, waiting: 3 })
    void bench.enter('running', at('9', 'zoe'))
    for (const number of [0, 1, 2, 3]) void bench.enter(`ann ${number}`, at(`${number}`, 'ann'))
    await bench.end('none')
    expect(bench.refused).toEqual(['ann 3'])
    void bench.enter('ben', at('4', 'ben'))
    await bench.end('none')
    expect(bench.refused).toEqual(['ann 3', 'ann 2'])
    for (let number = 0; number < 4; number++) await bench.end()
    expect(bench.begun).toEqual(['running', 'ann 0', 'ann 1', 'ben'])
  })

  it('refuse the newcomer where nobody wants more than the others', async () => {
    const bench = workbench({ running: 1, waiting: 2 })
    for (const number of [0, 1, 2, 3]) void bench.enter(`${number}`, at(`${number}`, `user ${number}`))
    await bench.end('none')
    expect(bench.refused).toEqual(['3'])
  })

  it('tell an address and a user apart by more than the letters of both together', async () => {
    const bench = workbench({ running: 1, waiting: 9 })
    void bench.enter('a0', at('1', '2 ann'))
    void bench.enter('a1', at('1', '2 ann'))
    void bench.enter('b0', at('1 2', 'ann'))
    await bench.end()
    expect(bench.begun).toEqual(['a0', 'b0'])
  })

  it('never do more than they may, never for one user at once, and forget nobody', async () => {
    const asker = fc.record({
      user: fc.constantFrom('', 'a', 'b', 'c'),
      address: fc.constantFrom('', '1', '2'),
    })
    const action = fc.oneof(
      asker.map((one) => ({ kind: 'enter' as const, asker: one })),
      fc.nat(3).map((which) => ({ kind: 'end' as const, which })),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        const bench = workbench({ running: 2, waiting: 5 })
        const users = new Map<string, string>()
        const results: Promise<unknown>[] = []
        for (const each of actions) {
          if (each.kind === 'end') await bench.end(bench.runs()[each.which % 2])
          else {
            const name = `${users.size}`
            users.set(name, each.asker.user)
            results.push(bench.enter(name, each.asker))
          }
          await bench.end('none')
          const runs = bench.runs()
          const waits = users.size - bench.begun.length - bench.refused.length
          expect(runs.length).toBeLessThanOrEqual(2)
          expect(new Set(runs.map((name) => users.get(name))).size).toBe(runs.length)
          expect(waits).toBeLessThanOrEqual(5)
          // Who waits while there is room waits for another piece of the same user.
          if (runs.length === 0) expect(waits).toBe(0)
        }
        while (bench.runs().length > 0) await bench.end()
        await Promise.all(results)
        expect(bench.begun.length + bench.refused.length).toBe(users.size)
      }),
    )
  })
})
