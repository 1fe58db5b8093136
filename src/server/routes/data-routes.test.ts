import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordingService } from '../../../test/recording-service.ts'
import { openTo, unusedServices } from '../../../test/unused-services.ts'
import { buildApp } from '../app.ts'
import type { DatabaseService } from '../database-service.ts'
import { httpLimits, type ServerParts } from '../server-parts.ts'

let spoolFolder: string
beforeEach(() => {
  spoolFolder = mkdtempSync(join(tmpdir(), 'espalier-app-'))
})
afterEach(() => rmSync(spoolFolder, { recursive: true, force: true }))

function appOf(
  service: DatabaseService,
  limits: Partial<ServerParts['limits']> = {},
  administration = unusedServices.administration,
) {
  return buildApp({
    ...openTo({ databases: service, administration }),
    stopping: new AbortController().signal,
    spoolFolder,
    version: '1.2.3',
    limits: { ...httpLimits, ...limits },
  })
}

const host = { host: '127.0.0.1:5820' }

it('creates an empty database from JSON sent as text/plain', async () => {
  const { service, calls } = recordingService()
  const answer = await appOf(service).inject({
    method: 'POST',
    url: '/admin/databases',
    headers: { ...host, 'content-type': 'text/plain' },
    payload: '{"dbname":"new","options":{},"files":[]}',
  })
  expect(answer.statusCode).toBe(201)
  expect(answer.json().message).toContain("'new'")
  expect(calls).toEqual([['create', 'new']])
})

const rootPart = (type: string, root: unknown) =>
  `--x\r\nContent-Disposition: form-data; name="root"\r\n${type}\r\n${JSON.stringify(root)}\r\n`
const filePart = (name: string, content: Buffer) =>
  Buffer.concat([
    Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"; filename="${name}"\r\n\r\n`),
    content,
    Buffer.from('\r\n'),
  ])
const formEnd = Buffer.from('--x--\r\n')
const multipart = { ...host, 'content-type': 'multipart/form-data; boundary=x' }

it.each([
  ['first', '', true],
  ['last', '', false],
  ['first', 'Content-Type: application/json\r\n', true],
  ['last', 'Content-Type: application/json\r\n', false],
] as const)('creates a database from a form with root %s (%j)', async (_place, type, first) => {
  const { service, calls } = recordingService()
  const root = Buffer.from(
    rootPart(type, {
      dbname: 'new',
      files: [{ filename: 'a.ttl', context: 'http://g' }, { filename: 'b.nt.gz' }],
    }),
  )
  const zipped = gzipSync('<x:a> <x:b> <x:c> .')
  const files = [filePart('a.ttl', Buffer.from('<x:a> a <x:b> .')), filePart('b.nt.gz', zipped)]
  const answer = await appOf(service).inject({
    method: 'POST',
    url: '/admin/databases',
    headers: multipart,
    payload: Buffer.concat(first ? [root, ...files, formEnd] : [...files, root, formEnd]),
  })
  expect(answer.statusCode).toBe(201)
  expect(calls).toEqual([
    ['create', 'new'],
    ['source', 'a.ttl', 'turtle', 'http://g', 'http://g', Buffer.from('<x:a> a <x:b> .')],
    ['source', 'b.nt.gz', 'n-triples', undefined, 'http://127.0.0.1:5820/new', zipped],
  ])
})

it.each([
  ['without root', filePart('a.ttl', Buffer.from(''))],
  [
    'that names a file it does not hold',
    Buffer.from(rootPart('', { dbname: 'n', files: [{ filename: 'z.ttl' }] })),
  ],
  ['with options that are a list', Buffer.from(rootPart('', { dbname: 'n', options: ['a'] }))],
  ['without a name', Buffer.from(rootPart('', {}))],
  [
    'with a file of no known syntax',
    Buffer.concat([Buffer.from(rootPart('', { dbname: 'n' })), filePart('a.bin', Buffer.from(''))]),
  ],
  ['that is cut', undefined],
])('refuses a form %s', async (_name, body) => {
  const { service, calls } = recordingService()
  const payload = body === undefined ? Buffer.from('--x\r\nContent-Disp') : Buffer.concat([body, formEnd])
  const answer = await appOf(service).inject({
    method: 'POST',
    url: '/admin/databases',
    headers: multipart,
    payload,
  })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.json().message).not.toBe('')
  expect(calls).toEqual([])
})

it.each([
  ['/a', 'text/turtle', 'turtle', undefined],
  ['/a?default', 'application/n-triples', 'n-triples', undefined],
  ['/a?graph=http%3A%2F%2Fg', 'application/trig; charset=utf-8', 'trig', 'http://g'],
  ['/a?format=nq', 'application/x-www-form-urlencoded', 'n-quads', undefined],
  ['/a?format=text/turtle', undefined, 'turtle', undefined],
])('adds data by POST %s as %s', async (url, type, format, graph) => {
  const { service, calls } = recordingService()
  const answer = await appOf(service).inject({
    method: 'POST',
    url,
    headers: type === undefined ? host : { ...host, 'content-type': type },
    payload: Buffer.from('data'),
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json().added).toBe(1)
  expect(calls).toEqual([
    ['load', 'a'],
    ['source', 'The data', format, graph, graph ?? 'http://127.0.0.1:5820/a', Buffer.from('data')],
  ])
})

it.each([
  ['/a', 'application/pdf', 415],
  ['/a', undefined, 415],
  ['/a?format=pdf', 'text/turtle', 400],
  ['/a?graph=relative', 'text/turtle', 400],
  ['/a?baseURI=relative', 'text/turtle', 400],
  ['/a?graph=http%3A%2F%2Fg&default', 'text/turtle', 400],
])('refuses data by POST %s as %s', async (url, type, expected) => {
  const { service, calls } = recordingService()
  const answer = await appOf(service).inject({
    method: 'POST',
    url,
    headers: type === undefined ? host : { ...host, 'content-type': type },
    payload: Buffer.from('data'),
  })
  expect(answer.statusCode).toBe(expected)
  expect(calls).toEqual([])
})

it('answers the size as text', async () => {
  const answer = await appOf(recordingService().service).inject({ url: '/a/size', headers: host })
  expect(answer.body).toBe('12')
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8')
})

it('answers the status as JSON without a charset', async () => {
  const administration = { ...unusedServices.administration, queries: async () => [] }
  const app = appOf(recordingService().service, {}, administration)
  const answer = await app.inject({ url: '/admin/status', headers: host })
  expect(answer.headers['content-type']).toBe('application/json')
  expect(answer.json()).toMatchObject({
    'dbms.version': { value: '11.0.0' },
    'espalier.version': { value: '1.2.3' },
    databases: { value: ['a', 'b'] },
  })
})

it('lists and drops databases', async () => {
  const { service, calls } = recordingService()
  const app = appOf(service)
  expect((await app.inject({ url: '/admin/databases', headers: host })).json()).toEqual({
    databases: ['a', 'b'],
  })
  const dropped = await app.inject({ method: 'DELETE', url: '/admin/databases/a%20b', headers: host })
  expect(dropped.statusCode).toBe(200)
  expect(calls).toEqual([['drop', 'a b']])
})
