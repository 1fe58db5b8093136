import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { basic, type SecuredServer, startSecuredServer } from './secured-server.ts'

let server: SecuredServer

const prefixes = '@prefix e: <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .'

beforeAll(async () => {
  server = await startSecuredServer()
  const { databases, sparql } = server.services.for()
  await databases.create('garden', [], {
    databaseOptions: { 'security.named.graphs': true, 'graphql.auto.schema': true },
  })
  const add = (text: string, graph?: string) =>
    sparql.change('garden', [
      {
        kind: 'add',
        source: {
          name: 'a.ttl',
          format: 'turtle',
          bytes: onePiece(`${prefixes} ${text}`),
          ...(graph !== undefined && { graph }),
        },
      },
    ])
  await add('e:Plant a owl:Class . e:rose a e:Plant .')
  await add('e:Hidden a owl:Class . e:x a e:Hidden .', 'http://g/hidden')
  server.addUser('ann', {
    permissions: [
      'read db:garden',
      'write db:garden',
      'read named-graph:garden\\tag:stardog:api:context:default',
      'write named-graph:garden\\tag:stardog:api:context:default',
    ],
  })
})

afterAll(() => server[Symbol.asyncDispose]())

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function ask(user: string, path: string, init: RequestInit = {}) {
  const answer = await fetch(server.url + path, { ...init, headers: basic(user) })
  return `${answer.status} ${await answer.text()}`
}

const graphql = (user: string, query: string, schema = '') =>
  ask(user, `/garden/graphql${schema}?query=${encodeURIComponent(query)}`)

/** Everything that tells of schemas, to somebody who may not read all graphs. */
const told = () =>
  Promise.all([
    ask('ann', '/garden/graphql/schemas'),
    ask('ann', '/garden/graphql/schemas/default'),
    ask('ann', '/garden/graphql/schemas/defalt'),
    ask('ann', '/garden/graphql/schemas/default', { method: 'DELETE' }),
    graphql('ann', '{__schema{types{name}}}'),
    graphql('ann', '{Hiden{iri}}', '/default'),
    graphql('ann', 'query($schema: String = "default") @config(schema: "default") {Hidden{iri}}'),
  ])

describe('the generated schema of a database with hidden graphs', () => {
  it('is as if it were not there, also once somebody who reads all graphs had it made', async () => {
    const before = await told()
    expect(before[0]).toBe('200 {"schemas":[]}')
    expect(before[3]).toMatch(/^404 /)
    expect(await graphql('admin', '{Hidden{iri}}')).toBe('200 {"data":[{"iri":"http://e/x"}]}')
    expect(await ask('admin', '/garden/graphql/schemas')).toBe('200 {"schemas":["default"]}')
    expect(await told()).toEqual(before)
    expect(JSON.stringify(before)).not.toContain('"Hidden')
    // Nor was it removed by who does not see it.
    expect(await ask('admin', '/garden/graphql/schemas')).toBe('200 {"schemas":["default"]}')
  })

  it('gives way to one that is added, which every reader of the database sees', async () => {
    const text = 'type Query { plants: [Plant] } type Plant @iri(value: "http://e/Plant") { iri: ID! }'
    const added = await ask('ann', '/garden/graphql/schemas/default', { method: 'POST', body: text })
    expect(added).toMatch(/^201 /)
    expect(await ask('ann', '/garden/graphql/schemas/default')).toBe(`200 ${text}`)
    expect(await ask('admin', '/garden/graphql/schemas/default')).toBe(`200 ${text}`)
    expect(await ask('ann', '/garden/graphql/schemas')).toBe('200 {"schemas":["default"]}')
  })
})
