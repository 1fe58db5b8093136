import { afterEach, describe, expect, it } from 'vitest'
import { applicationId, type TenantOptions } from '../../../test/directory/directory-tenant.ts'
import { directoryRefusal, tokenRefusal } from '../../../test/directory/refusal.ts'
import { type DirectoryServer, type Otherwise, startDirectoryServer } from '../../../test/directory-server.ts'
import { startLoopback } from '../../../test/sparql-endpoint.ts'
import type { BearerToken } from '../authenticator.ts'
import { createDirectories } from './create-directories.ts'
import type { Directories } from './directories.ts'

const secret = 'clover-and-daisy'
let server: DirectoryServer
let time = 0

afterEach(() => server[Symbol.asyncDispose]())

async function start(
  options: TenantOptions = {},
  graphPermission = 'Directory.Read.All',
): Promise<Directories> {
  const permissions = [graphPermission]
  server = await startDirectoryServer({ ...options, application: { secret, permissions } })
  time = Date.now()
  const settings = {
    roles: { kind: 'directory', directory: { prefix: '', endpoint: server.origin } },
    onBehalfOf: {
      clientId: applicationId,
      proof: { kind: 'secret', secret },
      graphPermission,
      graphEndpoint: server.origin,
    },
  } as const
  return createDirectories({ issuers: new Map([[server.issuer, settings]]), now: () => time })
}

async function tokenOf(user: string, lifetime = 3600): Promise<BearerToken> {
  // Two tokens of a moment are the same, but for this.
  const text = await server.tokenOf(user, { lifetime, claims: { uti: String(tokens++) } })
  return { issuer: server.issuer, text, expires: time / 1000 + lifetime }
}
let tokens = 0

const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `Garden group ${index}`)

const unavailable = 'The directory of the issuer of the token cannot be asked at present.'

describe('the groups of a user', () => {
  it.each([0, 1, 499, 500, 501, 1_500])('are told whole: %s of them', async (count) => {
    const directories = await start({ groups: { ann: numbered(count), ben: ['Other'] } })
    expect(await directories.groups(await tokenOf('ann'))).toEqual({ kind: 'groups', names: numbered(count) })
    expect(server.count('groups')).toBe(Math.max(1, Math.ceil(count / 500)))
    expect(await directories.groups(await tokenOf('ben'))).toEqual({ kind: 'groups', names: ['Other'] })
  })

  it('are told of small pages, and of pages with none', async () => {
    const directories = await start({ groups: { ann: numbered(7) }, pageSize: 2 })
    server.answer('groups', ({ url }) => {
      if (url.searchParams.has('$skiptoken')) return undefined
      const next = `${url.href}&$skiptoken=${Buffer.from('0').toString('base64url')}`
      return { status: 200, body: { '@odata.nextLink': next, value: [] } }
    })
    expect(await directories.groups(await tokenOf('ann'))).toEqual({ kind: 'groups', names: numbered(7) })
    expect(server.count('groups')).toBe(5)
  })

  it('have any name, and are told once each', async () => {
    const names = ['Gärtner 🌱', ' ', 'a/b?c=d&e', '"quoted"', '__proto__', 'x'.repeat(256)]
    const directories = await start({ groups: { ann: [...names, ...names] }, pageSize: 3 })
    expect(await directories.groups(await tokenOf('ann'))).toEqual({ kind: 'groups', names })
  })

  it.each(['GroupMember.Read.All', 'Group.Read.All', 'Directory.Read.All', 'Directory.ReadWrite.All'])(
    'are told by the permission %s',
    async (permission) => {
      const directories = await start({ groups: { ann: ['a'] } }, permission)
      expect(await directories.groups(await tokenOf('ann'))).toEqual({ kind: 'groups', names: ['a'] })
    },
  )
})

describe('what was told', () => {
  it('is known for five minutes of a token, and asked once by many at once', async () => {
    const directories = await start({ groups: { ann: ['a'] } })
    const token = await tokenOf('ann')
    const ask = () => directories.groups(token)
    expect(await Promise.all([ask(), ask(), ask()])).toEqual(Array(3).fill({ kind: 'groups', names: ['a'] }))
    server.tenant.groups.set('ann', ['b'])
    time += 299_999
    expect(await ask()).toEqual({ kind: 'groups', names: ['a'] })
    expect([server.count('token'), server.count('groups')]).toEqual([1, 1])
    time += 1
    expect(await ask()).toEqual({ kind: 'groups', names: ['b'] })
    expect(await directories.groups(await tokenOf('ann'))).toEqual({ kind: 'groups', names: ['b'] })
    expect(server.count('groups')).toBe(3)
  })

  it('is known no longer where the clock is set back', async () => {
    const directories = await start({ groups: { ann: ['a'], bob: ['b'] } })
    const token = await tokenOf('ann', 86_400)
    await directories.groups(token)
    server.tenant.groups.set('ann', ['b'])
    server.answer('groups', 'hang up')
    const failing = await tokenOf('bob', 86_400)
    expect(await directories.groups(failing)).toMatchObject({ kind: 'unavailable' })
    server.answer('groups', undefined)
    time -= 3_600_000
    expect(await directories.groups(token)).toEqual({ kind: 'groups', names: ['b'] })
    expect(await directories.groups(failing)).toEqual({ kind: 'groups', names: ['b'] })
  })

  it('is known no longer than the token holds', async () => {
    const directories = await start({ groups: { ann: ['a'] } })
    const token = await tokenOf('ann', 60)
    await directories.groups(token)
    time += 59_000
    await directories.groups(token)
    expect(server.count('groups')).toBe(1)
    time += 1_000
    await directories.groups(token)
    expect(server.count('groups')).toBe(2)
  })

  it('is of no other issuer, whose token reads the same', async () => {
    const directories = await start({ groups: { ann: ['a'] } })
    const token = await tokenOf('ann')
    await directories.groups(token)
    expect(await directories.groups({ ...token, issuer: 'https://elsewhere.example' })).toEqual({
      kind: 'unavailable',
      message: unavailable,
      reason:
        'The directory of https://elsewhere.example cannot be asked. The settings have no directory, or no credentials for it.',
    })
  })
})

describe('a user', () => {
  it.each<[string, Otherwise, string]>([
    [
      'whose token is not taken',
      tokenRefusal(400, 'invalid_grant', 50013, 'Assertion failed.'),
      'invalid_grant: AADSTS50013: Assertion failed.',
    ],
    [
      'who has to do more',
      tokenRefusal(400, 'interaction_required', 50079, 'You must enroll.'),
      'interaction_required: AADSTS50079: You must enroll.',
    ],
  ])('%s is refused, which is known for ten seconds', async (_, answer, reason) => {
    const directories = await start({ groups: { ann: ['a'] } })
    server.answer('token', answer)
    const token = await tokenOf('ann')
    const refused = {
      kind: 'refused',
      message: 'The issuer of the token does not let this service ask its directory on behalf of the user.',
      reason: `The directory of ${server.issuer} cannot be asked on behalf of the user. The token endpoint answers with status 400, ${reason}`,
    }
    expect(await directories.groups(token)).toEqual(refused)
    server.answer('token', undefined)
    time += 9_999
    expect(await directories.groups(token)).toEqual(refused)
    expect(server.count('token')).toBe(1)
    // Nobody else has to wait.
    expect(await directories.groups(await tokenOf('ann'))).toMatchObject({ kind: 'groups' })
    time += 1
    expect(await directories.groups(token)).toMatchObject({ kind: 'groups' })
  })
})

/** Pages that are of no use, though the directory is there: an answer to the first request for one. */
const unusable: [string, (origin: string) => Otherwise, string][] = [
  ['no list', () => ({ status: 200, body: {} }), 'is no page of groups'],
  ['HTML', () => ({ status: 200, body: '<html>' }), 'is no page of groups'],
  ['a list of texts', () => ({ status: 200, body: { value: ['a'] } }), 'does not show the names'],
  [
    'a group without a name',
    () => ({ status: 200, body: { value: [{ displayName: 'a' }, {}] } }),
    'does not show the names',
  ],
  [
    'a number for a link',
    () => ({ status: 200, body: { value: [], '@odata.nextLink': 5 } }),
    'is no page of groups',
  ],
  [
    'a link elsewhere',
    () => ({ status: 200, body: { value: [], '@odata.nextLink': 'http://127.0.0.1:9/v1.0/me' } }),
    'leads to a page on another server',
  ],
  [
    'a link without a server',
    () => ({ status: 200, body: { value: [], '@odata.nextLink': '/v1.0/me' } }),
    'leads to a page on another server',
  ],
  [
    'a link to itself',
    () =>
      ({ url }) => ({ status: 200, body: { value: [], '@odata.nextLink': url.href } }),
    'in a circle',
  ],
  [
    'a link that never ends',
    () =>
      ({ url }) => ({ status: 200, body: { value: [], '@odata.nextLink': `${url.href}&x` } }),
    'more groups of the user than are read',
  ],
  [
    'no such user',
    () => directoryRefusal(404, 'Request_ResourceNotFound', 'Resource does not exist.'),
    'status 404, Request_ResourceNotFound.',
  ],
  [
    'no permission',
    () => directoryRefusal(403, 'Authorization_RequestDenied', 'Insufficient privileges.'),
    'status 403, Authorization_RequestDenied.',
  ],
  [
    'a token that is not taken',
    () => directoryRefusal(401, 'InvalidAuthenticationToken', 'Bad.'),
    'status 401, InvalidAuthenticationToken.',
  ],
  ['an error of no form', () => ({ status: 400, body: 'no' }), 'status 400.'],
]

describe('no groups are told, rather than fewer,', () => {
  it.each(unusable)('where the directory answers with %s', async (_, answer, reason) => {
    const directories = await start({ groups: { ann: numbered(5) }, pageSize: 2 })
    const token = await tokenOf('ann')
    // On the second page as on the first one.
    for (const page of [1, 2]) {
      const other = answer(server.origin)
      server.answer('groups', (request) => {
        if (page === 2 && !request.url.searchParams.has('$skiptoken')) return undefined
        return typeof other === 'function' ? other(request) : other === 'hang up' ? undefined : other
      })
      const told = await directories.groups(token)
      expect(told).toMatchObject({ kind: 'unavailable', message: unavailable })
      expect(told.kind === 'unavailable' && told.reason).toContain(reason)
      expect(told.kind === 'unavailable' && told.reason).toContain(
        `The directory of ${server.issuer} cannot be asked. `,
      )
      const count = server.count('groups')
      time += 9_999
      expect(await directories.groups(token)).toEqual(told)
      expect(server.count('groups')).toBe(count)
      // Others are asked for: it may be for this user alone.
      server.answer('groups', undefined)
      expect(await directories.groups(await tokenOf('ann'))).toMatchObject({ kind: 'groups' })
      time += 1
    }
  })

  it.each<[string, 'token' | 'groups', Otherwise, number, string]>([
    ['the directory hangs up', 'groups', 'hang up', 1, 'The directory cannot be reached ('],
    [
      'the directory is down',
      'groups',
      directoryRefusal(503, 'serviceNotAvailable', ''),
      1,
      'The directory answers with status 503, serviceNotAvailable.',
    ],
    [
      'there are too many requests',
      'groups',
      { ...directoryRefusal(429, 'TooManyRequests', ''), headers: { 'retry-after': '7' } },
      7,
      'status 429, TooManyRequests.',
    ],
    [
      'it wants to rest for long',
      'groups',
      { ...directoryRefusal(503, 'x', ''), headers: { 'retry-after': '86400' } },
      60,
      'status 503',
    ],
    ['the token endpoint hangs up', 'token', 'hang up', 1, 'The token endpoint cannot be reached ('],
    [
      'the token endpoint is down',
      'token',
      { status: 500, body: '' },
      1,
      'The token endpoint answers with status 500.',
    ],
    [
      'the token endpoint is busy',
      'token',
      { ...tokenRefusal(400, 'temporarily_unavailable', 90033, 'Busy.'), headers: { 'retry-after': '3' } },
      3,
      'temporarily_unavailable: AADSTS90033',
    ],
  ])('where %s; it is left alone for a moment', async (_, part, answer, seconds, reason) => {
    const directories = await start({ groups: { ann: ['a'], bob: ['b'], cyd: ['c'] } })
    server.answer(part, answer)
    const ann = await tokenOf('ann')
    const told = await directories.groups(ann, 'ann')
    expect(told).toMatchObject({ kind: 'unavailable', message: unavailable })
    expect(told.kind === 'unavailable' && told.reason).toContain(reason)
    // A second user for whom it does not answer is enough: nobody else has to try.
    if (answer !== 'hang up') await directories.groups(await tokenOf('bob'), 'bob')
    server.answer(part, undefined)
    time += seconds * 1000 - 1
    const asked = server.count(part)
    const cyd = await tokenOf('cyd')
    expect(await directories.groups(cyd, 'cyd')).toEqual(told)
    expect(await directories.groups(ann, 'ann')).toEqual(told)
    expect(server.count(part)).toBe(asked)
    time += 1
    expect(await directories.groups(cyd, 'cyd')).toEqual({ kind: 'groups', names: ['c'] })
    expect(await directories.groups(ann, 'ann')).toEqual({ kind: 'groups', names: ['a'] })
  })

  it('where the service has no credentials there any more', async () => {
    const directories = await start({ groups: { ann: ['a'] } })
    server.answer(
      'token',
      tokenRefusal(401, 'invalid_client', 7000222, 'The provided client secret keys are expired.'),
    )
    const told = await directories.groups(await tokenOf('ann'))
    expect(told).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('AADSTS7000222') })
    expect(JSON.stringify(told)).not.toContain(secret)
  })

  it('where the permission does not show their names', async () => {
    const directories = await start({ groups: { ann: ['a'] } }, 'User.Read.All')
    expect(await directories.groups(await tokenOf('ann'))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('the permission that is asked for is not enough'),
    })
  })

  it('where there are more than anybody is in', async () => {
    const directories = await start({ groups: { ann: [] } })
    server.answer('groups', ({ url }) => {
      const value = numbered(999).map((name) => ({ displayName: name + url.href.length }))
      return { status: 200, body: { value, '@odata.nextLink': `${url.href}&x` } }
    })
    expect(await directories.groups(await tokenOf('ann'))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('more groups of the user than are read'),
    })
    // Eleven pages are the first with more than 10,000.
    expect(server.count('groups')).toBe(11)
  })

  it('where pages take too long together', async () => {
    const directories = await start({ groups: { ann: numbered(50) }, pageSize: 10 })
    server.answer('groups', () => {
      time += 4_000
      return undefined
    })
    expect(await directories.groups(await tokenOf('ann'))).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('The directory needs more than 15000 ms.'),
    })
    expect(server.count('groups')).toBe(4)
  })
})

describe('a token for the directory', () => {
  it('goes to no other server, whatever the directory says', async () => {
    const directories = await start({ groups: { ann: ['a'] } })
    const asked: (string | undefined)[] = []
    const other = await startLoopback((request, response) => {
      asked.push(request.headers.authorization)
      response.end('{}')
    })
    const same = new URL(server.origin)
    const links = [
      `${other.origin}/v1.0/me`,
      `${server.origin}@127.0.0.1:${new URL(other.origin).port}/`,
      `http://localhost:${same.port}/v1.0/me`,
      `//127.0.0.1:${new URL(other.origin).port}/`,
    ]
    for (const link of links) {
      server.answer('groups', { status: 200, body: { value: [], '@odata.nextLink': link } })
      expect(await directories.groups(await tokenOf('ann'))).toMatchObject({ kind: 'unavailable' })
    }
    server.answer('groups', { status: 302, body: '', headers: { location: `${other.origin}/v1.0/me` } })
    expect(await directories.groups(await tokenOf('ann'))).toMatchObject({ kind: 'unavailable' })
    expect(asked).toEqual([])
    await other.close()
  })
})
