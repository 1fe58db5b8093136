import { describe, expect, it } from 'vitest'
import { type AttemptEnd, type Attempts, createAttempts } from './attempts.ts'

function clock(): { time: number } {
  return { time: 1_000_000 }
}

function attempt(
  attempts: Attempts,
  end: AttemptEnd,
  user = 'ann',
  address = '192.0.2.1',
): number | 'looked at' {
  const one = attempts.begin({ user, address })
  if (one.kind === 'throttled') return one.retryAfterSeconds
  one.end(end)
  return 'looked at'
}

describe('attempts to sign in', () => {
  it('are looked at ten times within a minute, and again when the first of them is a minute old', () => {
    const now = clock()
    const attempts = createAttempts(() => now.time)
    for (let number = 0; number < 10; number++) {
      expect(attempt(attempts, 'failure')).toBe('looked at')
      now.time += 1000
    }
    expect(attempt(attempts, 'failure')).toBe(50)
    now.time += 49_001
    expect(attempt(attempts, 'failure')).toBe(1)
    now.time += 999
    expect(attempt(attempts, 'failure')).toBe('looked at')
    expect(attempt(attempts, 'failure')).toBe(1)
  })

  it('count by user and by address', () => {
    const attempts = createAttempts(() => 0)
    for (let number = 0; number < 10; number++) attempt(attempts, 'failure')
    expect(attempt(attempts, 'failure')).toBe(60)
    expect(attempt(attempts, 'failure', 'ben')).toBe('looked at')
    expect(attempt(attempts, 'failure', 'ann', '192.0.2.2')).toBe('looked at')
    expect(attempt(attempts, 'failure', 'ann', '::ffff:192.0.2.1')).toBe(60)
  })

  it('count while they are under way', () => {
    const attempts = createAttempts(() => 0)
    const begun = Array.from({ length: 10 }, () => attempts.begin({ user: 'ann', address: '' }))
    expect(begun.map(({ kind }) => kind)).toEqual(Array(10).fill('begun'))
    expect(attempts.begin({ user: 'ann', address: '' })).toEqual({
      kind: 'throttled',
      retryAfterSeconds: 1,
      fresh: true,
    })
    const [first] = begun
    if (first?.kind === 'begun') {
      first.end('unknown')
      first.end('unknown')
    }
    expect(attempts.begin({ user: 'ann', address: '' }).kind).toBe('begun')
    expect(attempts.begin({ user: 'ann', address: '' }).kind).toBe('throttled')
  })

  it('begin anew after a success, and not after one that was not looked at', () => {
    const attempts = createAttempts(() => 0)
    for (let number = 0; number < 9; number++) attempt(attempts, 'failure')
    attempt(attempts, 'unknown')
    attempt(attempts, 'failure')
    expect(attempt(attempts, 'success')).toBe(60)
    for (let number = 0; number < 9; number++) attempt(attempts, 'failure', 'ben')
    attempt(attempts, 'success', 'ben')
    for (let number = 0; number < 10; number++) expect(attempt(attempts, 'failure', 'ben')).toBe('looked at')
    expect(attempt(attempts, 'success', 'ben')).toBe(60)
  })

  it('are refused for the first time once for each failure', () => {
    const now = clock()
    const attempts = createAttempts(() => now.time)
    const isFresh = (): boolean | undefined => {
      const one = attempts.begin({ user: 'ann', address: '' })
      return one.kind === 'throttled' ? one.fresh : undefined
    }
    for (let number = 0; number < 10; number++) attempt(attempts, 'failure', 'ann', '')
    expect([isFresh(), isFresh(), isFresh()]).toEqual([true, false, false])
    now.time += 60_000
    for (let number = 0; number < 10; number++) attempt(attempts, 'failure', 'ann', '')
    expect([isFresh(), isFresh()]).toEqual([true, false])
  })

  it('are forgotten beyond a bound, those first of whom nothing was heard for the longest', () => {
    const attempts = createAttempts(() => 0, 100)
    const fail = (user: string): void => {
      for (let number = 0; number < 10; number++) attempt(attempts, 'failure', user)
    }
    fail('first')
    fail('second')
    for (let number = 0; number < 98; number++) attempt(attempts, 'failure', `user ${number}`)
    expect(attempt(attempts, 'failure', 'first')).toBe(60)
    attempt(attempts, 'failure', 'one more')
    expect(attempt(attempts, 'failure', 'first')).toBe(60)
    expect(attempt(attempts, 'failure', 'second')).toBe('looked at')
  })
})
