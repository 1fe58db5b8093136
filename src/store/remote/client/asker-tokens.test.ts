import { describe, expect, it } from 'vitest'
import type { EndpointAsker, EndpointToken } from '../endpoint-asker.ts'
import { createAskerAuthenticator } from './asker-authenticator.ts'
import { createAskerTokens } from './asker-tokens.ts'

/** An asker whose tokens are called by number, and hold for so many seconds from second 1,000 on. */
function asker(lifetime: number): EndpointAsker & { taken: number } {
  const made = {
    key: 'somebody',
    taken: 0,
    async token(): Promise<EndpointToken> {
      made.taken += 1
      return { text: `token${made.taken}`, expires: 1000 + lifetime }
    },
  }
  return made
}

const at = (seconds: number) => () => seconds * 1000

describe('the tokens of an asker', () => {
  it('are had once, until one is about to expire', async () => {
    let now = 1000
    const tokens = createAskerTokens(() => now * 1000)
    const one = asker(60)
    tokens.begin(one)
    expect(await Promise.all([tokens.take(), tokens.take(), tokens.take()])).toEqual(Array(3).fill('token1'))
    now = 1049
    expect(await tokens.take()).toBe('token1')
    now = 1050
    expect(await tokens.take()).toBe('token2')
    expect(tokens.told()).toEqual(['token2', 'token1'])
  })

  it('are had by what goes on the longest, and not by what is over', async () => {
    const tokens = createAskerTokens(at(1000))
    const [first, second] = [asker(5), asker(5)]
    tokens.begin(first)
    const end = tokens.begin(second)
    await tokens.take()
    expect([first.taken, second.taken]).toEqual([0, 1])
    end()
    end()
    await tokens.take()
    expect([first.taken, second.taken]).toEqual([1, 1])
  })

  it('are had otherwise where what would have had them ends meanwhile', async () => {
    const tokens = createAskerTokens(at(1000))
    tokens.begin(asker(5))
    const ended = new AbortController()
    const { promise, reject } = Promise.withResolvers<EndpointToken>()
    tokens.begin({ key: 'somebody', token: () => promise, signal: ended.signal })
    const taken = tokens.take()
    ended.abort()
    reject(new Error('Nobody waits for it.'))
    expect(await taken).toBe('token1')
  })

  it('are not had where there are none, by any who wait, and asked for again by the next', async () => {
    const tokens = createAskerTokens(at(1000))
    let isAllowed = false
    const one = asker(60)
    tokens.begin({ ...one, token: () => (isAllowed ? one.token() : Promise.reject(new Error('No.'))) })
    const both = await Promise.allSettled([tokens.take(), tokens.take()])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    isAllowed = true
    expect(await tokens.take()).toBe('token1')
    await expect(createAskerTokens().take()).rejects.toThrow('on behalf of nobody')
  })

  it('are not waited for by who was told to stop, which keeps no other from them', async () => {
    const tokens = createAskerTokens(at(1000))
    const { promise, resolve } = Promise.withResolvers<EndpointToken>()
    tokens.begin({ key: 'somebody', token: () => promise })
    const stop = new AbortController()
    const [stopped, other] = [tokens.take(stop.signal), tokens.take()]
    stop.abort(new Error('Stopped.'))
    await expect(stopped).rejects.toThrow('Stopped.')
    await expect(tokens.take(stop.signal)).rejects.toThrow('Stopped.')
    resolve({ text: 'late', expires: 2000 })
    expect(await other).toBe('late')
  })

  it('that were told are remembered, but for old ones, and taken out of what is said', async () => {
    const tokens = createAskerTokens(at(1000))
    const authenticator = createAskerAuthenticator(tokens)
    expect(() =>
      authenticator.headersFor({ method: 'GET', url: 'http://a/', headers: {}, reads: true }),
    ).toThrow()
    tokens.begin({ ...asker(5), token: async () => ({ text: 'a+b/c==', expires: 1005 }) })
    await authenticator.prepare(undefined)
    expect(authenticator.headersFor({ method: 'GET', url: 'http://a/', headers: {}, reads: true })).toEqual({
      authorization: 'Bearer a+b/c==',
    })
    expect(authenticator.redact('You said a+b/c==, that is a%2Bb%2Fc%3D%3D.')).toBe(
      'You said ***, that is ***.',
    )
    tokens.begin(asker(5))
    for (let index = 0; index < 10; index++) await authenticator.prepare(undefined)
    expect(tokens.told()).toEqual(['token10', 'token9', 'token8', 'token7'])
  })
})
