import { afterEach, describe, expect, it } from 'vitest'
import { type Answer, down, jwks, makePair, startWorld, status, stopWorlds } from '../../../test/key-world.ts'

const [first, second, third, stranger] = [makePair(), makePair(), makePair(), makePair()]

const aSecond = 1_000
const minute = 60 * aSecond
const hour = 60 * minute

afterEach(stopWorlds)

describe('keys of an issuer', () => {
  const a = { ...first.jwk, kid: 'a' }
  const b = { ...second.jwk, kid: 'b' }

  it('are fetched when they are first needed, once for everybody', async () => {
    const world = await startWorld(jwks(a))
    expect(world.asked).toEqual([])
    const told = await Promise.all(Array.from({ length: 50 }, () => world.tell(first, { kid: 'a' })))
    expect(new Set(told)).toEqual(new Set(['external']))
    expect(world.asked).toEqual(['/.well-known/jwks.json'])
    world.time += 10 * minute - 1
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    expect(world.asked).toHaveLength(1)
  })

  it('are renewed after ten minutes, while nobody waits', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const { promise: came, resolve: come } = Promise.withResolvers<void>()
    world.answer = async (request, response) => {
      come()
      await gate
      jwks(b)(request, response)
    }
    world.time += 10 * minute
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    await came
    // The issuer has not answered yet.
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    expect(world.asked).toHaveLength(2)
    open()
    // A key that is not known waits for the answer that is under way.
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
    expect(await world.tell(first, { kid: 'a' })).toBe('refused')
  })

  it('are renewed for a token that is shown again and again, too', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.time += 10 * minute - aSecond
    const token = world.token(first, { kid: 'a' })
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'external' })
    expect(world.asked).toHaveLength(1)
    const { promise: came, resolve: come } = Promise.withResolvers<void>()
    world.answer = (request, response) => {
      come()
      jwks(b)(request, response)
    }
    world.time += aSecond
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'external' })
    await came
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'refused' })
  })

  it('are waited for where nobody asked for long', async () => {
    const world = await startWorld(jwks(a))
    const token = world.token(first, { kid: 'a' }, { exp: world.time / 1000 + 100_000 })
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'external' })
    world.answer = jwks(b)
    world.time += hour
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'refused' })
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
  })

  it('are asked for anew where a token names another, and then for half a minute no more', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = jwks(a, b)
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
    expect(world.asked).toHaveLength(2)
    world.answer = jwks(a, b, { ...third.jwk, kid: 'c' })
    world.time += 30 * aSecond - 1
    const refused = await world.tokens.verify(world.token(third, { kid: 'c' }))
    expect(refused).toEqual({
      kind: 'refused',
      message: 'The token is not valid.',
      reason: `The token names the key "c", and the issuer "${world.origin}" has none such for RS256.`,
    })
    for (const kid of ['d', 'e', '']) expect(await world.tell(stranger, { kid })).toBe('refused')
    expect(world.asked).toHaveLength(2)
    world.time += 1
    const many = Array.from({ length: 20 }, () => world.tell(third, { kid: 'c' }))
    expect(new Set(await Promise.all(many))).toEqual(new Set(['external']))
    expect(world.asked).toHaveLength(3)
  })

  it('are not asked for where the key that a token names did not sign it', async () => {
    const world = await startWorld(jwks(a, b))
    for (let time = 0; time < 3; time++) {
      expect(await world.tell(second, { kid: 'a' })).toBe('refused')
      world.time += minute
    }
    expect(world.asked).toHaveLength(1)
  })

  it('that are withdrawn end what was remembered of their tokens', async () => {
    const world = await startWorld(jwks(a))
    const token = world.token(first, { kid: 'a' })
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'external' })
    world.answer = jwks(b)
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
    expect(await world.tokens.verify(token)).toMatchObject({ kind: 'refused' })
  })

  it('stay good for a day while the issuer cannot be asked', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = down
    for (let hours = 1; hours < 24; hours++) {
      world.time += hour
      expect(await world.tell(first, { kid: 'a' })).toBe('external')
    }
    const reason = `The keys of ${world.origin} cannot be had: ${world.origin}/.well-known/jwks.json cannot be reached (UND_ERR_SOCKET). Those that are known stay good.`
    expect(world.reports).toEqual([reason])
    // Whether there is such a key by now, nobody can tell.
    expect(await world.tell(second, { kid: 'b' })).toBe('unavailable')
    world.time += hour
    expect(await world.tell(first, { kid: 'a' })).toBe('unavailable')
    expect(world.reports).toEqual([reason, expect.stringMatching(/UND_ERR_SOCKET\)\.$/u)])
    world.answer = jwks(b)
    world.time += 5 * aSecond
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
    expect(await world.tell(first, { kid: 'a' })).toBe('refused')
  })

  it('are had again soon after the issuer is there again', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = down
    expect(await world.tell(second, { kid: 'b' })).toBe('unavailable')
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = jwks(a, b)
    world.time += 5 * aSecond - 1
    expect(await world.tell(second, { kid: 'b' })).toBe('unavailable')
    expect(world.asked).toHaveLength(2)
    world.time += 1
    expect(await world.tell(second, { kid: 'b' })).toBe('external')
  })

  it('that never came leave it open whether a token holds', async () => {
    const world = await startWorld(down)
    const told = await Promise.all(Array.from({ length: 20 }, () => world.tokens.verify(world.token(first))))
    for (const one of told)
      expect(one).toEqual({
        kind: 'unavailable',
        message: 'The keys of the issuer of the token cannot be had at present.',
        reason: `The keys of the issuer "${world.origin}" cannot be had: ${world.origin}/.well-known/jwks.json cannot be reached (UND_ERR_SOCKET).`,
      })
    expect(world.asked).toHaveLength(1)
    world.time += 5 * aSecond - 1
    expect(await world.tell(first)).toBe('unavailable')
    expect(world.asked).toHaveLength(1)
    world.time += 1
    world.answer = jwks(a)
    expect(await world.tell(first)).toBe('external')
  })

  it.each<[string, Answer, RegExp]>([
    ['an error', status(500), /answers with status 500\.$/u],
    ['too many requests', status(429), /answers with status 429\.$/u],
    ['no JWKS', status(200), /is no JWKS\.$/u],
    ['HTML', (_request, response) => void response.end('<html>'), /is no JWKS\.$/u],
    [
      'a redirect',
      (_request, response) => void response.writeHead(302, { location: '/keys' }).end(),
      /redirects elsewhere \(status 302\), which is not followed\.$/u,
    ],
    [
      'too much',
      (_request, response) => void response.end(' '.repeat(1_048_577)),
      /more than 1048576 bytes\.$/u,
    ],
  ])('are not had where the answer is %s', async (_, answer, reason) => {
    const world = await startWorld(answer)
    const told = await world.tokens.verify(world.token(first))
    expect(told).toMatchObject({ kind: 'unavailable', reason: expect.stringMatching(reason) })
    expect(world.asked).toEqual(['/.well-known/jwks.json'])
  })

  it('that the issuer withdraws all hold no more', async () => {
    const world = await startWorld(jwks(a))
    expect(await world.tell(first, { kid: 'a' })).toBe('external')
    world.answer = jwks()
    world.time += hour
    expect(await world.tell(first, { kid: 'a' })).toBe('refused')
  })
})
