import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { basicAuthorization } from './basic-authorization.ts'
import { type HomeServer, startHomeServer } from './home-server.ts'

let server: HomeServer
beforeAll(async () => {
  server = await startHomeServer('query.user.limit=1', { security: 'on' })
  const options = { 'security.named.graphs': true }
  await server.service.create('garden', [], { databaseOptions: options })
  for (const name of ['ann', 'bob', 'eve'])
    await asAdmin('POST /admin/users', { username: name, password: 'secret' })
  for (const name of ['ann', 'bob']) {
    await grant(name, 'READ', 'db', 'garden')
    await grant(name, 'WRITE', 'db', 'garden')
  }
  for (const graph of ['urn:own', 'urn:seen']) await grant('ann', 'READ', 'named-graph', 'garden', graph)
  await grant('ann', 'WRITE', 'named-graph', 'garden', 'urn:own')
  // Without the right to read it, that to write it is of no use.
  await grant('ann', 'WRITE', 'named-graph', 'garden', 'urn:hidden')
  for (const action of ['READ', 'WRITE']) await grant('bob', action, 'named-graph', 'garden', '*')
  await grant('eve', 'READ', 'dbms-admin', '*')
})
afterAll(() => server[Symbol.asyncDispose]())

interface Answer {
  readonly status: number
  readonly text: string
}

async function ask(
  who: string,
  request: string,
  body?: string,
  type = 'application/sparql-update',
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ')
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      Authorization: basicAuthorization(who, who === 'admin' ? 'admin' : 'secret'),
      ...(body === undefined ? {} : { 'Content-Type': type }),
    },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function asAdmin(request: string, body: unknown): Promise<void> {
  const answer = await ask('admin', request, JSON.stringify(body), 'application/json')
  expect([answer.status, answer.text]).toEqual([201, expect.anything()])
}

function permission(action: string, type: string, resource: readonly string[]) {
  return { action, resource_type: type, resource }
}

const grant = (user: string, action: string, type: string, ...resource: readonly string[]): Promise<void> =>
  asAdmin(`PUT /admin/permissions/user/${user}`, permission(action, type, resource))
const revoke = (user: string, action: string, type: string, ...resource: readonly string[]): Promise<void> =>
  asAdmin(`POST /admin/permissions/user/${user}/delete`, permission(action, type, resource))

const data = `<urn:a> <urn:p> 1 <urn:own> .
<urn:b> <urn:p> 2 <urn:seen> .
<urn:c> <urn:p> 3 <urn:hidden> .
<urn:d> <urn:p> 4 .`.replace(/(\d) /g, '"$1" ')

beforeEach(async () => {
  await ask('admin', 'POST /garden/update', 'CLEAR ALL')
  expect((await ask('admin', 'POST /garden', data, 'application/n-quads')).status).toBe(200)
})

async function held(): Promise<readonly string[]> {
  const { text } = await ask('admin', 'GET /garden/export?format=nq')
  return [...text.matchAll(/^<urn:(\w)>.*?(?:<urn:(\w+)> )?\.$/gm)].map(([, s, g]) => `${s} ${g}`).sort()
}
const everything = ['a own', 'b seen', 'c hidden', 'd undefined']

const triple = '<urn:x> <urn:p> "x" .'

/** What each way of changing a graph, or the default one, is answered. */
function ways(graph: string): readonly (readonly [string, string?, string?])[] {
  const target = graph === 'default' ? 'default' : `graph=${graph}`
  const uri = graph === 'default' ? 'graph-uri=tag:stardog:api:context:default' : `graph-uri=${graph}`
  const quads = graph === 'default' ? triple : triple.replace('.', `<${graph}> .`)
  const templates = graph === 'default' ? triple : `GRAPH <${graph}> { ${triple} }`
  return [
    ['POST /garden/update', `INSERT DATA { ${templates} }`],
    ['POST /garden/update', `DELETE DATA { ${templates} }`],
    ['POST /garden/update', graph === 'default' ? 'CLEAR DEFAULT' : `DROP GRAPH <${graph}>`],
    [`PUT /garden?${target}`, triple, 'text/turtle'],
    [`POST /garden?${target}`, triple, 'text/turtle'],
    ['POST /garden', quads, 'application/n-quads'],
    [`DELETE /garden?${target}`],
    [`POST /garden/TX/add?${uri}`, triple, 'text/turtle'],
    [`POST /garden/TX/remove?${uri}`, triple, 'text/turtle'],
    [`POST /garden/TX/clear?${uri}`],
  ]
}

it('refuses changes of graphs in every way, whether these are there or not', {
  timeout: 60_000,
}, async () => {
  const begun = await ask('ann', 'POST /garden/transaction/begin')
  const found: unknown[] = []
  for (const graph of ['urn:hidden', 'urn:none', 'urn:seen', 'default']) {
    for (const [request, body, type] of ways(graph)) {
      const { status, text } = await ask('ann', request.replace('TX', begun.text), body, type)
      const { code, message } = JSON.parse(text)
      found.push([graph, request, status, code, message])
    }
  }
  expect(found).toEqual(
    ['urn:hidden', 'urn:none', 'urn:seen', 'default'].flatMap((graph) =>
      ways(graph).map(([request]) => [
        graph,
        request,
        403,
        'SEAOE2',
        `You may not change the ${graph === 'default' ? 'default graph' : `graph <${graph}>`}: that needs the permissions to read and to write it.`,
      ]),
    ),
  )
  expect(JSON.parse((await ask('ann', `POST /garden/transaction/commit/${begun.text}`)).text)).toEqual({
    added: 0,
    removed: 0,
  })
  expect(await held()).toEqual(everything)
})

it('makes changes of graphs that may be changed, in every way', { timeout: 60_000 }, async () => {
  const begun = await ask('ann', 'POST /garden/transaction/begin')
  for (const [request, body, type] of ways('urn:own')) {
    const { status, text } = await ask('ann', request.replace('TX', begun.text), body, type)
    expect([request, status, text]).toEqual([
      request,
      expect.toSatisfy((one) => [200, 201, 204].includes(one)),
      text,
    ])
  }
  expect((await ask('ann', `POST /garden/transaction/commit/${begun.text}`)).status).toBe(200)
  expect(await held()).toEqual(everything.slice(1))
})

it('lets whoever makes a database change each of its graphs, and nobody else', async () => {
  await grant('bob', 'CREATE', 'db', '*')
  const form = new FormData()
  form.set(
    'root',
    JSON.stringify({
      dbname: 'orchard',
      options: { 'security.named.graphs': true },
      files: [{ filename: 'a.nq' }],
    }),
  )
  form.set('a.nq', new Blob(['<urn:a> <urn:p> "1" <urn:g> .']), 'a.nq')
  const made = await fetch(`${server.url}/admin/databases`, {
    method: 'POST',
    headers: { Authorization: basicAuthorization('bob', 'secret') },
    body: form,
  })
  expect([made.status, await made.text()]).toEqual([201, expect.anything()])
  expect((await ask('bob', 'POST /orchard/update', 'CLEAR GRAPH <urn:g>')).status).toBe(200)
  await grant('ann', 'READ', 'db', 'orchard')
  await grant('ann', 'WRITE', 'db', 'orchard')
  expect((await ask('ann', 'POST /orchard/update', 'CLEAR GRAPH <urn:g>')).status).toBe(403)
})

it('knows a transaction for whoever began it only', async () => {
  const { text: tx } = await ask('ann', 'POST /garden/transaction/begin')
  const query = encodeURIComponent('ASK {}')
  const asked: readonly (readonly [string, string?, string?])[] = [
    [`POST /garden/${tx}/add?graph-uri=urn:own`, triple, 'text/turtle'],
    [`POST /garden/${tx}/update`, 'CLEAR GRAPH <urn:own>'],
    [`GET /garden/${tx}/query?query=${query}`],
    [`POST /garden/transaction/commit/${tx}`],
    [`POST /garden/transaction/rollback/${tx}`],
  ]
  for (const who of ['bob', 'admin']) {
    for (const [request, body, type] of asked) {
      const { status, text } = await ask(who, request, body, type)
      expect([who, request, status, JSON.parse(text).code]).toEqual([who, request, 404, '0D0TU2'])
    }
  }
  expect((await ask('ann', `POST /garden/${tx}/update`, 'CLEAR GRAPH <urn:own>')).status).toBe(200)
  // Who may no longer change the database at all can still give it up.
  await revoke('ann', 'WRITE', 'db', 'garden')
  const refused = await ask('ann', `POST /garden/transaction/commit/${tx}`)
  await grant('ann', 'WRITE', 'db', 'garden')
  expect([refused.status, await held()]).toEqual([403, everything])
  expect(JSON.parse((await ask('ann', `POST /garden/transaction/commit/${tx}`)).text)).toEqual({
    added: 0,
    removed: 1,
  })
})

it('lists running queries for who asked and for administrators, one of a user at once', {
  timeout: 60_000,
}, async () => {
  const rows = Array.from({ length: 300 }, (_, number) => `<urn:s> <urn:n> ${number} .`).join('\n')
  await ask('ann', 'PUT /garden?graph=urn:own', rows, 'text/turtle')
  const text =
    'SELECT (COUNT(*) AS ?n) FROM <urn:own> { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . FILTER(?c + ?f < ?i - 1000) }'
  const slow = (): Promise<Answer> => ask('ann', `GET /garden/query?query=${encodeURIComponent(text)}`)
  const running = [slow(), slow()]
  const queries = async (who: string): Promise<readonly { readonly id: string; readonly user: string }[]> =>
    JSON.parse((await ask(who, 'GET /admin/queries')).text).queries
  await expect.poll(() => queries('ann')).toHaveLength(2)
  expect(await queries('ann')).toMatchObject([
    { user: 'ann', text },
    { user: 'ann', text },
  ])
  const [{ id } = { id: '' }, { id: second } = { id: '' }] = await queries('ann')
  expect([await queries('bob'), (await queries('eve')).length, (await queries('admin')).length]).toEqual([
    [],
    2,
    2,
  ])
  const kill = async (who: string) => (await ask(who, `DELETE /admin/queries/${id}`)).status
  expect((await ask('bob', `GET /admin/queries/${id}`)).status).toBe(404)
  expect([await kill('bob'), await kill('eve')]).toEqual([404, 403])
  // Others are not kept waiting, and one's own are.
  expect((await ask('bob', `GET /garden/query?query=${encodeURIComponent('ASK {}')}`)).status).toBe(200)
  expect(await kill('ann')).toBe(200)
  expect((await running[0])?.text).toContain('killed')
  expect(await queries('ann')).toMatchObject([{ id: second }])
  expect((await ask('admin', `DELETE /admin/queries/${second}`)).status).toBe(200)
  expect((await running[1])?.text).toContain('killed')
})
