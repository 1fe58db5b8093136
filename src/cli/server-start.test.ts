import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { basicAuthorization } from '../../test/basic-authorization.ts'
import { runCommand, type ServerProcess, startServer } from '../../test/command-line.ts'
import { rawRequest } from '../../test/raw-request.ts'
import { type MadeCertificate, makeCertificate } from '../../test/server-certificates.ts'

let folder: string
let server: ServerProcess | undefined
let homes = 0
const newHome = (): string => {
  homes += 1
  return join(folder, `home-${homes}`)
}
const file = (name: string, content: string, mode = 0o600): string => {
  const path = join(folder, name)
  writeFileSync(path, content, { mode })
  return path
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-start-'))
})
afterEach(async () => {
  await server?.end('SIGTERM')
  server = undefined
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const basic = (user: string, password: string) => ({
  Authorization: basicAuthorization(user, password),
})

/** Starts a server in vain, and gives what is said. */
async function refusal(home: string, ...words: string[]): Promise<readonly [number | null, string]> {
  const { code, out, error } = await runCommand(['server', 'start', '--port', '0', ...words], home)
  expect(out).toBe('')
  return [code, error]
}

async function setPassword(home: string, password: string): Promise<void> {
  const environment = { ESPALIER_NEW_PASSWORD: password }
  expect((await runCommand(['user', 'passwd', 'admin'], home, { environment })).code).toBe(0)
}

describe('a server with security', () => {
  it('says as whom to sign in first, and prints lines that work then', async () => {
    const home = newHome()
    server = await startServer(home, [], { security: 'on' })
    const { banner, url } = server
    expect(banner).toContain('on this machine only.\n')
    expect(banner).toContain('Sign in as the user admin, whose password is admin.')
    expect((await fetch(`${url}/demo/size`)).status).toBe(401)
    const curl = /curl -u (\w+) (\S+) -H 'Content-Type: application\/json' -d '(.*)'\n/u.exec(banner)
    const asked = await fetch(curl?.[2] ?? '', {
      method: 'POST',
      headers: { ...basic(curl?.[1] ?? '', 'admin'), 'Content-Type': 'application/json' },
      body: curl?.[3] ?? '',
    })
    const answer: unknown = await asked.json()
    expect(answer).toEqual({ data: expect.arrayContaining([expect.any(Object)]) })
    const command = /graphql execute --server (\S+) --user (\w+) demo '(.*)'\n/u.exec(banner)
    const [, at = '', user = '', query = ''] = command ?? []
    const words = ['graphql', 'execute', '--server', at, '--user', user, 'demo', query]
    const done = await runCommand(words, newHome(), { environment: { ESPALIER_PASSWORD: 'admin' } })
    expect([done.code, JSON.parse(done.out)]).toEqual([0, answer])
    const change = /^ {2}\S+ (user passwd .*)$/mu.exec(banner)?.[1]?.split(' ') ?? []
    const environment = { ESPALIER_PASSWORD: 'admin', ESPALIER_NEW_PASSWORD: 'plum-and-pear' }
    expect((await runCommand(change, newHome(), { environment })).code).toBe(0)
    const size = (password: string) => fetch(`${url}/demo/size`, { headers: basic('admin', password) })
    expect([(await size('admin')).status, (await size('plum-and-pear')).status]).toEqual([401, 200])
    await server.end('SIGTERM')
    server = await startServer(home, [], { security: 'on' })
    expect(server.banner).not.toContain('Sign in as')
  })

  it('is bound to an address that others reach once its first password is another one', async () => {
    const home = newHome()
    const [code, error] = await refusal(home, '--no-demo', '--bind', '0.0.0.0')
    expect(code).toBe(3)
    expect(error).toContain('the user admin still has the password that every server begins with')
    expect(error).toContain('espalier user passwd admin')
    // Set anew, it is no better.
    await setPassword(home, 'another')
    await setPassword(home, 'admin')
    expect((await refusal(home, '--bind', '0.0.0.0'))[1]).toContain('still has the password')
    await setPassword(home, 'plum-and-pear')
    server = await startServer(home, ['--bind', '0.0.0.0'], { security: 'on' })
    const { url, banner } = server
    expect(new URL(url).hostname).toBe('127.0.0.1')
    expect(banner).toContain('to every machine that reaches it')
    expect(banner).toContain('Passwords, tokens and data go over the network for everybody to read')
    expect(server.log).toContain('Passwords, tokens and data go over the network for everybody to read')
    const headers = { ...basic('admin', 'plum-and-pear'), host: 'garden.example:5820' }
    const whoAmI = (more: object) =>
      rawRequest(url, '/admin/status/whoami', { headers: { ...headers, ...more } })
    expect(await whoAmI({})).toMatchObject({ status: 200, text: 'admin' })
    expect(await whoAmI({ origin: 'http://garden.example:5820' })).toMatchObject({ status: 200 })
    expect(await whoAmI({ origin: 'http://other.example' })).toMatchObject({ status: 403 })
    expect(await whoAmI({ origin: 'https://garden.example:5820' })).toMatchObject({ status: 403 })
  })

  it('tells who may read it what it wrote to its log, and ends when who may asks it to', async () => {
    const home = newHome()
    server = await startServer(home, ['--no-demo'], { security: 'on' })
    const { url } = server
    const headers = basic('admin', 'admin')
    await fetch(`${url}/admin/status/whoami?of=interest`, { headers })
    // That the server tried this password at its start makes it no less the first time.
    expect(readFileSync(join(home, 'audit.log'), 'utf8')).toContain(
      '"action":"login","outcome":"done","user":"admin"',
    )
    const log = await fetch(`${url}/admin/logs`, { headers: { ...headers, Accept: 'text/plain' } })
    const lines = (await log.text()).trim().split('\n')
    const answered = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'answered')
    expect(answered).toContainEqual(
      expect.objectContaining({ path: '/admin/status/whoami', status: 200, user: 'admin' }),
    )
    expect((await fetch(`${url}/admin/shutdown`, { method: 'POST' })).status).toBe(401)
    const ended = new Promise((resolve) => server?.process.once('exit', resolve))
    const asked = await fetch(`${url}/admin/shutdown`, { method: 'POST', headers })
    expect([asked.status, await asked.json()]).toEqual([202, { message: expect.stringContaining('stops') }])
    expect(await ended).toBe(0)
    server = undefined
  })
})

describe('a server without security', () => {
  it('says so, and asks nobody who they are', async () => {
    server = await startServer(newHome(), ['--no-demo'])
    expect(server.banner).toContain('on this machine only: security is off')
    const whoAmI = await fetch(`${server.url}/admin/status/whoami`, { headers: basic('admin', 'wrong') })
    expect(await whoAmI.text()).toBe('anonymous')
    for (const words of [
      ['user', 'permission'],
      ['user', 'passwd'],
    ]) {
      const unnamed = await runCommand([...words, '--server', server.url], newHome())
      expect(unnamed).toMatchObject({
        code: 2,
        error: expect.stringContaining('The operand NAME is missing.'),
      })
    }
    const token = await fetch(`${server.url}/admin/token`)
    expect([token.status, await token.json()]).toEqual([
      501,
      { code: '000US2', message: 'Security is off: there are no tokens, and none is needed.' },
    ])
    const foreign = await rawRequest(server.url, '/admin/status', { headers: { host: 'garden.example' } })
    expect(foreign.status).toBe(421)
  })

  it.each(['0.0.0.0', '::', 'garden.example'])('is not bound to %s', async (host) => {
    const [code, error] = await refusal(newHome(), '--no-demo', '--disable-security', '--bind', host)
    expect(code).toBe(3)
    expect(error).toContain('with security off it answers on this machine only')
  })
})

describe('a server with a certificate', () => {
  let made: MadeCertificate
  let certificate: string
  let key: string
  beforeAll(async () => {
    made = await makeCertificate()
    certificate = file('server.crt', made.certificate)
    key = file('server.key', made.key)
  })

  /** Asks over HTTPS, trusting the certificate that was made and no other. */
  function ask(url: string, headers: Readonly<Record<string, string>> = {}): Promise<[number, string]> {
    return new Promise((resolve, reject) => {
      const options = { ca: made.certificate, headers, agent: false } as const
      const asked = request(url, options, (answer) =>
        text(answer).then((body) => resolve([answer.statusCode ?? 0, body]), reject),
      )
      asked.once('error', reject).end()
    })
  }

  it('answers over HTTPS, and nothing over HTTP', async () => {
    server = await startServer(newHome(), ['--no-demo', '--tls-cert', certificate, '--tls-key', key], {
      security: 'on',
    })
    const { url, banner } = server
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/u)
    expect(banner).not.toContain('for everybody to read')
    const headers = basic('admin', 'admin')
    expect(await ask(`${url}/admin/status/whoami`, headers)).toEqual([200, 'admin'])
    expect((await ask(`${url}/admin/status/whoami`))[0]).toBe(401)
    expect((await ask(`${url}/admin/alive`, { Origin: url }))[0]).toBe(200)
    expect((await ask(`${url}/admin/alive`, { Origin: url.replace('https', 'http') }))[0]).toBe(403)
    await expect(fetch(`${url}/admin/alive`)).rejects.toThrow()
    const plain = connect(Number(new URL(url).port), '127.0.0.1')
    plain.end('GET /admin/alive HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n')
    expect(await text(plain)).not.toContain('HTTP/1.1')
    expect(await ask(`${url}/admin/status/whoami`, headers)).toEqual([200, 'admin'])
  })

  it('warns where everybody can read the key', async () => {
    const open = file('open.key', made.key, 0o644)
    server = await startServer(newHome(), ['--no-demo', '--tls-cert', certificate, '--tls-key', open])
    expect(server.banner).toContain(`Everybody on this machine may read the key in ${open}.`)
  })

  it('does not start without the other one, or where a file is missing', async () => {
    const home = newHome()
    expect(await refusal(home, '--tls-cert', certificate)).toEqual([
      2,
      expect.stringContaining('--tls-cert needs --tls-key'),
    ])
    expect(await refusal(home, '--tls-key', key)).toEqual([
      2,
      expect.stringContaining('--tls-key needs --tls-cert'),
    ])
    const missing = join(folder, 'missing.crt')
    expect(await refusal(home, '--tls-cert', missing, '--tls-key', key)).toEqual([
      2,
      expect.stringContaining(`Cannot read the file ${missing}: there is no such file or folder.`),
    ])
  })

  it('does not start with files that do not belong together, and makes no home then', async () => {
    const home = newHome()
    const other = file('other.key', (await makeCertificate()).key)
    const [code, error] = await refusal(home, '--tls-cert', certificate, '--tls-key', other)
    expect(code).toBe(3)
    expect(error).toContain(`The key in "${other}" is not that of the certificate in "${certificate}".`)
    expect(existsSync(home)).toBe(false)
  })
})
