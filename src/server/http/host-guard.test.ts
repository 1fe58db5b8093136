import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { recordingService } from '../../../test/recording-service.ts'
import { makeCertificate } from '../../../test/server-certificates.ts'
import { openTo } from '../../../test/unused-services.ts'
import { defaultProperties } from '../../config/properties.ts'
import { buildApp } from '../app.ts'
import { httpLimits, type ServerParts } from '../server-parts.ts'

function appOf(corsOrigins: readonly string[], more: Partial<ServerParts> = {}) {
  return buildApp({
    ...openTo({ databases: recordingService().service }),
    stopping: new AbortController().signal,
    spoolFolder: tmpdir(),
    version: '1.2.3',
    limits: httpLimits,
    properties: { ...defaultProperties, corsOrigins },
    ...more,
  })
}

const headers = (origin: string, more = {}) => ({ host: '127.0.0.1:5820', origin, ...more })
const preflight = { 'access-control-request-method': 'PUT', 'access-control-request-headers': 'content-type' }

describe('pages of the origins that may call the server', () => {
  const app = appOf(['https://app.example', 'http://localhost:3000'])

  it.each(['https://app.example', 'http://localhost:3000'])('are told so: %s', async (origin) => {
    const answer = await app.inject({ url: '/a/size', headers: headers(origin) })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['access-control-allow-origin']).toBe(origin)
    expect(answer.headers['access-control-expose-headers']).toContain('SD-Error-Code')
    expect(answer.headers.vary).toMatch(/\bOrigin\b/)
  })

  it.each(['/a/graphql', '/a/query'])(
    'are told so beside what `Accept` changes, once each: %s',
    async (url) => {
      const answer = await app.inject({ url, headers: headers('https://app.example') })
      expect(answer.headers.vary).toBe('Origin, Accept')
    },
  )

  it.each(['/a', '/a/query', '/admin/databases'])('may ask first what they may send to %s', async (url) => {
    const asked = headers('https://app.example', preflight)
    const answer = await app.inject({ method: 'OPTIONS', url, headers: asked })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers['access-control-allow-origin']).toBe('https://app.example')
    expect(answer.headers['access-control-allow-methods']).toContain('PUT')
    expect(answer.headers['access-control-allow-headers']).toBe('content-type')
  })

  it.each([
    'https://app.example.evil',
    'http://app.example',
    'https://app.example:8443',
    'https://sub.app.example',
    'null',
  ])('are not those of %s', async (origin) => {
    for (const method of ['GET', 'POST', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url: '/a/size', headers: headers(origin, preflight) })
      expect(answer.statusCode).toBe(403)
      expect(answer.headers['access-control-allow-origin']).toBeUndefined()
      expect(answer.headers).toMatchObject({
        'x-request-id': expect.any(String),
        'x-content-type-options': 'nosniff',
      })
    }
  })

  it('still name this machine', async () => {
    const foreign = { ...headers('https://app.example'), host: 'app.example' }
    expect((await app.inject({ url: '/a/size', headers: foreign })).statusCode).toBe(421)
  })
})

it('no page of another origin may call the server unless one is named', async () => {
  const app = appOf([])
  const asked = headers('https://app.example', preflight)
  const answer = await app.inject({ method: 'OPTIONS', url: '/a', headers: asked })
  expect(answer.statusCode).toBe(403)
  const own = await app.inject({ url: '/a/size', headers: headers('http://127.0.0.1:5820') })
  expect(own.statusCode).toBe(200)
  expect(own.headers['access-control-allow-origin']).toBeUndefined()
})

it.each([
  ['cross-site', 'image', 403],
  ['cross-site', 'iframe', 403],
  ['same-site', 'script', 403],
  ['cross-site', 'document', 200],
  ['same-origin', 'empty', 200],
  ['none', 'document', 200],
])('answers what a browser gets from a page that is %s for %s with %d', async (site, dest, code) => {
  const sent = { host: '127.0.0.1:5820', 'sec-fetch-site': site, 'sec-fetch-dest': dest }
  expect((await appOf([]).inject({ url: '/a/size', headers: sent })).statusCode).toBe(code)
})

describe('a server that others reach', () => {
  const app = appOf(['https://app.example'], { exposed: true })
  const ask = (sent: Readonly<Record<string, string>>) => app.inject({ url: '/a/size', headers: sent })

  it.each(['garden.example', 'garden.example:5820', '10.0.0.1:5820', '[2001:db8::1]:5820', '127.0.0.1'])(
    'is called %s, or anything',
    async (host) => {
      expect((await ask({ host })).statusCode).toBe(200)
      expect((await ask({ host, origin: `http://${host}` })).statusCode).toBe(200)
    },
  )

  it.each(['garden example', 'a@garden.example', 'garden.example/a', ':5820'])(
    'is not called %j',
    async (host) => {
      const answer = await ask({ host })
      expect(answer.statusCode).toBe(421)
      expect(answer.json().message).toContain('must be the name of the server')
    },
  )

  it.each([
    ['https://app.example', 200],
    ['http://garden.example:5820', 200],
    ['HTTP://Garden.Example:5820', 200],
    ['http://garden.example', 403],
    ['https://garden.example:5820', 403],
    ['http://127.0.0.1:5820', 403],
    ['http://other.example:5820', 403],
    ['null', 403],
  ])('answers pages of %s with %d', async (origin, code) => {
    expect((await ask({ host: 'garden.example:5820', origin })).statusCode).toBe(code)
  })

  it('does not answer what other sites embed', async () => {
    const sent = { host: 'garden.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }
    expect((await ask(sent)).statusCode).toBe(403)
  })
})

it('a server over HTTPS has pages over HTTPS, and none over HTTP', async () => {
  const app = appOf([], { certificate: await makeCertificate() })
  const ask = (origin: string) => app.inject({ url: '/a/size', headers: headers(origin) })
  expect((await ask('https://127.0.0.1:5820')).statusCode).toBe(200)
  expect((await ask('http://127.0.0.1:5820')).statusCode).toBe(403)
})
