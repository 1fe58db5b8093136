import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { accountClient } from './account-client.ts'
import { runCommand, startServer } from './command-line.ts'
import { hmacIssuer } from './hmac-issuer.ts'
import { startTokenServer } from './token-server.ts'

const idp = hmacIssuer()
const entry = idp.entry({ autoCreateUsers: true, rolesClaimPath: 'roles' })

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-token-users-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('users that tokens made, on the command line', () => {
  it('are listed as such, with the roles of their last tokens, and nobody changes these or sets a password', async () => {
    await using server = await startTokenServer({ jwtConf: `issuers:\n${entry}` })
    const client = accountClient(server)
    await client.whoami({ token: await idp.token({ roles: ['reader', 'gardener'] }) })
    await server.addUser('ben', 'secret', { roles: ['reader'] })
    const run = async (...words: string[]) => {
      const environment = { ESPALIER_PASSWORD: 'admin', ESPALIER_NEW_PASSWORD: 'a new secret' }
      const options = ['--server', server.url, '--user', 'admin']
      const { code, out, error } = await runCommand([...words, ...options], folder, { environment })
      return [code, out, error]
    }
    const list = [
      'admin\tsuperuser\tenabled\t',
      'ann\ttoken user\tenabled\treader',
      'ben\tuser\tenabled\treader',
      '',
    ]
    expect(await run('user', 'list')).toEqual([0, list.join('\n'), ''])
    expect(await run('user', 'addrole', 'ann', 'reader')).toEqual([
      expect.any(Number),
      '',
      expect.stringContaining(
        "User 'ann' was made by a token of https://idp.example: the roles come with each token",
      ),
    ])
    expect(await run('user', 'passwd', 'ann')).toEqual([
      expect.any(Number),
      '',
      expect.stringContaining('"jwt.autocreated.password.reset" is not true'),
    ])
    expect(await run('user', 'permission', 'ann')).toEqual([
      0,
      expect.stringMatching(/^read \*:\*\s+role\n$/u),
      '',
    ])
    expect((await run('user', 'grant', 'ann', 'read', 'db:shed'))[0]).toBe(0)
    expect((await run('user', 'remove', 'ann'))[0]).toBe(0)
    expect(await client.whoami('ann:a new secret')).toBe(401)
  })
})

describe('server start', () => {
  const homeWith = (name: string, jwtConf: string, mode: number): string => {
    const home = mkdtempSync(join(folder, `${name}-`))
    writeFileSync(join(home, 'jwt.conf'), jwtConf, { mode })
    writeFileSync(join(home, 'espalier.properties'), `jwt.conf = ${join(home, 'jwt.conf')}\n`)
    return home
  }

  it('does not start by a jwt.conf that is wrong, and says all that is', async () => {
    const home = homeWith('wrong', `deploymentNmae: x\nissuers:\n${entry.replace('"roles"', '12')}`, 0o600)
    const { code, out, error } = await runCommand(['server', 'start', '--port', '0'], home)
    expect([code, out]).toEqual([3, ''])
    expect(error).toMatch(/jwt\.conf:1:1: .*deploymentNmae.*\n.*jwt\.conf:3:\d+: .*rolesClaimPath/u)
    expect(error).not.toContain('the secret of')
    // It is not looked at where nobody signs in.
    const open = await startServer(home)
    await open.end('SIGTERM')
  })

  it('tells what may be meant otherwise, on its output and in its log, and takes tokens', async () => {
    const home = homeWith('open', `issuers:\n${entry}`, 0o644)
    const server = await startServer(home, [], { security: 'on' })
    try {
      expect(server.banner).toMatch(/jwt\.conf: Everybody on this machine may read it/u)
      expect(server.log).toMatch(/"level":40,.*Everybody on this machine may read it/u)
      const token = await idp.token({ roles: ['reader'] })
      expect(await accountClient(server).whoami({ token })).toBe('ann')
      expect(readFileSync(join(home, 'audit.log'), 'utf8')).toContain('"action":"user.create"')
    } finally {
      await server.end('SIGTERM')
    }
  })
})
