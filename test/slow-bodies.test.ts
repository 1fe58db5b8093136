import { readdirSync } from 'node:fs'
import { type ClientRequest, request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { basicAuthorization } from './basic-authorization.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

let server: TokenServer

beforeEach(async () => {
  server = await startTokenServer()
  server.addRole('writer', ['write db:garden', 'read db:garden', 'write metadata:garden', 'create db:*'])
  await server.addUser('ann', 'secret', { roles: ['writer'] })
  await server.service.create('garden', [])
})

afterEach(() => server[Symbol.asyncDispose]())

/** More than a body that is kept in memory. */
const triples = '<urn:a> <urn:b> <urn:c> .\n'.repeat(45_000)

const boundary = 'hedge'
const part = (name: string, file: string, type: string, text: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${file}"\r\nContent-Type: ${type}\r\n\r\n${text}`
const formEnd = `\r\n--${boundary}--\r\n`

interface Slow {
  readonly method: string
  readonly path: string
  readonly type: string
  readonly begin: string
  readonly end: string
}

const form = `multipart/form-data; boundary=${boundary}`

const slowBodies: readonly (readonly [string, Slow])[] = [
  [
    'data',
    {
      method: 'POST',
      path: '/garden?default',
      type: 'text/turtle',
      begin: triples,
      end: '<urn:d> <urn:e> <urn:f> .',
    },
  ],
  [
    'a graph in place of another',
    {
      method: 'PUT',
      path: '/garden?graph=urn%3Ag',
      type: 'text/turtle',
      begin: triples,
      end: '<urn:d> <urn:e> <urn:f> .',
    },
  ],
  [
    'a form of files',
    {
      method: 'POST',
      path: '/garden?default',
      type: form,
      begin: part('file', 'a.ttl', 'text/turtle', triples),
      end: formEnd,
    },
  ],
  [
    'a form for a new database',
    {
      method: 'POST',
      path: '/admin/databases',
      type: form,
      begin: part('a.ttl', 'a.ttl', 'text/turtle', triples),
      end: `\r\n${part('root', 'root.json', 'application/json', JSON.stringify({ dbname: 'new', files: [{ filename: 'a.ttl' }] }))}${formEnd}`,
    },
  ],
]

/** Sends the first part of a body; resolves when it is here, and who sends it has signed in. */
async function begin({ method, path, type, begin: text }: Slow, user = 'ann'): Promise<ClientRequest> {
  const headers = {
    authorization: basicAuthorization(user, 'secret'),
    'content-type': type,
    'transfer-encoding': 'chunked',
  }
  const request = httpRequest(new URL(path, server.url), { method, headers })
  request.write(text)
  await vi.waitFor(() => expect(readdirSync(join(server.folder, 'uploads'))).not.toEqual([]), {
    interval: 5,
    timeout: 10_000,
  })
  return request
}

function finish(request: ClientRequest, { end }: Slow): Promise<number> {
  return new Promise((resolve, reject) => {
    request.on('response', (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    request.on('error', reject)
    request.end(end)
  })
}

describe.each(slowBodies)('a body that comes for long: %s', (_, slow) => {
  it('is taken', async () => {
    expect(await finish(await begin(slow), slow)).toBeLessThan(300)
  })

  it.each<[string, number, () => void]>([
    ['is removed', 401, () => server.accounts.change([{ kind: 'removeUser', name: 'ann' }])],
    ['is disabled', 401, () => server.accounts.change([{ kind: 'setEnabled', name: 'ann', enabled: false }])],
    [
      'may not do it any more',
      403,
      () => server.accounts.change([{ kind: 'unassignRole', user: 'ann', role: 'writer' }]),
    ],
  ])('is not taken where who sends it %s meanwhile', async (_, status, change) => {
    const request = await begin(slow)
    change()
    expect(await finish(request, slow)).toBe(status)
    expect(await server.service.databases()).toEqual(['garden'])
    expect(await server.service.size('garden')).toBe(0)
    expect(readdirSync(join(server.folder, 'uploads'))).toEqual([])
  })
})

it('a backup that comes for long is not restored where who sends it is removed meanwhile', async () => {
  const permissions = ['execute admin:*', 'create db:*']
  await server.addUser('bob', 'secret', { permissions })
  const type = 'application/octet-stream'
  const slow = { method: 'POST', path: '/admin/restore?name=new', type, begin: triples, end: triples }
  const request = await begin(slow, 'bob')
  server.accounts.change([{ kind: 'removeUser', name: 'bob' }])
  expect(await finish(request, slow)).toBe(401)
  expect(readdirSync(join(server.folder, 'uploads'))).toEqual([])
})
