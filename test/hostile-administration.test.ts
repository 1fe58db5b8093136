import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawRequest } from './raw-request.ts'
import { type RealServer, startRealServer } from './real-server.ts'

let server: RealServer
beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server[Symbol.asyncDispose]())

it.each(['x%0D%0ASet-Cookie:%20a=b', '%22a', '..%2F..%2Fetc', 'nowhere'])(
  'does not name a file after a database that is none (%s)',
  async (name) => {
    const answer = await rawRequest(server.url, `/${name}/export`, {})
    expect(answer.status).toBe(404)
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(JSON.parse(answer.text).code).toBe('0D0DU2')
  },
)

const nested = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`

it.each([
  ['POST', '/admin/databases/garden/options', nested],
  ['PUT', '/admin/databases/garden/options', nested],
  ['POST', '/admin/databases', `{"dbname":"deep","options":${nested}}`],
])('refuses options that are nested without end (%s %s)', async (method, path, body) => {
  const answer = await rawRequest(server.url, path, { method, body })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('20 levels deep')
})

it('reads a file of properties with many spaces at once', async () => {
  // A line separator ends no line of such a file, and was what made each way to split the spaces be tried.
  const property = `a${' '.repeat(200_000)}b\u2028c`
  const part = (name: string, text: string): string =>
    `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n${text}\r\n`
  const answer = await rawRequest(server.url, '/admin/databases', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: `${part('root', '{"dbname":"spaces"}')}${part('propertiesFile', property)}--x--\r\n`,
  })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('Unknown option')
})

it('counts changes of graphs and commits as it counts updates', async () => {
  const changes = async (): Promise<number> => {
    const { text } = await rawRequest(server.url, '/admin/status/prometheus', {})
    return Number(/^espalier_changes_total (\d+)$/mu.exec(text)?.[1])
  }
  const before = await changes()
  const headers = { 'content-type': 'text/turtle' }
  const graph = '/garden?graph=http://e.org/g'
  await rawRequest(server.url, graph, { method: 'PUT', headers, body: '<x:a> <x:b> <x:c> .' })
  await rawRequest(server.url, graph, { method: 'DELETE' })
  const { text: name } = await rawRequest(server.url, '/garden/transaction/begin', { method: 'POST' })
  await rawRequest(server.url, `/garden/${name}/add`, {
    method: 'POST',
    headers,
    body: '<x:a> <x:b> <x:d> .',
  })
  expect(await changes()).toBe(before + 2)
  await rawRequest(server.url, `/garden/transaction/commit/${name}`, { method: 'POST' })
  expect(await changes()).toBe(before + 3)
})

it.each([
  ['/admin/alive', 405],
  ['/nowhere/at/all/here', 404],
])('says of %s what is wrong with it, whatever the body is', async (path, status) => {
  for (const type of ['text/xml', 'application/json']) {
    const headers = { 'content-type': type }
    expect((await rawRequest(server.url, path, { method: 'POST', headers, body: '{' })).status).toBe(status)
  }
})
