import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parsePermission } from '../src/accounts/parse-permission.ts'
import { actions, type Permission } from '../src/accounts/permission.ts'
import { permissionText } from '../src/accounts/permission-text.ts'
import { buildApp } from '../src/server/app.ts'
import { httpLimits } from '../src/server/server-parts.ts'
import { turtle } from './administered-home.ts'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { type RouteRow, routeRows } from './route-rows.ts'
import { basic, type SecuredServer, startSecuredServer } from './secured-server.ts'
import { openTo } from './unused-services.ts'

let server: SecuredServer
let backup: Buffer
beforeAll(async () => {
  server = await startSecuredServer()
  server.addUser('stranger')
  server.addUser('root', { superuser: true })
  server.addUser('everything', { permissions: ['all *:*'] })
  const { databases, administration } = server.services.for()
  await databases.create('original', [])
  backup = await buffer(await administration.streamBackup('original'))
})
afterAll(() => server[Symbol.asyncDispose]())

/** Makes what requests are about as they expect it: a database, a user and a role. */
async function reset({ makes }: RouteRow): Promise<void> {
  const { databases, administration } = server.services.for()
  const names = await databases.databases()
  for (const name of ['fresh', 'copy'])
    if (makes === `database ${name}` && names.includes(name)) await databases.drop(name)
  if (!names.includes('garden')) {
    await databases.create('garden', [
      turtle('@prefix g: <http://g.example/> . g:ash a g:Tree ; g:name "Ash" .'),
    ])
  }
  await administration.setOnline('garden', true)
  await administration.addNamespaces('garden', new Map([['g', 'http://g.example/']]))
  const schemas = await databases.schemas.list('garden')
  if (makes === 'schema') {
    if (schemas.includes('orchard')) await databases.schemas.remove('garden', 'orchard')
  } else if (!schemas.includes('orchard')) {
    await databases.schemas.add('garden', 'orchard', rowOf('PUT /:db/graphql/schemas/:name').body ?? '')
  }
  const { accounts } = server
  for (const [kind, name] of [
    ['user', 'carl'],
    ['role', 'pruner'],
  ] as const) {
    if (makes !== `${kind} ${name}` || accounts[kind](name) === undefined) continue
    accounts.change([kind === 'user' ? { kind: 'removeUser', name } : { kind: 'removeRole', name }])
  }
  if (accounts.role('weeder') === undefined) server.addRole('weeder', ['read db:garden'])
  if (accounts.user('bob') === undefined) server.addUser('bob')
  const permission = parsePermission('read db:garden')
  accounts.change([
    { kind: makes === 'a role of bob' ? 'unassignRole' : 'assignRole', user: 'bob', role: 'weeder' },
    { kind: 'grant', holder: { kind: 'role', name: 'weeder' }, permission },
  ])
}

function rowOf(route: string): RouteRow {
  const row = routeRows.find((one) => one.route === route)
  if (row === undefined) throw new Error(`There is no row of ${route}.`)
  return row
}

/** What there is that a refused request could have changed. */
async function present(): Promise<unknown> {
  const { databases, administration } = server.services.for()
  const { accounts } = server
  return {
    databases: await databases.databases(),
    size: await databases.size('garden'),
    schemas: await databases.schemas.list('garden'),
    options: await administration.options('garden'),
    namespaces: [...(await administration.namespaces('garden'))],
    users: accounts.users().filter(({ name }) => name === 'bob' || name === 'carl'),
    bob: [accounts.passwordHash('bob'), accounts.usersOf('weeder')],
    roles: [accounts.role('weeder'), accounts.role('pruner')],
  }
}

/** The parts of paths that are there. */
const there: Readonly<Record<string, string>> = {
  db: 'garden',
  schema: 'orchard',
  name: 'orchard',
  prefix: 'g',
  id: '3f8e4f8e-0000-4000-8000-000000000000',
  user: 'bob',
  role: 'weeder',
}

/** What there is not, in place of what there is. */
const notThere: readonly (readonly [string, string])[] = [
  ['garden', 'desert'],
  ['orchard', 'treeless'],
  ['bob', 'nemo'],
  ['weeder', 'sower'],
  ['copy', 'desert'],
]

type Headers = Readonly<Record<string, string>>

interface Sent {
  readonly method?: string
  readonly transaction?: string
  /** Whether it is about what there is not. */
  readonly absent?: boolean
}

function send(
  row: RouteRow,
  headers: Headers,
  { method, transaction, absent = false }: Sent = {},
): Promise<RawAnswer> {
  const [own = '', path = ''] = row.route.split(' ')
  const parts = { ...there, tx: transaction ?? '3f8e4f8e-0000-4000-8000-000000000001' }
  const filled = Object.entries(parts).reduce((text, [name, value]) => text.replace(`:${name}`, value), path)
  const query = row.query === undefined ? '' : `?${encodeURI(row.query)}`
  const about = (text: string): string =>
    absent ? notThere.reduce((other, [thing, none]) => other.replaceAll(thing, none), text) : text
  const body = row.body === 'a backup' ? backup : row.body === undefined ? undefined : about(row.body)
  return rawRequest(server.url, about(`${filled}${query}`), {
    method: method ?? own,
    headers: { ...headers, ...(row.type !== undefined && { 'content-type': row.type }) },
    ...(body !== undefined && method === undefined && { body }),
  })
}

/** Sends a request that is to be carried out, in a transaction that is theirs where it needs one. */
async function sendAllowed(row: RouteRow, user: string, headers: Headers): Promise<RawAnswer> {
  if (!row.route.includes(':tx')) return send(row, headers)
  // Whoever may do a step may not always begin: the name alone is whose it is.
  const session = { user, superuser: true, permissions: [] }
  const { sparql } = server.services.for({ session, address: '127.0.0.1', requestId: 'begin' })
  return send(row, headers, { transaction: await sparql.begin('garden') })
}

const wrongToken = 'The token is not valid.'

/** What the challenge says beside to who showed a token (RFC 6750, section 3). */
const ofToken = `, error="invalid_token", error_description="${wrongToken}"`

/** An answer that tells nothing but that a request was refused. */
function expectRefused(row: RouteRow, answer: RawAnswer, status: 401 | 403, message: string | RegExp): void {
  expect([answer.status, answer.text]).toEqual([status, expect.any(String)])
  const code = status === 401 ? 'SEAEE2' : 'SEAOE2'
  const isToken = message === wrongToken
  const said = typeof message === 'string' ? message : expect.stringMatching(message)
  const isGraphQL = row.route.includes('/graphql')
  const errors = isGraphQL ? { errors: [{ message: said, extensions: { code } }] } : {}
  expect(JSON.parse(answer.text)).toEqual({ message: said, code, ...errors })
  expect(answer.headers['sd-error-code']).toBe(code)
  expect(answer.headers['www-authenticate']).toBe(
    status === 401
      ? `Basic realm="Espalier", charset="UTF-8", Bearer realm="Espalier"${isToken ? ofToken : ''}`
      : undefined,
  )
}

/** All that is near a permission, and is not it: other actions on the same, and the same on others. */
function near({ action, resource: { type, name } }: Permission): readonly string[] {
  const others = actions.filter((one) => one !== action && one !== 'ALL')
  const [first = ''] = name
  const types = ['db', 'metadata', 'user', 'role', 'data-source', 'dbms-admin', 'admin'] as const
  const sameName = types
    .filter((one) => one !== type)
    .map((one): Permission => ({ action, resource: { type: one, name } }))
  const otherName =
    first === '*' ? ['garden', 'bob', 'fresh', 'carl', 'pruner', 'copy'] : [`${first}2`, 'gar']
  return [
    ...others.map((one): Permission => ({ action: one, resource: { type, name } })),
    ...sameName,
    ...otherName.map((one): Permission => ({ action, resource: { type, name: [one] } })),
  ].map(permissionText)
}

it('every route of the server has a row, and each row a route', async () => {
  const app = buildApp({
    ...openTo(),
    stopping: new AbortController().signal,
    spoolFolder: '.',
    version: '0.0.0',
    limits: httpLimits,
  })
  await app.ready()
  const served = app.routeNeeds.map(({ method, url }) => `${method} ${url}`)
  await app.close()
  expect(routeRows.map(({ route }) => route).toSorted()).toEqual(served.toSorted())
})

it('a route that does not say what it needs cannot be registered', () => {
  const app = buildApp({
    ...openTo(),
    stopping: new AbortController().signal,
    spoolFolder: '.',
    version: '0.0.0',
    limits: httpLimits,
  })
  expect(() => app.get('/open', async () => 'everything')).toThrow('GET /open does not say what it needs.')
})

describe.each(routeRows.map((row, index) => ({ ...row, index })))('$route', (row) => {
  const { needs, allowed, index, allowedForOthers = allowed } = row
  const needed = typeof needs === 'string' ? [] : needs

  if (needs === 'nobody') {
    it('answers nobody, and whoever shows wrong credentials', async () => {
      for (const headers of [{}, basic('admin', 'wrong'), { authorization: 'Bearer x' }, basic('stranger')]) {
        expect((await send(row, headers)).status).toBe(allowed)
      }
    })
    return
  }

  it('answers 401 to who does not show who they are, and does nothing', async () => {
    await reset(row)
    const before = await present()
    server.addUser(`off ${index}`, { enabled: false, permissions: ['all *:*'] })
    for (const absent of [false, true]) {
      expectRefused(
        row,
        await send(row, {}, { absent }),
        401,
        'This needs a user name and password, or a token.',
      )
      const wrong = await send(row, basic(`on ${index}`, 'wrong'), { absent })
      expectRefused(row, wrong, 401, 'The user name or the password is wrong.')
      const off = await send(row, basic(`off ${index}`), { absent })
      expectRefused(row, off, 401, 'The user name or the password is wrong.')
      expectRefused(row, await send(row, { authorization: 'Bearer x.y.z' }, { absent }), 401, wrongToken)
    }
    if (row.route.startsWith('GET')) expect((await send(row, {}, { method: 'HEAD' })).status).toBe(401)
    expect(await present()).toEqual(before)
  })

  it('answers who has what it needs by a role, a superuser, and a superuser on their behalf', async () => {
    const holder = `holder ${index}`
    server.addRole(holder, [])
    server.addUser(holder, { superuser: needs === 'superuser', roles: [holder] })
    for (const [user, headers, expected] of [
      [holder, basic(holder), allowed],
      ['admin', basic('admin'), allowed],
      [holder, { ...basic('admin'), 'sd-run-as': holder }, allowedForOthers],
      ['admin', { ...basic('admin'), 'sd-run-as': 'admin' }, allowed],
    ] as const) {
      await reset(row)
      // Permissions about what was removed before went with it.
      server.grantRole(holder, needed)
      const answer = await sendAllowed(row, user, headers)
      expect([user, answer.status, answer.text]).toEqual([user, expected, expect.any(String)])
    }
  })

  it('does not answer on behalf of others to who is no superuser, nor of nobody', async () => {
    const may =
      /^User 'everything' may not act for user '(?:root|nemo)': only a superuser may act for others\.$/
    for (const name of ['root', 'nemo']) {
      const headers = { ...basic('everything'), 'sd-run-as': name }
      expectRefused(row, await send(row, headers), 403, may)
    }
    const unknown = await send(row, { ...basic('admin'), 'sd-run-as': 'nemo' })
    expect(unknown.status).toBe(404)
    expect(JSON.parse(unknown.text)).toMatchObject({ message: "User 'nemo' does not exist.", code: 'SERNF2' })
  })

  if (needs === 'anybody') {
    it('answers who has no permissions', async () => {
      await reset(row)
      expect((await sendAllowed(row, 'stranger', basic('stranger'))).status).toBe(allowed)
    })
    return
  }

  if (needs === 'superuser') {
    it('answers 403 to who has every permission, and is no superuser', async () => {
      await reset(row)
      const before = await present()
      for (const headers of [basic('everything'), { ...basic('admin'), 'sd-run-as': 'everything' }]) {
        for (const absent of [false, true]) {
          const answer = await send(row, headers, { absent })
          expectRefused(row, answer, 403, "User 'everything' may not do this: only superusers may.")
        }
      }
      expect(await present()).toEqual(before)
    })
    return
  }

  it('answers 403 to who lacks a permission, whether there is what it is about or not, and does nothing', async () => {
    await reset(row)
    const before = await present()
    for (const [place, lacking] of needed.entries()) {
      const user = `near ${index} ${place}`
      const others = needed.filter((one) => one !== lacking)
      const nearby = near(parsePermission(lacking)).filter((one) => one !== lacking)
      server.addUser(user, { permissions: [...others, ...nearby] })
      for (const [who, headers] of [
        [user, basic(user)],
        [user, { ...basic('admin'), 'sd-run-as': user }],
      ] as const) {
        const answer = await send(row, headers)
        const message = `User '${who}' may not do this: it needs the permission ${lacking}.`
        expectRefused(row, answer, 403, message)
      }
    }
    const refusals = [false, true].map(async (absent) => {
      const { status, text } = await send(row, basic('stranger'), { absent })
      return { status, text: notThere.reduce((told, [thing, none]) => told.replaceAll(thing, none), text) }
    })
    const [present403, absent403] = await Promise.all(refusals)
    expect(present403?.status).toBe(403)
    expect(absent403).toEqual(present403)
    expect(await present()).toEqual(before)
  })
})

it('methods and paths that there are not are told to anybody', async () => {
  for (const [method, path, status] of [
    ['PATCH', '/garden/graphql', 405],
    ['DELETE', '/admin/alive', 405],
    ['OPTIONS', '/admin/users', 405],
    ['GET', '/admin/nothing/of/this/kind', 404],
  ] as const) {
    expect((await rawRequest(server.url, path, { method })).status).toBe(status)
  }
})
