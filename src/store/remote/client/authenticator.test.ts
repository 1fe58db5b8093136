import { expect, it } from 'vitest'
import { createAuthenticator } from './authenticator.ts'

it('remembers something of so many URLs only, since redirects can lead to ever new ones', () => {
  const authenticator = createAuthenticator({ kind: 'basic', user: 'ann', password: 'open sesame' })
  const requestTo = (at: number) =>
    ({ method: 'GET', url: `http://plants.example/${at}?query=x`, headers: {}, reads: true }) as const
  const places = Array.from({ length: 1000 }, (_, at) => at)
  for (const at of places) authenticator.settle(requestTo(at))
  expect(places.filter((at) => authenticator.isSettled(requestTo(at)))).toEqual(places.slice(-100))
  for (const at of places)
    authenticator.learn(requestTo(at), { 'www-authenticate': 'Digest realm="r", nonce="1"' })
  const told = places.map((at) => authenticator.headersFor(requestTo(at))['authorization'] ?? '')
  expect(told.findIndex((header) => header.startsWith('Digest '))).toBe(900)
})
