import { afterEach, describe, expect, it } from 'vitest'
import { applicationId } from '../../../test/directory/directory-tenant.ts'
import { directoryRefusal } from '../../../test/directory/refusal.ts'
import { type DirectoryServer, type Otherwise, startDirectoryServer } from '../../../test/directory-server.ts'
import type { BearerToken } from '../authenticator.ts'
import { createDirectories } from './create-directories.ts'
import type { Directories } from './directories.ts'

let server: DirectoryServer
let tokens = 0

afterEach(() => server[Symbol.asyncDispose]())

async function start(groups: Readonly<Record<string, readonly string[]>>): Promise<Directories> {
  const [secret, graphPermission] = ['clover-and-daisy', 'Directory.Read.All']
  server = await startDirectoryServer({ groups, application: { secret, permissions: [graphPermission] } })
  const { origin, issuer } = server
  const proof = { kind: 'secret', secret } as const
  const settings = {
    roles: { kind: 'directory', directory: { prefix: '', endpoint: origin } },
    onBehalfOf: { clientId: applicationId, proof, graphPermission, graphEndpoint: origin },
  } as const
  const time = Date.now()
  return createDirectories({ issuers: new Map([[issuer, settings]]), now: () => time })
}

async function tokenOf(user: string): Promise<BearerToken> {
  // Two tokens of a moment are the same, but for this.
  const text = await server.tokenOf(user, { claims: { uti: String(tokens++) } })
  return { issuer: server.issuer, text, expires: Date.now() / 1000 + 3600 }
}

describe('an issuer is left alone', () => {
  it.each<[string, 'token' | 'groups', Otherwise]>([
    [
      'the directory is asked too often for one user',
      'groups',
      { ...directoryRefusal(429, 'TooManyRequests', ''), headers: { 'retry-after': '60' } },
    ],
    ['the directory fails for one user', 'groups', directoryRefusal(500, 'x', '')],
    ['the token endpoint fails for one user', 'token', { status: 500, body: '' }],
  ])('for one user where %s; others have theirs', async (_, part, answer) => {
    const directories = await start({ ann: ['a'], bob: ['b'] })
    const [ann, bob] = [await tokenOf('ann'), await tokenOf('bob')]
    server.answer(part, answer)
    // However many tokens they have.
    for (const token of [ann, await tokenOf('ann'), await tokenOf('ann')])
      expect(await directories.groups(token, 'ann')).toMatchObject({ kind: 'unavailable' })
    expect(server.count(part)).toBe(3)
    expect(await directories.groups(ann, 'ann')).toMatchObject({ kind: 'unavailable' })
    expect(server.count(part)).toBe(3)
    server.answer(part, undefined)
    expect(await directories.groups(bob, 'bob')).toEqual({ kind: 'groups', names: ['b'] })
    // Nor is it enough that it fails for several with answers between.
    server.answer(part, answer)
    await directories.groups(await tokenOf('bob'), 'bob')
    server.answer(part, undefined)
    expect(await directories.groups(await tokenOf('bob'), 'bob')).toMatchObject({ kind: 'groups' })
    server.answer(part, answer)
    await directories.groups(await tokenOf('ann'), 'ann')
    server.answer(part, undefined)
    expect(await directories.groups(await tokenOf('bob'), 'bob')).toMatchObject({ kind: 'groups' })
  })

  it('by all where its metadata cannot be had: nobody has to look for them again at once', async () => {
    const directories = await start({ ann: ['a'], bob: ['b'] })
    server.answer('metadata', { status: 500, body: '' })
    const told = await directories.groups(await tokenOf('ann'), 'ann')
    expect(told).toMatchObject({ kind: 'unavailable', reason: expect.stringContaining('status 500') })
    expect(await directories.groups(await tokenOf('bob'), 'bob')).toEqual(told)
    expect(server.count('metadata')).toBe(1)
  })
})
