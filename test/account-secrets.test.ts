import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { basicAuthorization } from './basic-authorization.ts'
import { type ServerProcess, startServer } from './command-line.ts'
import { childrenOf, tellsOfProcesses } from './faults/process-tree.ts'
import { rawRequest } from './raw-request.ts'

const first = 'admin'
/** Each of them is used, or tried, as a password: nobody types them else. */
const passwords = {
  root: 'Rooted-oak-71!',
  ann: 'Annual "rings" 38 \\ ü',
  annLater: 'Later-leaf-99',
  wrong: 'Wrong-wood-12',
  wrongCurrent: 'Wrong-now-34',
  short: 'Wx9',
  listed: 'Listed-larch-55',
}

let home: string
let server: ServerProcess
/** All that the server said to anybody, but for the answers that are a token. */
let told = ''
const tokens: string[] = []

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'espalier-account-secrets-'))
  server = await startServer(home, ['--no-demo'], { security: 'on' })
})

afterAll(async () => {
  await server.end('SIGTERM')
  rmSync(home, { recursive: true, force: true })
})

const basic = (user: string, password: string) => ({
  authorization: basicAuthorization(user, password),
})

async function call(
  headers: Readonly<Record<string, string>>,
  method: string,
  path: string,
  body?: unknown,
): Promise<number> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const type = path === '/garden' ? 'text/turtle' : 'application/json'
  const answer = await rawRequest(server.url, path, {
    method,
    headers: { ...headers, 'content-type': type },
    ...(body === undefined ? {} : { body: text }),
  })
  if (path === '/admin/token' && answer.status === 200) {
    const { token }: { readonly token?: unknown } = JSON.parse(answer.text)
    if (typeof token === 'string') tokens.push(token)
  } else told += `${JSON.stringify(answer.headers)}\n${answer.text}\n`
  return answer.status
}

/** A text as it is, and in the forms in which it is sent, or written down, of somebody. */
function formsOf(secret: string, users: readonly string[] = []): readonly string[] {
  const pairs = users.map((user) => Buffer.from(`${user}:${secret}`).toString('base64'))
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]
  return [...forms, Buffer.from(secret).toString('base64').replace(/=+$/u, ''), ...pairs]
}

/** What is kept of passwords, whole and its digest alone. */
function keptHashes(): readonly string[] {
  const sql = new DatabaseSync(join(home, 'system.db'), { readOnly: true })
  const kept = sql.prepare('SELECT password FROM user').all()
  sql.close()
  return kept.flatMap(({ password }) => [String(password), String(password).split('$').at(-1) ?? ''])
}

it('tells no password, hash, token or key to anybody, and writes none down', {
  timeout: 120_000,
}, async () => {
  const admin = basic('admin', first)
  const root = basic('admin', passwords.root)
  const ann = basic('ann', passwords.ann)
  const later = basic('ann', passwords.annLater)
  const expected = async (status: number, ...request: Parameters<typeof call>): Promise<void> => {
    expect([request[1], request[2], await call(...request)]).toEqual([request[1], request[2], status])
  }
  // One after the other: failures are counted.
  await expected(200, admin, 'PUT', '/admin/users/admin/pwd', {
    password: passwords.root,
    current_password: first,
  })
  await expected(201, root, 'POST', '/admin/users', { username: 'ann', password: passwords.ann })
  await expected(201, root, 'POST', '/admin/users', { username: 'bob', password: [...passwords.listed] })
  await expected(409, root, 'POST', '/admin/users', { username: 'ann', password: passwords.ann })
  await expected(400, root, 'POST', '/admin/users', { username: 'eve', password: passwords.short })
  await expected(400, root, 'POST', '/admin/users', { username: 'e:e', password: passwords.ann })
  await expected(400, root, 'POST', '/admin/users', { username: 'eve', password: { is: passwords.ann } })
  await expected(400, root, 'POST', '/admin/users', { username: 'eve', pasword: passwords.ann })
  await expected(400, root, 'POST', '/admin/users', `{"username": "eve", "password": "${passwords.root}"`)
  await expected(403, ann, 'POST', '/admin/users', { username: 'eve', password: passwords.listed })
  await expected(401, basic('ann', passwords.wrong), 'GET', '/admin/users')
  await expected(401, basic('nobody', passwords.wrong), 'GET', '/admin/users')
  await expected(403, ann, 'PUT', '/admin/users/ann/pwd', {
    password: passwords.annLater,
    current_password: passwords.wrongCurrent,
  })
  await expected(400, ann, 'PUT', '/admin/users/ann/pwd', { password: passwords.annLater })
  await expected(200, ann, 'PUT', '/admin/users/ann/pwd', {
    password: passwords.annLater,
    current_password: passwords.ann,
  })
  await expected(401, ann, 'GET', '/admin/users/valid')
  await expected(200, later, 'GET', '/admin/token')
  await expected(200, root, 'GET', '/admin/token')
  const [ofAnn = '', ofRoot = ''] = tokens
  await expected(200, { authorization: `Bearer ${ofAnn}` }, 'GET', '/admin/status/whoami')
  await expected(401, { authorization: `Bearer ${ofAnn}x` }, 'GET', '/admin/status/whoami')
  await expected(401, { authorization: `Bearer ${ofAnn} ${ofAnn}` }, 'GET', '/admin/status/whoami')
  await expected(403, { authorization: `Bearer ${ofAnn}` }, 'GET', '/admin/token')
  await expected(401, { authorization: `Digest ${ofAnn}` }, 'GET', '/admin/status/whoami')
  const bearer = { authorization: `Bearer ${ofRoot}` }
  await expected(201, bearer, 'POST', '/admin/databases', { dbname: 'garden' })
  await expected(200, bearer, 'POST', '/garden', '<urn:a> <urn:b> "c" .')
  await expected(204, bearer, 'POST', '/admin/users/ann/roles', { rolename: 'reader' })
  for (const path of [
    '/admin/users',
    '/admin/users/list',
    '/admin/users/ann',
    '/admin/users/ann/enabled',
    '/admin/roles/list',
    '/admin/permissions/user/ann',
    '/admin/permissions/effective/user/ann',
    '/admin/status',
    '/admin/status/prometheus',
    '/admin/properties',
    '/admin/config_properties',
    '/admin/databases/options',
    '/admin/databases/garden/options',
    '/admin/databases/garden/backup',
    '/admin/queries',
    '/garden/export',
    '/garden/query?query=SELECT%20*%20%7B%3Fs%20%3Fp%20%3Fo%7D',
  ]) {
    await expected(200, { ...bearer, 'sd-run-as': 'admin' }, 'GET', path)
  }
  await expected(200, { ...bearer, accept: 'text/plain' }, 'GET', '/admin/logs')
  const processes = [server.process.pid ?? 0].flatMap((pid) => [pid, ...childrenOf(pid)])
  const run = tellsOfProcesses
    ? processes.flatMap((pid) =>
        ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'latin1')),
      )
    : []
  await server.end('SIGTERM')

  const users = ['admin', 'ann', 'bob', 'eve', 'nobody']
  const secrets = [
    ...Object.values(passwords).flatMap((password) => formsOf(password, users)),
    ...tokens.flatMap((token) => [token, ...token.split('.').slice(1)]),
    readFileSync(join(home, 'token.key'), 'utf8').trim(),
    ...keptHashes(),
  ]
  expect(secrets.length).toBeGreaterThan(60)
  const places = new Map([
    ['answers', told],
    ['log', server.log],
    ['banner', server.banner],
    ['processes', run.join('\n')],
  ])
  for (const { parentPath, name } of readdirSync(home, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile(),
  )) {
    places.set(name, readFileSync(join(parentPath, name), 'latin1'))
  }
  expect([...places.keys()]).toEqual(expect.arrayContaining(['audit.log', 'system.db', 'token.key']))
  expect(places.get('log')).toContain('/admin/token')
  // What /admin/logs told.
  expect(places.get('answers')).toContain('"msg":"answered"')
  expect(places.get('audit.log')).toContain('"login"')
  expect(places.get('answers')).toContain('"username":"ann"')
  const hashes = new Set(keptHashes())
  for (const [place, text] of places) {
    for (const secret of secrets) {
      const isKept =
        place === 'system.db' ? hashes.has(secret) : place === 'token.key' && text.trim() === secret
      if (!isKept) expect(text.includes(secret) ? `${place} has ${secret}` : '').toBe('')
    }
  }
})
