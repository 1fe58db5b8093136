import { Connection, server as stardogServer, user } from 'stardog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HomeServer, startHomeServer } from '../home-server.ts'

let server: HomeServer
let admin: Connection
beforeAll(async () => {
  server = await startHomeServer('', { security: 'on' })
  admin = connectionOf('admin', 'admin')
})
afterAll(() => server[Symbol.asyncDispose]())

/** The functions of the client that were called, by module. */
const called = new Set<string>()

/** A module of the client that notes which of its functions are called. */
function noted<Module extends object>(name: string, module: Module): Module {
  return new Proxy(module, {
    get(target, key, receiver) {
      called.add(`${name}.${String(key)}`)
      return Reflect.get(target, key, receiver)
    },
  })
}
const users = noted('user', user)
const roles = noted('role', user.role)
const servers = noted('server', stardogServer)

function connectionOf(username: string, password: string): Connection {
  return new Connection({ username, password, endpoint: server.url })
}

const statusOf = async (call: Promise<{ readonly status: number }>): Promise<number> => (await call).status

const onItself = (name: string) => [
  { action: 'WRITE', resource_type: 'user', resource: [name] },
  { action: 'READ', resource_type: 'user', resource: [name] },
]

describe('user of the stardog client 10', () => {
  it('finds the user admin and nobody else on a new server', async () => {
    expect(await users.list(admin)).toMatchObject({ status: 200, body: { users: ['admin'] } })
    expect((await users.whoAmI(admin)).body).toBe('admin')
  })

  it('tells valid from wrong credentials', async () => {
    expect(await statusOf(users.valid(admin))).toBe(200)
    expect(await statusOf(users.valid(connectionOf('admin', 'wrong')))).toBe(401)
    expect(await statusOf(users.valid(connectionOf('nobody', 'admin')))).toBe(401)
  })

  it('creates, tells, lists and removes a user', async () => {
    expect(await statusOf(users.create(admin, { username: 'ann', password: 'pässwörd😀' }))).toBe(201)
    expect(await users.create(admin, { username: 'ann', password: 'other' })).toMatchObject({
      status: 409,
      body: { code: 'SE0RE2' },
    })
    const facts = {
      enabled: true,
      superuser: false,
      roles: [],
      permissions: onItself('ann').map((permission) => ({ ...permission, explicit: true })),
    }
    expect(await users.get(admin, 'ann')).toMatchObject({ status: 200, body: facts })
    const { body } = await users.listInfo(admin)
    expect(body.users).toContainEqual({ username: 'ann', ...facts })
    expect(await statusOf(users.remove(admin, 'ann'))).toBe(204)
    expect(await statusOf(users.remove(admin, 'ann'))).toBe(404)
    expect(await users.get(admin, 'ann')).toMatchObject({
      status: 404,
      body: { message: "User 'ann' does not exist.", code: 'SERNF2' },
    })
  })

  it('makes superusers, and knows them', async () => {
    await users.create(admin, { username: 'root', password: 'secret', superuser: true })
    expect((await users.superUser(admin, 'root')).body).toEqual({ superuser: true })
    expect((await users.get(admin, 'root')).body.permissions).toContainEqual({
      action: 'ALL',
      resource_type: '*',
      resource: ['*'],
      explicit: true,
    })
    await users.create(admin, { username: 'plain', password: 'secret' })
    expect((await users.superUser(admin, 'plain')).body).toEqual({ superuser: false })
    expect(await users.superUser(admin, 'nobody')).toMatchObject({ status: 200, body: { superuser: false } })
  })

  it('changes passwords', async () => {
    await users.create(admin, { username: 'bob', password: 'first' })
    const change = (who: Connection, current: string, next: string) =>
      statusOf(users.changePassword(who, 'bob', current, next))
    expect(await change(connectionOf('bob', 'first'), 'wrong', 'second')).toBe(403)
    expect(await change(connectionOf('bob', 'first'), '', 'second')).toBe(400)
    expect(await change(connectionOf('bob', 'first'), 'first', 'second')).toBe(200)
    expect(await statusOf(users.valid(connectionOf('bob', 'first')))).toBe(401)
    expect(await statusOf(users.valid(connectionOf('bob', 'second')))).toBe(200)
    expect(await change(admin, '', 'third')).toBe(200)
    expect(await statusOf(users.valid(connectionOf('bob', 'third')))).toBe(200)
    expect(await statusOf(users.changePassword(admin, 'nobody', '', 'third'))).toBe(404)
  })

  it('disables and enables users', async () => {
    await users.create(admin, { username: 'cleo', password: 'secret' })
    expect((await users.enabled(admin, 'cleo')).body).toEqual({ enabled: true })
    expect(await statusOf(users.enable(admin, 'cleo', false))).toBe(200)
    expect((await users.enabled(admin, 'cleo')).body).toEqual({ enabled: false })
    expect(await statusOf(users.valid(connectionOf('cleo', 'secret')))).toBe(401)
    expect(await statusOf(users.enable(admin, 'cleo', true))).toBe(200)
    expect(await statusOf(users.valid(connectionOf('cleo', 'secret')))).toBe(200)
    expect(await users.enabled(admin, 'nobody')).toMatchObject({ status: 200, body: { enabled: false } })
  })

  it('gives roles', async () => {
    await users.create(admin, { username: 'dora', password: 'secret' })
    await roles.create(admin, { name: 'writer' })
    expect(await statusOf(users.assignRole(admin, 'dora', 'writer'))).toBe(204)
    expect((await users.listRoles(admin, 'dora')).body).toEqual({ roles: ['writer'] })
    expect(await statusOf(users.setRoles(admin, 'dora', ['reader']))).toBe(200)
    expect((await users.listRoles(admin, 'dora')).body).toEqual({ roles: ['reader'] })
    for (const name of ['dora', 'nobody']) {
      const known = name === 'dora'
      expect(await statusOf(users.listRoles(admin, name))).toBe(known ? 200 : 404)
      expect(await statusOf(users.assignRole(admin, name, 'writer'))).toBe(known ? 204 : 404)
      expect(await statusOf(users.setRoles(admin, name, []))).toBe(known ? 200 : 404)
    }
  })

  it('grants and revokes permissions', async () => {
    await users.create(admin, { username: 'emil', password: 'secret' })
    const emil = connectionOf('emil', 'secret')
    const permission = { action: 'WRITE', resourceType: 'db', resources: ['garden'] } as const
    const granted = { action: 'WRITE', resource_type: 'db', resource: ['garden'] }
    const held = async () => (await users.permissions(admin, 'emil')).body.permissions
    const mayWrite = async () =>
      (await users.checkPermission(emil, 'WRITE', 'db', 'garden')).body.hasPermission
    const passed = { ...permission, resources: [...permission.resources] }
    expect(await mayWrite()).toBe(false)
    expect(await statusOf(users.assignPermission(admin, 'emil', passed))).toBe(201)
    expect(await held()).toEqual([...onItself('emil'), granted])
    expect(await mayWrite()).toBe(true)
    await users.setRoles(admin, 'emil', ['reader'])
    const effective = await users.effectivePermissions(admin, 'emil')
    expect(effective.body.permissions).toContainEqual({ action: 'READ', resource_type: '*', resource: ['*'] })
    expect(effective.body.permissions).toContainEqual(granted)
    expect(await statusOf(users.deletePermission(admin, 'emil', passed))).toBe(201)
    expect(await held()).toEqual(onItself('emil'))
    expect(await mayWrite()).toBe(false)
  })

  it('gets a token that holds in place of the password, as long as the user may sign in', async () => {
    await users.create(admin, { username: 'finn', password: 'secret' })
    const answer = await users.token(connectionOf('finn', 'secret'))
    expect(answer).toMatchObject({ status: 200, body: { token: expect.any(String) } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const byToken = new Connection({ username: '', endpoint: server.url, token: answer.body.token })
    expect((await users.whoAmI(byToken)).body).toBe('finn')
    expect(await statusOf(users.token(connectionOf('finn', 'wrong')))).toBe(401)
    await users.enable(admin, 'finn', false)
    expect(await statusOf(users.whoAmI(byToken))).toBe(401)
  })
})

describe('user.role of the stardog client 10', () => {
  it('finds the role reader on a new server, which reads everything', async () => {
    expect((await roles.list(admin)).body.roles).toContain('reader')
    expect((await roles.permissions(admin, 'reader')).body).toEqual({
      permissions: [{ action: 'READ', resource_type: '*', resource: ['*'] }],
    })
  })

  it('creates, fills, tells and removes a role', async () => {
    expect(await statusOf(roles.create(admin, { name: 'pruner' }))).toBe(201)
    expect(await statusOf(roles.create(admin, { name: 'pruner' }))).toBe(409)
    expect((await roles.list(admin)).body.roles).toContain('pruner')
    const permission: user.Permission = {
      action: 'READ',
      resourceType: 'named-graph',
      resources: ['garden', 'http://g.example/1'],
    }
    const granted = {
      action: 'READ',
      resource_type: 'named-graph',
      resource: ['garden', 'http://g.example/1'],
    }
    expect(await statusOf(roles.assignPermission(admin, 'pruner', permission))).toBe(201)
    expect((await roles.permissions(admin, 'pruner')).body).toEqual({ permissions: [granted] })
    expect((await roles.listInfo(admin)).body.roles).toContainEqual({
      rolename: 'pruner',
      permissions: [granted],
    })
    await users.create(admin, { username: 'gina', password: 'secret' })
    await users.setRoles(admin, 'gina', ['pruner'])
    expect((await roles.usersWithRole(admin, 'pruner')).body).toEqual({ users: ['gina'] })
    expect(await statusOf(roles.remove(admin, 'pruner'))).toBe(409)
    expect(await statusOf(roles.deletePermission(admin, 'pruner', permission))).toBe(201)
    expect((await roles.permissions(admin, 'pruner')).body).toEqual({ permissions: [] })
    await users.setRoles(admin, 'gina', [])
    expect(await statusOf(roles.remove(admin, 'pruner'))).toBe(204)
    expect(await statusOf(roles.remove(admin, 'pruner'))).toBe(404)
    expect(await roles.permissions(admin, 'pruner')).toMatchObject({
      status: 404,
      body: { message: "Role 'pruner' does not exist.", code: 'SERNF2' },
    })
  })
})

describe('server of the stardog client 10, with security', () => {
  it('tells its status, its properties and its log', async () => {
    expect((await servers.status(admin)).body['dbms.version'].value).toBe('11.0.0')
    expect((await servers.properties(admin, ['dbms.version'])).body).toEqual({ 'dbms.version': '11.0.0' })
    const logs = await servers.logs(admin)
    expect(logs.status).toBe(200)
    expect(logs.headers.get('content-type')).toBe('application/zip')
    expect(Buffer.from(await logs.arrayBuffer()).subarray(0, 4)).toEqual(Buffer.from('PK\u0003\u0004'))
  })

  it('stops for who may stop it', async () => {
    const own = await startHomeServer('', { security: 'on' })
    try {
      const owner = new Connection({ username: 'admin', password: 'admin', endpoint: own.url })
      await users.create(owner, { username: 'ann', password: 'secret' })
      const ann = new Connection({ username: 'ann', password: 'secret', endpoint: own.url })
      expect(await statusOf(servers.shutdown(ann))).toBe(403)
      expect(await statusOf(users.valid(ann))).toBe(200)
      expect(await statusOf(servers.shutdown(owner))).toBe(202)
      await own.shutdownAsked
    } finally {
      await own[Symbol.asyncDispose]()
    }
  })
})

it('was called with every function of the client', () => {
  const functionsOf = (name: string, module: object) =>
    Object.entries(module).flatMap(([key, value]) => (typeof value === 'function' ? [`${name}.${key}`] : []))
  const all = [
    ...functionsOf('user', user),
    ...functionsOf('role', user.role),
    ...functionsOf('server', stardogServer),
  ]
  expect(all.length).toBeGreaterThan(30)
  expect(all.filter((name) => !called.has(name))).toEqual([])
})
