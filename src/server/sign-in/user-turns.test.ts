import { expect, it } from 'vitest'
import { createUserTurns } from './user-turns.ts'

const quiet = new AbortController().signal

/** What a promise has come to after whatever is due by now. */
async function stateOf(promise: Promise<unknown>): Promise<'waits' | 'begun' | string> {
  const later = new Promise((resolve) => setImmediate(() => resolve('waits')))
  return String(
    await Promise.race([
      promise.then(
        () => 'begun',
        (error: unknown) => (error instanceof Error ? error.message : error),
      ),
      later,
    ]),
  )
}

it('has as many at once as a user may have, and others in the order in which they came', async () => {
  const turns = createUserTurns({ atOnce: 2, waiting: 10 })
  const [first, second] = [await turns.take('ann', quiet), await turns.take('ann', quiet)]
  const [third, fourth] = [turns.take('ann', quiet), turns.take('ann', quiet)]
  expect([await stateOf(third), await stateOf(fourth), turns.waiting()]).toEqual(['waits', 'waits', 2])
  first()
  expect([await stateOf(third), await stateOf(fourth), turns.waiting()]).toEqual(['begun', 'waits', 1])
  second()
  expect([await stateOf(fourth), turns.waiting()]).toEqual(['begun', 0])
})

it('counts the turns of each user by themselves', async () => {
  const turns = createUserTurns({ atOnce: 1, waiting: 10 })
  await turns.take('ann', quiet)
  expect(await stateOf(turns.take('bob', quiet))).toBe('begun')
  expect(await stateOf(turns.take('ann', quiet))).toBe('waits')
})

it('gives a turn back once, however often that is told', async () => {
  const turns = createUserTurns({ atOnce: 1, waiting: 10 })
  const first = await turns.take('ann', quiet)
  const [second, third] = [turns.take('ann', quiet), turns.take('ann', quiet)]
  first()
  first()
  expect([await stateOf(second), await stateOf(third)]).toEqual(['begun', 'waits'])
})

it('goes on with the next where one that waits is given up', async () => {
  const turns = createUserTurns({ atOnce: 1, waiting: 10 })
  const over = await turns.take('ann', quiet)
  const given = new AbortController()
  const [second, third] = [turns.take('ann', given.signal), turns.take('ann', quiet)]
  given.abort()
  expect([await stateOf(second), turns.waiting()]).toEqual(['The request was cancelled.', 1])
  over()
  expect(await stateOf(third)).toBe('begun')
})

it('refuses what waits beyond the limit of all users together', async () => {
  const turns = createUserTurns({ atOnce: 1, waiting: 2 })
  const over = await turns.take('ann', quiet)
  await turns.take('bob', quiet)
  const waiting = [turns.take('ann', quiet), turns.take('bob', quiet)]
  await expect(turns.take('ann', quiet)).rejects.toMatchObject({ kind: 'serverBusy' })
  // Whoever does nothing yet need not wait.
  expect(await stateOf(turns.take('cleo', quiet))).toBe('begun')
  over()
  expect(await stateOf(Promise.resolve(waiting[0]))).toBe('begun')
})

it('refuses whatever would wait where nothing may', async () => {
  const turns = createUserTurns({ atOnce: 1, waiting: 0 })
  const over = await turns.take('ann', quiet)
  await expect(turns.take('ann', quiet)).rejects.toMatchObject({ kind: 'serverBusy' })
  over()
  expect(await stateOf(turns.take('ann', quiet))).toBe('begun')
})
