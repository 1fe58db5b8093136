import { expect, it } from 'vitest'
import type { EndpointAsker } from '../../store/remote/endpoint-asker.ts'
import { createAskedEndpoints } from './asked-endpoints.ts'

const asker = (key: string): EndpointAsker => ({ key, token: async () => ({ text: key, expires: 0 }) })

/** Endpoints that are numbered as they are opened. */
function opened() {
  let [count, time] = [0, 0]
  const asked = createAskedEndpoints(
    () => ++count,
    () => time,
  )
  const ask = (key: string): number => {
    const { open, done } = asked.hold(asker(key))
    done()
    return open
  }
  const pass = (milliseconds: number): void => {
    time += milliseconds
  }
  return { ...asked, ask, pass }
}

it('has another one for each asker, and the same as long as one asks now and then', () => {
  const { ask, hold, pass } = opened()
  expect([ask('a'), ask('b'), ask('a'), ask('b')]).toEqual([1, 2, 1, 2])
  const held = hold(asker('a'))
  pass(59_999)
  expect([ask('a'), ask('b')]).toEqual([1, 2])
  pass(60_000)
  expect([ask('a'), ask('b')]).toEqual([1, 3])
  held.done()
  pass(60_000)
  expect(ask('a')).toBe(4)
})

it('forgets those who asked first where there are many, but for those who are asking', () => {
  const { ask, hold } = opened()
  hold(asker('asking'))
  for (let index = 0; index < 65; index++) ask(`idle ${index}`)
  expect(ask('asking')).toBe(1)
  expect(ask('idle 1')).toBe(3)
  expect(ask('idle 0')).toBe(67)
})

it('forgets all where the vocabulary may be another one', () => {
  const { ask, forgetVocabulary } = opened()
  expect(ask('a')).toBe(1)
  forgetVocabulary()
  expect(ask('a')).toBe(2)
})
