import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RawAnswer, rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'

/** Its data have no ontology that a schema could be made of. */
let server: RealServer
beforeAll(async () => {
  server = await startRealServer({ auto: { 'graphql.auto.schema': true } })
})
afterAll(() => server[Symbol.asyncDispose]())

const send = (method: string, path: string, body?: string): Promise<RawAnswer> =>
  rawRequest(server.url, `/auto/graphql${path}`, { method, ...(body === undefined ? {} : { body }) })
const ask = (path: string): Promise<RawAnswer> =>
  send('GET', `${path}?query=${encodeURIComponent('{ Tree { name } }')}`)

const trees = 'type Query { Tree: [Tree] } type Tree { name: String }'

it('says why the default schema cannot be made, until there is one or the option is off', async () => {
  const refused = await ask('')
  expect(refused.status).toBe(400)
  expect(JSON.parse(refused.text)).toMatchObject({
    code: 'GQLIS2',
    message: expect.stringMatching(/default schema.*nothing to make a schema of/),
    errors: [{ extensions: { code: 'GQLIS2' } }],
  })
  expect(JSON.parse((await send('GET', '/schemas')).text)).toEqual({ schemas: [] })
  expect((await send('POST', '/schemas/trees', trees)).status).toBe(201)
  expect((await ask('/trees')).status).toBe(200)
  expect((await send('POST', '/schemas/default', trees)).status).toBe(201)
  expect((await ask('')).status).toBe(200)
  expect(JSON.parse((await send('GET', '/schemas')).text)).toEqual({ schemas: ['default', 'trees'] })
})
