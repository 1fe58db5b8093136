import { afterEach, describe, expect, it } from 'vitest'
import { type AccountClient, accountClient } from './account-client.ts'
import { hmacIssuer } from './hmac-issuer.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

const idp = hmacIssuer()
const admin = 'admin:admin'

let server: TokenServer
let client: AccountClient

/** With the user `ben`, who has the role `gardener` and may read `shed`, and the superuser `root`. */
async function start(jwtConf: string): Promise<void> {
  server = await startTokenServer({ jwtConf })
  client = accountClient(server)
  server.addRole('gardener', ['read db:garden'])
  server.addRole('keeper', ['write db:garden'])
  await server.addUser('ben', 'secret', { roles: ['gardener'], permissions: ['read db:shed'] })
  await server.addUser('root', 'secret', { superuser: true })
}

const withKeys = (keys: object): Promise<void> => start(`issuers:\n${idp.entry({ ...keys })}`)
const tokenOf = async (sub: string, claims: object = {}) => ({ token: await idp.token({ sub, ...claims }) })

afterEach(() => server[Symbol.asyncDispose]())

/** Which of the permissions that the roles and the grants are of somebody has. */
async function held(who: Parameters<AccountClient['holds']>[0]): Promise<readonly string[]> {
  const all = ['read db:garden', 'write db:garden', 'read db:shed', 'all *:*']
  const have = await Promise.all(all.map((permission) => client.holds(who, permission)))
  return all.filter((_, index) => have[index])
}

describe('a user that there is', () => {
  it('has what the account has, where the issuer says nothing of roles', async () => {
    await withKeys({})
    expect(await held(await tokenOf('ben', { roles: ['keeper'], serviceRoles: ['keeper'] }))).toEqual([
      'read db:garden',
      'read db:shed',
    ])
    expect(await held(await tokenOf('root'))).toContain('all *:*')
    expect(await client.ask('GET /admin/users/ben', admin)).not.toHaveProperty('body.last_mapping')
  })

  it('has the roles of the token and what it was granted, where the issuer maps roles', async () => {
    await withKeys({ rolesClaimPath: 'roles' })
    expect(await held(await tokenOf('ben', { roles: ['keeper'] }))).toEqual([
      'write db:garden',
      'read db:shed',
    ])
    expect(await held(await tokenOf('ben'))).toEqual(['read db:shed'])
    // With a password, and in lists, it is who it was.
    expect(await held('ben:secret')).toEqual(['read db:garden', 'read db:shed'])
    expect((await client.ask('GET /admin/users/ben', admin)).body).toMatchObject({
      roles: ['gardener'],
      last_mapping: { roles: [], superuser: false },
    })
    expect((await client.ask('GET /admin/users/ben', admin)).body).not.toHaveProperty('issuer')
  })

  it('is no superuser by the account, where the issuer maps roles', async () => {
    await withKeys({ rolesClaimPath: 'roles' })
    const root = await tokenOf('root', { roles: ['gardener'] })
    expect(await held(root)).toEqual(['read db:garden'])
    const enabled = { enabled: false }
    expect(await client.ask('PUT /admin/users/ben/enabled', root, enabled)).toMatchObject({ status: 403 })
    expect(await held('root:secret')).toContain('all *:*')
  })

  it('is a superuser while the token has the group that makes one; the account is none by it', async () => {
    await withKeys({ allowedGroupIdentifiers: ['boss', 'gardener'], superuserGroup: 'boss' })
    const boss = await tokenOf('ben', { serviceRoles: ['boss'] })
    expect(await held(boss)).toContain('all *:*')
    expect(await client.ask('PUT /admin/users/root/enabled', boss, { enabled: false })).toMatchObject({
      status: 200,
    })
    expect(await client.ask('GET /admin/users/ben/superuser', boss)).toMatchObject({
      body: { superuser: false },
    })
    expect((await client.ask('GET /admin/users/ben', boss)).body).toMatchObject({
      superuser: false,
      last_mapping: { roles: ['boss'], superuser: true },
    })
    expect(await held(await tokenOf('ben', { serviceRoles: ['gardener'] }))).not.toContain('all *:*')
    expect(await held('ben:secret')).not.toContain('all *:*')
  })

  it('may act for others as a superuser by the token, and not without', async () => {
    await withKeys({ rolesClaimPath: 'roles', superuserGroup: 'boss' })
    const whoami = async (roles: readonly string[]) => {
      const { token } = await tokenOf('root', { roles })
      const headers = { authorization: `Bearer ${token}`, 'SD-Run-As': 'ben' }
      const answer = await fetch(`${server.url}/admin/status/whoami`, { headers })
      return answer.status === 200 ? answer.text() : answer.status
    }
    expect(await whoami(['boss'])).toBe('ben')
    expect(await whoami(['gardener'])).toBe(403)
  })

  it('is found by the first template whose claims are all there', async () => {
    await withKeys({ usernameTemplates: ['{family}_{given}', '{given}'] })
    expect(await client.whoami({ token: await idp.token({ given: 'ben' }) })).toBe('ben')
    expect(await client.whoami({ token: await idp.token({ given: 'ben', family: 'x' }) })).toBe(401)
    const nobody = await client.ask('GET /admin/users', { token: await idp.token({ sub: 'ben' }) })
    expect(nobody.body).toMatchObject({ message: 'The token does not say who its user is.' })
  })

  it('stops being one by the token, with the next request, when removed or disabled', async () => {
    await withKeys({})
    const ben = await tokenOf('ben')
    expect(await client.whoami(ben)).toBe('ben')
    await client.ask('PUT /admin/users/ben/enabled', admin, { enabled: false })
    expect(await client.whoami(ben)).toBe(401)
    await client.ask('PUT /admin/users/ben/enabled', admin, { enabled: true })
    expect(await client.whoami(ben)).toBe('ben')
    await client.ask('DELETE /admin/users/ben', admin)
    expect(await client.whoami(ben)).toBe(401)
  })
})

describe('several issuers', () => {
  const other = hmacIssuer('https://other.example/')

  it('each have their own keys, names and roles', async () => {
    const making = { autoCreateUsers: true, rolesClaimPath: 'roles' }
    const entries = [
      idp.entry({ ...making, usernameTemplates: ['idp_{sub}'] }),
      other.entry({ ...making, usernameTemplates: ['other_{sub}'] }),
    ]
    await start(`issuers:\n${entries.join('')}`)
    const roles = ['gardener']
    expect(await client.whoami({ token: await idp.token({ roles }) })).toBe('idp_ann')
    expect(await client.whoami({ token: await other.token({ roles }) })).toBe('other_ann')
    expect(await client.whoami({ token: await other.token({ roles, iss: idp.issuer }) })).toBe(401)
    expect(server.accounts.user('idp_ann')?.issuer).toBe(idp.issuer)
    expect(server.accounts.user('other_ann')?.issuer).toBe(other.issuer)
  })
})

describe('what is told of tokens', () => {
  it('is in the log and in the audit, and never a token or a secret', async () => {
    await withKeys({ autoCreateUsers: true, rolesClaimPath: 'roles' })
    const tokens = [
      await tokenOf('ann', { roles: ['gardener', 'unheard of'] }),
      await tokenOf('cy', { roles: ['unheard of'] }),
      await tokenOf('ann', { exp: 1 }),
      await tokenOf('ann', { aud: 'orchard' }),
      { token: `${(await tokenOf('ann')).token.slice(0, -9)}AAAAAAAAA` },
    ]
    for (const who of [...tokens, ...tokens]) await client.whoami(who)
    const events = server.audited().map(({ action, outcome, user, target, details }) => ({
      action,
      outcome,
      ...(user !== undefined && { user }),
      ...(target !== undefined && { target }),
      details,
    }))
    expect(events.slice(0, 3)).toEqual([
      { action: 'user.create', outcome: 'done', user: 'ann', target: 'ann', details: { issuer: idp.issuer } },
      { action: 'login', outcome: 'done', user: 'ann', details: { by: 'token', issuer: idp.issuer } },
      {
        action: 'login',
        outcome: 'refused',
        target: 'cy',
        details: { reason: expect.stringMatching(/no role that exists\. It asks for "unheard of"\.$/u) },
      },
    ])
    // Who was recognised from a moment ago is not written down again.
    expect(events.filter(({ outcome }) => outcome === 'done')).toHaveLength(2)
    expect(events.filter(({ outcome }) => outcome === 'refused')).toHaveLength(8)

    const log = server.log()
    expect(log).toMatch(/"roles":\["unheard of"\],"msg":"The token asks for roles that there are not\."/u)
    expect(log).toContain('"msg":"The token is expired."')
    for (const text of [log, JSON.stringify(server.audited())]) {
      expect(text).not.toContain('the secret of')
      for (const { token } of tokens) {
        for (const part of token.split('.')) expect(text).not.toContain(part)
      }
    }
  })

  it('is the name of the deployment, where credentials are asked for', async () => {
    await start(`deploymentName: 'The "Gärten" \\ 庭'\n`)
    const answer = await fetch(`${server.url}/admin/users`)
    const realm = String.raw`"The \"Garten\" \\ ?"`
    expect(answer.headers.get('www-authenticate')).toBe(
      `Basic realm=${realm}, charset="UTF-8", Bearer realm=${realm}`,
    )
  })

  it('is why a token does not hold, in the header that clients look at', async () => {
    await withKeys({})
    const challengeOf = async (who: Parameters<AccountClient['ask']>[1]) => {
      const { status, headers } = await client.ask('GET /admin/users', who)
      return [status, headers.get('www-authenticate')]
    }
    const basic = 'Basic realm="Espalier", charset="UTF-8", Bearer realm="Espalier"'
    expect(await challengeOf('ben:wrong')).toEqual([401, basic])
    const error = (message: string) => `${basic}, error="invalid_token", error_description="${message}"`
    expect(await challengeOf(await tokenOf('ben', { exp: 1 }))).toEqual([401, error('The token is expired.')])
    expect(await challengeOf({ token: 'ä"\\' })).toEqual([401, expect.stringContaining('"invalid_token"')])
    expect(await challengeOf(await tokenOf('nobody'))).toEqual([
      401,
      error('There is no user for this token.'),
    ])
  })

  it('is that the keys of the issuer cannot be had, with 503', async () => {
    const entry = { audience: 'garden', algorithms: { RS256: { keyUrl: 'http://127.0.0.1:9/keys' } } }
    await start(`issuers: ${JSON.stringify({ [idp.issuer]: entry })}`)
    const [, payload, signature] = (await idp.token()).split('.')
    const head = Buffer.from('{"alg":"RS256"}').toString('base64url')
    const answer = await client.ask('GET /admin/users', { token: `${head}.${payload}.${signature}` })
    expect(answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('keys') } })
    expect(server.audited()).toMatchObject([{ action: 'login', outcome: 'failed' }])
    expect(await client.whoami(admin)).toBe('admin')
  })
})

describe('a jwt.conf that is wrong', () => {
  it('has the server not start, and is told with its places', async () => {
    await start('')
    const jwtConf = `issuers:\n${idp.entry({ usernameFeild: 'sub', autoCreateUsers: 'yes' })}`
    const restarted = server.restart({ jwtConf })
    await expect(restarted).rejects.toMatchObject({ kind: 'invalidConfiguration' })
    await expect(restarted).rejects.toThrow(
      /jwt\.conf:2:\d+: .*usernameFeild.*\n.*jwt\.conf:2:\d+: .*autoCreateUsers/u,
    )
    await server.restart({ jwtConf: '' })
    expect(await client.whoami(admin)).toBe('admin')
  })
})
