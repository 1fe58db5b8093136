import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HomeServer, startHomeServer } from './home-server.ts'

let server: HomeServer
beforeAll(async () => {
  server = await startHomeServer('', { security: 'on' })
})
afterAll(() => server[Symbol.asyncDispose]())

/** An answer, as a client looks at it. */
interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
}

/** Who asks: `name:password`, a token, or nobody. */
type Who = string | { readonly token: string } | undefined

const admin = 'admin:admin'

async function ask(
  request: string,
  body?: unknown,
  who: Who = admin,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ')
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...authorization(who), ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
  return { status: answer.status, headers: answer.headers, text, json: isJson ? JSON.parse(text) : undefined }
}

function authorization(who: Who): Readonly<Record<string, string>> {
  if (who === undefined) return {}
  if (typeof who !== 'string') return { Authorization: `bearer ${who.token}` }
  return { Authorization: `Basic ${Buffer.from(who).toString('base64')}` }
}

const asNobody = (request: string) =>
  fetch(`${server.url}${request.split(' ')[1]}`, { method: request.split(' ')[0] ?? '' })

let made = 0
/** Makes a user of a name of its own, whose password is `secret`; as one signs in: `name:secret`. */
async function newUser(more: object = {}): Promise<{ readonly name: string; readonly who: string }> {
  made += 1
  const name = `user-${made}`
  const answer = await ask('POST /admin/users', { username: name, password: 'secret', ...more })
  expect(answer.status).toBe(201)
  return { name, who: `${name}:secret` }
}

async function newRole(...permissions: readonly object[]): Promise<string> {
  made += 1
  const name = `role-${made}`
  expect((await ask('POST /admin/roles', { rolename: name })).status).toBe(201)
  for (const permission of permissions) {
    expect((await ask(`PUT /admin/permissions/role/${name}`, permission)).status).toBe(201)
  }
  return name
}

/** Holds an answer to be a failure: status, code in body and header, message. */
function expectFailure(answer: Answer, status: number, code: string, message: unknown): void {
  expect(answer.json).toEqual({ message, code })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('sd-error-code')).toBe(code)
}

const permission = (action: string, type: string, ...resource: readonly string[]) => ({
  action,
  resource_type: type,
  resource,
})
const unknownUser = "User 'nobody' does not exist."
const unknownRole = "Role 'nobody' does not exist."

describe('a fresh server', () => {
  it('has exactly the user admin and the role reader', async () => {
    await using fresh = await startHomeServer('', { security: 'on' })
    const get = async (path: string) =>
      (await fetch(`${fresh.url}${path}`, { headers: authorization(admin) })).json()
    expect(await get('/admin/users')).toEqual({ users: ['admin'] })
    expect(await get('/admin/roles')).toEqual({ roles: ['reader'] })
    expect(await get('/admin/roles/list')).toEqual({
      roles: [{ rolename: 'reader', permissions: [permission('READ', '*', '*')] }],
    })
    expect(await get('/admin/users/admin')).toEqual({
      enabled: true,
      superuser: true,
      roles: [],
      permissions: expect.arrayContaining([{ ...permission('ALL', '*', '*'), explicit: true }]),
    })
  })
})

describe('signing in', () => {
  it('is told of by GET /admin/users/valid', async () => {
    expect((await ask('GET /admin/users/valid')).status).toBe(200)
    const wrong = 'The user name or the password is wrong.'
    expectFailure(await ask('GET /admin/users/valid', undefined, 'admin:wrong'), 401, 'SEAEE2', wrong)
    expectFailure(await ask('GET /admin/users/valid', undefined, 'nobody:admin'), 401, 'SEAEE2', wrong)
    const without = await asNobody('GET /admin/users/valid')
    expect(without.status).toBe(401)
    expect(without.headers.get('www-authenticate')).toMatch(/Basic realm=.*Bearer realm=/u)
    expect(await without.json()).toEqual({
      message: 'This needs a user name and password, or a token.',
      code: 'SEAEE2',
    })
  })

  it('tells who one is, as text', async () => {
    const { name, who } = await newUser()
    const answer = await ask('GET /admin/status/whoami', undefined, who)
    expect([answer.status, answer.text]).toEqual([200, name])
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const acting = await ask('GET /admin/status/whoami', undefined, admin, { 'SD-Run-As': name })
    expect(acting.text).toBe(name)
  })

  it('gives a token for a password, and none for a token or on behalf of others', async () => {
    const { name, who } = await newUser()
    const answer = await ask('GET /admin/token', undefined, who)
    expect(answer.status).toBe(200)
    const written = readFileSync(join(server.folder, 'audit.log'), 'utf8').trim().split('\n')
    expect(JSON.parse(written.at(-1) ?? '')).toMatchObject({
      action: 'token.issue',
      outcome: 'done',
      user: name,
      requestId: answer.headers.get('x-request-id'),
    })
    expect(Object.keys(answer.json ?? {})).toEqual(['token'])
    const { token } = JSON.parse(answer.text)
    expect((await ask('GET /admin/status/whoami', undefined, { token })).text).toBe(name)
    const again = await ask('GET /admin/token', undefined, { token })
    expectFailure(again, 403, 'SEAOE2', expect.stringContaining('not for a token'))
    const acting = await ask('GET /admin/token', undefined, admin, { 'SD-Run-As': name })
    expectFailure(acting, 403, 'SEAOE2', expect.stringContaining('not for another user they act for'))
    expect((await ask('GET /admin/token', undefined, `${name}:wrong`)).status).toBe(401)
    expect((await asNobody('GET /admin/token')).status).toBe(401)
  })
})

describe('users', () => {
  it('are listed, with all that they may do', async () => {
    const role = await newRole(permission('read', 'db', 'garden'))
    const { name } = await newUser()
    await ask(`PUT /admin/users/${name}/roles`, { roles: [role] })
    const facts = {
      enabled: true,
      superuser: false,
      roles: [role],
      permissions: [
        { ...permission('WRITE', 'user', name), explicit: true },
        { ...permission('READ', 'user', name), explicit: true },
        { ...permission('READ', 'db', 'garden'), explicit: false },
      ],
    }
    const list = await ask('GET /admin/users/list')
    expect(list.status).toBe(200)
    expect(list.json).toEqual({ users: expect.arrayContaining([{ username: name, ...facts }]) })
    const names = await ask('GET /admin/users')
    expect(names.json).toEqual({ users: expect.arrayContaining(['admin', name]) })
    expect((await ask(`GET /admin/users/${name}`)).json).toEqual(facts)
  })

  it('see of others what they may read', async () => {
    const { name, who } = await newUser()
    expect((await ask('GET /admin/users', undefined, who)).json).toEqual({ users: [name] })
    expect((await ask('GET /admin/roles', undefined, who)).json).toEqual({ roles: [] })
    const refused = `User '${name}' may not do this: it needs the permission read user:`
    for (const other of ['admin', 'nobody']) {
      const answer = await ask(`GET /admin/users/${other}`, undefined, who)
      expectFailure(answer, 403, 'SEAOE2', `${refused}${other}.`)
    }
  })

  it.each([
    ['a string', 'pass'],
    ['a list of its characters', ['p', 'a', 's', 's']],
    ['a list of code points', ['p', 'ä', '😀', 's']],
    ['a list of units of UTF-16', 'pä😀s'.split('')],
    ['1,024 characters', 'p'.repeat(1024)],
  ])('are made with a password that is %s', async (_what, password) => {
    const { name } = await newUser({ password })
    const whole = typeof password === 'string' ? password : password.join('')
    expect((await ask('GET /admin/status/whoami', undefined, `${name}:${whole}`)).text).toBe(name)
    const without = await ask('GET /admin/users/valid', undefined, `${name}:${whole.slice(0, -1)}`)
    expect(without.status).toBe(401)
  })

  it.each([
    ['a password of 3 characters', { password: 'abc' }, 'SE0IP2', /\b4\b/u],
    ['a password of 1,025 characters', { password: 'p'.repeat(1025) }, 'SE0IP2', /1,?024/u],
    ['an empty password', { password: '' }, 'SE0IP2', /\b4\b/u],
    ['an empty list for a password', { password: [] }, 'SE0IP2', /\b4\b/u],
    ['no password', { password: undefined }, '000IA2', /"password" is missing/u],
    ['null for a password', { password: null }, '000IA2', /"password" must be/u],
    ['a number for a password', { password: 12_345 }, '000IA2', /"password" must be/u],
    ['an object for a password', { password: { length: 4 } }, '000IA2', /"password" must be/u],
    ['a list of words for a password', { password: ['pass', 'word'] }, '000IA2', /"password" must be/u],
    ['a list of numbers for a password', { password: [1, 2, 3, 4] }, '000IA2', /"password" must be/u],
    ['a list with an empty string', { password: ['p', '', 's', 's', 'w'] }, '000IA2', /"password" must be/u],
    ['half a character', { password: 'pass\ud83d' }, '000IA2', /half a character/u],
    ['no name', { username: undefined }, '000IA2', /"username" is missing/u],
    ['an empty name', { username: '' }, '000IA2', /"username"/u],
    ['a number for a name', { username: 7 }, '000IA2', /"username" must be/u],
    ['a colon in the name', { username: 'a:b' }, '000IA2', /no ":"/u],
    ['a line break in the name', { username: 'a\nb' }, '000IA2', /cannot be seen/u],
    ['a space before the name', { username: ' ann' }, '000IA2', /space/u],
    ['a name that stands for something else', { username: 'list' }, '000IA2', /"list" is reserved/u],
    ['a name of 256 characters', { username: 'n'.repeat(256) }, '000IA2', /255/u],
    ['a string for superuser', { superuser: 'true' }, '000IA2', /"superuser" must be true or false/u],
    ['a misspelt member', { superUser: true }, '000IA2', /"superUser".*Did you mean "superuser"\?/u],
  ])('are not made with %s', async (_what, more, code, message) => {
    const before = (await ask('GET /admin/users')).json
    const body = { username: 'never', password: 'correct horse', superuser: false, ...more }
    expectFailure(await ask('POST /admin/users', body), 400, code, expect.stringMatching(message))
    expect((await ask('GET /admin/users')).json).toEqual(before)
  })

  it('are made of JSON whatever its type is called, and members that nobody knows are left aside', async () => {
    const sent = JSON.stringify({ username: 'plain-text', password: 'secret', comment: 'of a client' })
    for (const type of ['text/plain;charset=UTF-8', 'application/octet-stream', 'application/json']) {
      const answer = await ask('POST /admin/users', sent, admin, { 'Content-Type': type })
      expect([answer.status, answer.text]).toEqual([201, ''])
      expect((await ask('DELETE /admin/users/plain-text')).status).toBe(204)
    }
  })

  it.each([
    ['nothing', undefined, 'The request has no body.'],
    ['an empty text', '', expect.stringMatching(/no body|is not JSON/u)],
    ['no JSON', '{"username":"never","password":secret-word}', 'The body is not JSON.'],
    [
      'JSON that is cut',
      '{"username":"never",\n"password":"secret-word"',
      'The body is not JSON (line 2, column 25).',
    ],
    ['a list', '["never","secret-word"]', 'The body must be a JSON object.'],
    ['null', 'null', 'The body must be a JSON object.'],
  ])('are not made of %s, and nothing of it is told', async (_what, body, message) => {
    const answer = await ask('POST /admin/users', body)
    expectFailure(answer, 400, '000IA2', message)
    expect(answer.text).not.toContain('secret')
  })

  it('are not made twice', async () => {
    const { name } = await newUser()
    const again = await ask('POST /admin/users', { username: name, password: 'another' })
    expectFailure(again, 409, 'SE0RE2', `User '${name}' already exists.`)
    expect((await ask('GET /admin/users/valid', undefined, `${name}:secret`)).status).toBe(200)
  })

  it('are made by those who may, superusers by superusers', async () => {
    const { name, who } = await newUser()
    const another = { username: 'made-by-user', password: 'secret' }
    const needs = (what: string) => `User '${name}' may not do this: it needs the permission ${what}.`
    expectFailure(await ask('POST /admin/users', another, who), 403, 'SEAOE2', needs('create user:*'))
    await ask(`PUT /admin/permissions/user/${name}`, permission('create', 'user', '*'))
    const superuser = await ask('POST /admin/users', { ...another, superuser: true }, who)
    expectFailure(superuser, 403, 'SEAOE2', expect.stringContaining('superuser'))
    expect((await ask('POST /admin/users', another, who)).status).toBe(201)
    const held = await ask(`GET /admin/permissions/user/${name}`, undefined, who)
    const onMade = ['DELETE', 'WRITE', 'READ', 'GRANT', 'REVOKE'].map((action) =>
      permission(action, 'user', 'made-by-user'),
    )
    expect(held.json).toEqual({ permissions: expect.arrayContaining(onMade) })
    expect((await ask('DELETE /admin/users/made-by-user', undefined, who)).status).toBe(204)
    // One of the same name is another one.
    await ask('POST /admin/users', another)
    const gone = await ask('GET /admin/users/made-by-user', undefined, who)
    expect(gone.status).toBe(403)
  })

  it('are removed', async () => {
    const { name, who } = await newUser()
    expect((await ask('GET /admin/users/valid', undefined, who)).status).toBe(200)
    const answer = await ask(`DELETE /admin/users/${name}`)
    expect([answer.status, answer.text]).toEqual([204, ''])
    const message = `User '${name}' does not exist.`
    expectFailure(await ask(`DELETE /admin/users/${name}`), 404, 'SERNF2', message)
    expectFailure(await ask(`GET /admin/users/${name}`), 404, 'SERNF2', message)
    expect((await ask('GET /admin/users/valid', undefined, who)).status).toBe(401)
  })

  it('are not removed or disabled where nobody could administer the server any more', async () => {
    expectFailure(await ask('DELETE /admin/users/admin'), 409, 'SERIU2', expect.stringContaining("'admin'"))
    const disabled = await ask('PUT /admin/users/admin/enabled', { enabled: false })
    expectFailure(disabled, 409, 'SERIU2', expect.stringContaining("'admin'"))
    expect((await ask('GET /admin/users/valid')).status).toBe(200)
  })

  it.each([
    'a/b',
    'a b',
    'ä😀',
    'a%2Fb',
    '?x=1&y#z',
    "o'neill",
    '"quoted"\\',
    '<b>',
    '%',
    'n'.repeat(255),
    '語'.repeat(255),
  ])('may be called %s', async (name) => {
    const path = `/admin/users/${encodeURIComponent(name)}`
    expect((await ask('POST /admin/users', { username: name, password: 'secret' })).status).toBe(201)
    expect((await ask('GET /admin/users')).json).toEqual({ users: expect.arrayContaining([name]) })
    expect((await ask(`GET ${path}/enabled`)).json).toEqual({ enabled: true })
    expect((await ask(`PUT ${path}/roles`, { roles: ['reader'] })).status).toBe(200)
    expect((await ask(`GET ${path}/roles`)).json).toEqual({ roles: ['reader'] })
    expect((await ask(`GET /admin/permissions/user/${encodeURIComponent(name)}`)).json).toEqual({
      permissions: [permission('WRITE', 'user', name), permission('READ', 'user', name)],
    })
    expect((await ask('GET /admin/status/whoami', undefined, `${name}:secret`)).text).toBe(name)
    const acting = { 'SD-Run-As': Buffer.from(name).toString('latin1') }
    expect((await ask('GET /admin/status/whoami', undefined, admin, acting)).text).toBe(name)
    expect((await ask(`DELETE ${path}`)).status).toBe(204)
  })

  it('are told apart by the case of letters', async () => {
    const { name } = await newUser()
    expect((await ask(`GET /admin/users/${name.toUpperCase()}`)).status).toBe(404)
    expect((await ask('GET /admin/users/valid', undefined, `${name.toUpperCase()}:secret`)).status).toBe(401)
  })

  it('refuse paths whose percent signs are no UTF-8', async () => {
    expect((await ask('GET /admin/users/%FF')).status).toBe(400)
    expect((await ask('GET /admin/users/%zz')).status).toBe(400)
  })
})

describe('passwords', () => {
  const change = (name: string, body: object, who: Who) => ask(`PUT /admin/users/${name}/pwd`, body, who)
  const valid = async (who: string) => (await ask('GET /admin/users/valid', undefined, who)).status

  it('are changed by their users, who know the current one', async () => {
    const { name, who } = await newUser()
    expect(await valid(who)).toBe(200)
    const given = { password: 'another' }
    for (const current of [undefined, null, '', []]) {
      const answer = await change(name, { ...given, current_password: current }, who)
      expectFailure(answer, 400, '000IA2', expect.stringContaining('current'))
    }
    const wrong = await change(name, { ...given, current_password: 'wrong' }, who)
    expectFailure(wrong, 403, 'SEAOE2', 'The current password is wrong.')
    expect(await valid(who)).toBe(200)
    const done = await change(name, { ...given, current_password: 'secret' }, who)
    expect([done.status, done.text]).toEqual([200, ''])
    expect([await valid(who), await valid(`${name}:another`)]).toEqual([401, 200])
    const listed = { password: [...'once more'], current_password: [...'another'] }
    expect((await change(name, listed, `${name}:another`)).status).toBe(200)
    expect(await valid(`${name}:once more`)).toBe(200)
  })

  it('end the tokens that were given for them', async () => {
    const { name, who } = await newUser()
    const { token } = JSON.parse((await ask('GET /admin/token', undefined, who)).text)
    expect((await change(name, { password: 'another', current_password: 'secret' }, { token })).status).toBe(
      200,
    )
    const answer = await ask('GET /admin/users/valid', undefined, { token })
    expectFailure(answer, 401, 'SEAEE2', expect.stringContaining('token'))
  })

  it('of others are changed by superusers only, without the current one', async () => {
    const { name } = await newUser()
    const other = await newUser()
    await ask(`PUT /admin/permissions/user/${other.name}`, permission('all', '*', '*'))
    const given = { password: 'another', current_password: '' }
    expectFailure(await change(name, given, other.who), 403, 'SEAOE2', expect.stringContaining('superuser'))
    expect((await change(name, given, admin)).status).toBe(200)
    expect((await change(name, { password: 'without it' }, admin)).status).toBe(200)
    expect(await valid(`${name}:without it`)).toBe(200)
  })

  it('of an unknown user are not found, and bad ones not taken', async () => {
    const { name, who } = await newUser()
    expectFailure(await change('nobody', { password: 'another' }, admin), 404, 'SERNF2', unknownUser)
    const short = await change(name, { password: 'abc', current_password: 'secret' }, who)
    expectFailure(short, 400, 'SE0IP2', expect.any(String))
    expectFailure(
      await change(name, {}, admin),
      400,
      '000IA2',
      expect.stringContaining('"password" is missing'),
    )
    const misspelt = { password: 'another', current_pasword: 'secret' }
    expectFailure(
      await change(name, misspelt, who),
      400,
      '000IA2',
      expect.stringContaining('"current_password"'),
    )
    expect(await valid(who)).toBe(200)
  })
})

describe('enabled and superuser', () => {
  it('are told, also of users that there are not', async () => {
    const { name } = await newUser()
    expect((await ask(`GET /admin/users/${name}/enabled`)).json).toEqual({ enabled: true })
    expect((await ask(`GET /admin/users/${name}/superuser`)).json).toEqual({ superuser: false })
    expect((await ask('GET /admin/users/admin/superuser')).json).toEqual({ superuser: true })
    for (const [what, value] of Object.entries({ enabled: false, superuser: false })) {
      const answer = await ask(`GET /admin/users/nobody/${what}`)
      expect([answer.status, answer.json]).toEqual([200, { [what]: value }])
    }
  })

  it('are set by superusers, from the next request on', async () => {
    const { name, who } = await newUser()
    const { token } = JSON.parse((await ask('GET /admin/token', undefined, who)).text)
    const set = (enabled: unknown, by: Who = admin) =>
      ask(`PUT /admin/users/${name}/enabled`, { enabled }, by)
    expectFailure(await set(false, who), 403, 'SEAOE2', expect.stringContaining('superuser'))
    const disabled = await set(false)
    expect([disabled.status, disabled.json]).toEqual([200, { enabled: false }])
    expect((await ask('GET /admin/users/valid', undefined, who)).status).toBe(401)
    expect((await ask('GET /admin/users/valid', undefined, { token })).status).toBe(401)
    expect((await set(true)).json).toEqual({ enabled: true })
    expect((await ask('GET /admin/users/valid', undefined, who)).status).toBe(200)
    expect((await ask('GET /admin/users/valid', undefined, { token })).status).toBe(200)
    for (const wrong of ['false', 0, null, undefined]) {
      expectFailure(await set(wrong), 400, '000IA2', expect.stringContaining('"enabled"'))
    }
    const unknown = await ask('PUT /admin/users/nobody/enabled', { enabled: true })
    expectFailure(unknown, 404, 'SERNF2', unknownUser)
  })
})

describe('roles of a user', () => {
  it('are set, added and taken', async () => {
    const [one, two] = [await newRole(), await newRole()]
    const { name } = await newUser()
    const path = `/admin/users/${name}/roles`
    const told = async () => (await ask(`GET ${path}`)).json
    expect(await told()).toEqual({ roles: [] })
    expect((await ask(`PUT ${path}`, { roles: [one, one] })).status).toBe(200)
    expect(await told()).toEqual({ roles: [one] })
    const added = await ask(`POST ${path}`, { rolename: two })
    expect([added.status, added.text]).toEqual([204, ''])
    expect((await ask(`POST ${path}`, { rolename: two })).status).toBe(204)
    expect(await told()).toEqual({ roles: [one, two] })
    expect((await ask(`DELETE ${path}/${one}`)).status).toBe(204)
    expect(await told()).toEqual({ roles: [two] })
    expect((await ask(`PUT ${path}`, { roles: [] })).status).toBe(200)
    expect(await told()).toEqual({ roles: [] })
  })

  it('of unknown users, and unknown roles, are not found', async () => {
    const { name } = await newUser()
    const path = '/admin/users/nobody/roles'
    expectFailure(await ask(`GET ${path}`), 404, 'SERNF2', unknownUser)
    expectFailure(await ask(`PUT ${path}`, { roles: ['reader'] }), 404, 'SERNF2', unknownUser)
    expectFailure(await ask(`POST ${path}`, { rolename: 'reader' }), 404, 'SERNF2', unknownUser)
    expectFailure(await ask(`DELETE ${path}/reader`), 404, 'SERNF2', unknownUser)
    const known = `/admin/users/${name}/roles`
    expectFailure(await ask(`PUT ${known}`, { roles: ['reader', 'nobody'] }), 404, 'SERNF2', unknownRole)
    expectFailure(await ask(`POST ${known}`, { rolename: 'nobody' }), 404, 'SERNF2', unknownRole)
    expectFailure(await ask(`DELETE ${known}/nobody`), 404, 'SERNF2', unknownRole)
    expect((await ask(`GET ${known}`)).json).toEqual({ roles: [] })
  })

  it.each([
    ['PUT', { roles: 'reader' }, '"roles" must be a list'],
    ['PUT', { roles: [7] }, '"roles" must be a list'],
    ['PUT', { roles: [''] }, '"roles" must be a list'],
    ['PUT', {}, '"roles" is missing'],
    ['POST', { rolename: ['reader'] }, '"rolename" must be'],
    ['POST', { roleName: 'reader' }, 'Did you mean "rolename"?'],
    ['POST', { role: 'reader' }, '"rolename" is missing'],
  ])('are not changed by %s %j', async (method, body, message) => {
    const { name } = await newUser()
    const answer = await ask(`${method} /admin/users/${name}/roles`, body)
    expectFailure(answer, 400, '000IA2', expect.stringContaining(message))
    expect((await ask(`GET /admin/users/${name}/roles`)).json).toEqual({ roles: [] })
  })

  it('need the right to grant the role, and all that it permits', async () => {
    const role = await newRole(permission('write', 'db', 'garden'))
    const { name, who } = await newUser()
    const assign = () => ask(`POST /admin/users/${name}/roles`, { rolename: role }, who)
    const needs = (what: string) => `User '${name}' may not do this: it needs the permission ${what}.`
    expectFailure(await assign(), 403, 'SEAOE2', needs(`grant role:${role}`))
    await ask(`PUT /admin/permissions/user/${name}`, permission('grant', 'role', role))
    expectFailure(await assign(), 403, 'SEAOE2', needs('write db:garden'))
    await ask(`PUT /admin/permissions/user/${name}`, permission('write', 'db', '*'))
    expect((await assign()).status).toBe(204)
  })
})

describe('roles', () => {
  it('are made, listed and removed', async () => {
    const made = await ask('POST /admin/roles', { rolename: 'pruner' })
    expect([made.status, made.text]).toEqual([201, ''])
    expectFailure(
      await ask('POST /admin/roles', { rolename: 'pruner' }),
      409,
      'SE0RE2',
      "Role 'pruner' already exists.",
    )
    expect((await ask('GET /admin/roles')).json).toEqual({
      roles: expect.arrayContaining(['pruner', 'reader']),
    })
    await ask('PUT /admin/permissions/role/pruner', permission('write', 'db', 'garden'))
    expect((await ask('GET /admin/roles/list')).json).toEqual({
      roles: expect.arrayContaining([
        { rolename: 'pruner', permissions: [permission('WRITE', 'db', 'garden')] },
      ]),
    })
    const removed = await ask('DELETE /admin/roles/pruner')
    expect([removed.status, removed.text]).toEqual([204, ''])
    expectFailure(await ask('DELETE /admin/roles/pruner'), 404, 'SERNF2', "Role 'pruner' does not exist.")
  })

  it('in use are removed by force only', async () => {
    const role = await newRole()
    const { name } = await newUser()
    await ask(`POST /admin/users/${name}/roles`, { rolename: role })
    expect((await ask(`GET /admin/roles/${role}/users`)).json).toEqual({ users: [name] })
    const inUse = expect.stringContaining(`Role '${role}' is in use`)
    expectFailure(await ask(`DELETE /admin/roles/${role}`), 409, 'SERIU2', inUse)
    expectFailure(await ask(`DELETE /admin/roles/${role}?force=False`), 409, 'SERIU2', inUse)
    const wrong = await ask(`DELETE /admin/roles/${role}?force=yes`)
    expectFailure(wrong, 400, '000IA2', expect.stringContaining('"force" must be true or false'))
    expect((await ask(`DELETE /admin/roles/${role}?force=True`)).status).toBe(204)
    expect((await ask(`GET /admin/users/${name}/roles`)).json).toEqual({ roles: [] })
    expect((await ask(`GET /admin/roles/${role}/users`)).status).toBe(404)
  })

  it.each(['a/b', 'ä ?#%'])('may be called %s', async (name) => {
    expect((await ask('POST /admin/roles', { rolename: name })).status).toBe(201)
    const encoded = encodeURIComponent(name)
    expect((await ask(`GET /admin/roles/${encoded}/users`)).json).toEqual({ users: [] })
    expect((await ask(`GET /admin/permissions/role/${encoded}`)).json).toEqual({ permissions: [] })
    expect((await ask(`DELETE /admin/roles/${encoded}`)).status).toBe(204)
  })

  it.each([{}, { rolename: '' }, { rolename: 7 }, { rolename: 'a:b' }, { rolename: 'r'.repeat(256) }])(
    'are not made of %j',
    async (body) => {
      expectFailure(await ask('POST /admin/roles', body), 400, '000IA2', expect.any(String))
    },
  )
})

describe('permissions', () => {
  it.each(['user', 'role'])('of a %s are granted and revoked', async (kind) => {
    const name = kind === 'user' ? (await newUser()).name : await newRole()
    const path = `/admin/permissions/${kind}/${name}`
    const first = kind === 'user' ? [permission('WRITE', 'user', name), permission('READ', 'user', name)] : []
    const told = async () => (await ask(`GET ${path}`)).json
    expect(await told()).toEqual({ permissions: first })
    const granted = await ask(`PUT ${path}`, permission('rEaD', 'DB', 'garden'))
    expect([granted.status, granted.text]).toEqual([201, ''])
    expect((await ask(`PUT ${path}`, permission('READ', 'db', 'garden'))).status).toBe(201)
    expect(await told()).toEqual({ permissions: [...first, permission('READ', 'db', 'garden')] })
    const revoked = await ask(`POST ${path}/delete`, permission('read', 'db', 'garden'))
    expect([revoked.status, revoked.text]).toEqual([201, ''])
    expect(await told()).toEqual({ permissions: first })
  })

  it.each([
    permission('read', 'named-graph', 'garden', 'http://g.example/1'),
    permission('write', 'named-graph', 'garden', '*'),
    permission('read', 'named-graph', '*'),
    permission('all', '*', '*'),
    permission('execute', 'dbms-admin', '*'),
    permission('execute', 'admin', 'garden'),
    permission('create', 'user', '*'),
    permission('delete', 'role', 'a/b'),
    permission('read', 'metadata', 'garden'),
    permission('read', 'virtual-graph', 'orchard'),
    permission('create', 'data-source', '*'),
  ])('may be %j', async (one) => {
    const role = await newRole(one)
    const told = { ...one, action: one.action.toUpperCase() }
    expect((await ask(`GET /admin/permissions/role/${role}`)).json).toEqual({ permissions: [told] })
  })

  it.each([
    [permission('look', 'db', 'garden'), 'actions'],
    [permission('read', 'database', 'garden'), 'types'],
    [permission('read', 'db'), 'part'],
    [permission('read', 'db', 'garden', 'orchard'), 'part'],
    [permission('read', 'db', ''), 'name'],
    [permission('read', 'named-graph', 'garden'), 'part'],
    [permission('read', 'named-graph', 'garden', 'no iri'), 'IRI'],
    [permission('read', '*', 'garden'), '*'],
    [{ action: 'read', resource_type: 'db', resource: 'garden' }, 'array'],
    [{ action: 'read', resource_type: 'db', resource: [7] }, 'array'],
    [{ action: 'read', resourceType: 'db', resource: ['garden'] }, 'type'],
    [{ action: 'read', resource_typ: 'db', resource: ['garden'] }, '"resource_type"'],
    [{ resource_type: 'db', resource: ['garden'] }, 'action'],
    [{}, 'action'],
  ])('are not %j', async (body, message) => {
    const role = await newRole()
    for (const request of [
      `PUT /admin/permissions/role/${role}`,
      `POST /admin/permissions/role/${role}/delete`,
    ]) {
      expectFailure(await ask(request, body), 400, '000IA2', expect.stringContaining(message))
    }
    expect((await ask(`GET /admin/permissions/role/${role}`)).json).toEqual({ permissions: [] })
  })

  it.each([
    ['user', unknownUser],
    ['role', unknownRole],
  ])('of an unknown %s are not found', async (kind, message) => {
    const path = `/admin/permissions/${kind}/nobody`
    const one = permission('read', 'db', 'garden')
    expectFailure(await ask(`GET ${path}`), 404, 'SERNF2', message)
    expectFailure(await ask(`PUT ${path}`, one), 404, 'SERNF2', message)
    expectFailure(await ask(`POST ${path}/delete`, one), 404, 'SERNF2', message)
    const effective = await ask('GET /admin/permissions/effective/user/nobody')
    expectFailure(effective, 404, 'SERNF2', unknownUser)
  })

  it('that hold are those of the user and of the roles, each once', async () => {
    const role = await newRole(permission('read', 'db', 'garden'), permission('write', 'db', 'garden'))
    const { name } = await newUser()
    await ask(`PUT /admin/permissions/user/${name}`, permission('read', 'db', 'garden'))
    await ask(`POST /admin/users/${name}/roles`, { rolename: role })
    const answer = await ask(`GET /admin/permissions/effective/user/${name}`)
    expect(answer.json).toEqual({
      permissions: [
        permission('WRITE', 'user', name),
        permission('READ', 'user', name),
        permission('READ', 'db', 'garden'),
        permission('WRITE', 'db', 'garden'),
      ],
    })
  })

  it('of a superuser are all, and cannot be revoked', async () => {
    const { name } = await newUser({ superuser: true })
    const told = await ask(`GET /admin/permissions/user/${name}`)
    const everything = permission('ALL', '*', '*')
    expect(told.json).toEqual({
      permissions: expect.arrayContaining([
        permission('WRITE', 'user', name),
        permission('READ', 'user', name),
        everything,
      ]),
    })
    const revoked = await ask(`POST /admin/permissions/user/${name}/delete`, everything)
    expectFailure(revoked, 400, '000IA2', expect.stringContaining('superuser'))
  })

  it('are granted by who may grant, and has them', async () => {
    const role = await newRole()
    const { name, who } = await newUser()
    const one = permission('write', 'db', 'garden')
    const grant = () => ask(`PUT /admin/permissions/role/${role}`, one, who)
    const needs = (what: string) => `User '${name}' may not do this: it needs the permission ${what}.`
    expectFailure(await grant(), 403, 'SEAOE2', needs('grant db:garden'))
    await ask(`PUT /admin/permissions/user/${name}`, permission('grant', 'db', 'garden'))
    expectFailure(await grant(), 403, 'SEAOE2', needs('write db:garden'))
    await ask(`PUT /admin/permissions/user/${name}`, one)
    expect((await grant()).status).toBe(201)
    const revoke = () => ask(`POST /admin/permissions/role/${role}/delete`, one, who)
    expectFailure(await revoke(), 403, 'SEAOE2', needs('revoke db:garden'))
    await ask(`PUT /admin/permissions/user/${name}`, permission('revoke', 'db', 'garden'))
    expect((await revoke()).status).toBe(201)
  })

  it('are asked for by everybody who signs in', async () => {
    const { name, who } = await newUser()
    const check = (query: string) => ask(`GET /admin/permissions/check?${query}`, undefined, who)
    const read = (resource: string) => `action=read&resource_type=db&resource=${resource}`
    expect((await check(read('garden'))).json).toEqual({ hasPermission: false })
    await ask(`PUT /admin/permissions/user/${name}`, permission('read', 'db', 'garden'))
    expect((await check(read('garden'))).json).toEqual({ hasPermission: true })
    expect((await check(read('*'))).json).toEqual({ hasPermission: false })
    const graph = encodeURIComponent('http://g.example/1')
    await ask(
      `PUT /admin/permissions/user/${name}`,
      permission('read', 'named-graph', 'garden', 'http://g.example/1'),
    )
    for (const resource of [`garden&resource=${graph}`, `garden%5C${graph}`]) {
      const answer = await check(`action=READ&resource_type=named-graph&resource=${resource}`)
      expect(answer.json).toEqual({ hasPermission: true })
    }
    expectFailure(await check('action=read'), 400, '000IA2', expect.stringContaining('type'))
    expectFailure(
      await check(`${read('garden')}&action=read`),
      400,
      '000IA2',
      expect.stringContaining('once'),
    )
    expect((await asNobody(`GET /admin/permissions/check?${read('garden')}`)).status).toBe(401)
  })
})

describe('other methods', () => {
  it.each([
    ['PATCH /admin/users', 'GET, HEAD, POST'],
    ['POST /admin/users/list', 'GET, HEAD'],
    ['POST /admin/users/admin', 'GET, HEAD, DELETE'],
    ['GET /admin/users/admin/pwd', 'PUT'],
    ['POST /admin/users/admin/enabled', 'GET, HEAD, PUT'],
    ['PUT /admin/users/admin/superuser', 'GET, HEAD'],
    ['GET /admin/roles/reader', 'DELETE'],
    ['DELETE /admin/permissions/role/reader', 'GET, HEAD, PUT'],
    ['POST /admin/token', 'GET, HEAD'],
  ])('%s is answered with those that there are', async (request, allow) => {
    const answer = await ask(request)
    expect(answer.status).toBe(405)
    expect(answer.headers.get('allow')).toBe(allow)
  })
})

it('answers a shutdown that a page elsewhere asks for by no shutdown', async () => {
  for (const site of ['cross-site', 'same-site']) {
    const answer = await ask('GET /admin/shutdown', undefined, admin, {
      'Sec-Fetch-Site': site,
      'Sec-Fetch-Dest': 'document',
    })
    expectFailure(answer, 403, '000IA2', expect.stringContaining('Pages of another origin'))
  }
  expect((await ask('GET /admin/users/valid')).status).toBe(200)
})

it('does not end for who only asks for the head of a shutdown', async () => {
  expect((await ask('HEAD /admin/shutdown', undefined, admin)).status).toBe(204)
  expect((await ask('GET /admin/users/valid')).status).toBe(200)
})

it('gives its log as text to who asks for text', async () => {
  const answer = await ask('GET /admin/logs', undefined, admin, { Accept: 'text/plain' })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const { name, who } = await newUser()
  const refused = await ask('GET /admin/logs', undefined, who)
  const needs = `User '${name}' may not do this: it needs the permission read dbms-admin:*.`
  expectFailure(refused, 403, 'SEAOE2', needs)
})
