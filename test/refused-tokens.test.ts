import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPasswordHashes } from '../src/authentication/passwords/create-password-hashes.ts'
import { readTokenSettings } from '../src/authentication/settings/read-token-settings.ts'
import { buildApp } from '../src/server/app.ts'
import { httpLimits } from '../src/server/server-parts.ts'
import { createSecurity } from '../src/server/sign-in/create-security.ts'
import { accountsInMemory } from './accounts-in-memory.ts'
import { hmacIssuer } from './hmac-issuer.ts'
import { openTo } from './unused-services.ts'

const idp = hmacIssuer()
const accounts = accountsInMemory()
accounts.change([
  { kind: 'addTokenUser', name: 'dan', issuer: idp.issuer },
  { kind: 'setEnabled', name: 'dan', enabled: false },
])

/** On whose behalf services were made. */
const served: string[] = []
const { services } = openTo()
const app = buildApp({
  services: {
    ...services,
    for(caller) {
      served.push(caller?.session.user ?? 'the owner')
      return services.for(caller)
    },
  },
  security: createSecurity({
    accounts,
    passwords: createPasswordHashes({ memory: 8, passes: 1, parallelism: 1 }),
    settings: settings(`issuers:\n${idp.entry({ autoCreateUsers: true, rolesClaimPath: 'roles' })}`),
    secret: () => new Uint8Array(32),
    license: '00000000-0000-4000-8000-000000000000',
  }),
  stopping: new AbortController().signal,
  spoolFolder: '/nowhere',
  version: '0.0.0',
  limits: httpLimits,
})
let base: string
beforeAll(async () => {
  base = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

function settings(text: string) {
  const read = readTokenSettings(text)
  if (read.kind === 'problems') throw new Error('The settings have problems.')
  return read.settings
}

const routes = (): readonly string[] =>
  app.routeNeeds
    .filter(({ needs }) => needs !== 'nobody')
    .map(({ method, url }) => `${method} ${url.replaceAll(/:\w+/gu, 'x')}`)

async function statuses(token: string): Promise<ReadonlyMap<string, number>> {
  const answers = await Promise.all(
    routes().map(async (route) => {
      const [method = '', url = ''] = route.split(' ')
      const { status } = await fetch(base + url, { method, headers: { authorization: `Bearer ${token}` } })
      return [route, status] as const
    }),
  )
  return new Map(answers)
}

describe('a token that is refused', () => {
  const now = Math.floor(Date.now() / 1000)
  const forged = async (): Promise<string> => {
    const [header, , signature] = (await idp.token({ roles: ['reader'] })).split('.')
    const [, payload] = (await idp.token({ sub: 'admin', roles: ['reader'] })).split('.')
    return `${header}.${payload}.${signature}`
  }
  it.each([
    ['of another issuer', () => hmacIssuer('https://elsewhere.example').token({ roles: ['reader'] })],
    ['with another signature', forged],
    ['that is expired', () => idp.token({ roles: ['reader'], exp: now - 60 })],
    ['for others', () => idp.token({ roles: ['reader'], aud: 'orchard' })],
    ['without a role that there is', () => idp.token({ roles: ['nobody'] })],
    ['of a user who is disabled', () => idp.token({ sub: 'dan', roles: ['reader'] })],
    ['that is none', async () => 'abc'],
  ])('%s reaches nothing behind any route', async (_, token) => {
    const answers = await statuses(await token())
    expect(answers.size).toBeGreaterThan(60)
    expect([...answers].filter(([, status]) => status !== 401)).toEqual([])
    expect(served).toEqual([])
    expect(accounts.users().map(({ name }) => name)).toEqual(['admin', 'dan'])
  })
})

it('is told from one that is taken, on whose behalf there are services', async () => {
  const answers = await statuses(await idp.token({ roles: ['reader'] }))
  expect([...answers].filter(([, status]) => status === 401)).toEqual([])
  expect(new Set(served)).toEqual(new Set(['ann']))
})
