import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { startLoopback } from '../../../test/sparql-endpoint.ts'
import { longestAnswer, requestJson } from './request-json.ts'
import { secureUrl } from './secure-url.ts'

const started: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const server of started.splice(0)) await server.close()
})

async function start(listener: RequestListener): Promise<string> {
  const server = await startLoopback(listener)
  started.push(server)
  return server.origin
}

describe('a request for JSON', () => {
  it('is a GET, whose answer is read', async () => {
    const url = await start((request, response) => {
      const { method, url: path, headers } = request
      response.setHeader('x-one', 'two')
      response.end(JSON.stringify({ method, path, accept: headers.accept, own: headers['x-own'] }))
    })
    const answer = await requestJson({ url: `${url}/keys?a=b`, headers: { 'x-own': 'here' } })
    expect(answer).toMatchObject({
      kind: 'answered',
      status: 200,
      value: { method: 'GET', path: '/keys?a=b', accept: 'application/json', own: 'here' },
    })
    expect(answer.kind === 'answered' && answer.headers.get('x-one')).toBe('two')
  })

  it('is a POST where it has a form', async () => {
    const url = await start(async (request, response) => {
      const { method, headers } = request
      response.end(JSON.stringify({ method, type: headers['content-type'], body: await text(request) }))
    })
    const form = { grant_type: 'a:b', assertion: 'x&y=z ü' }
    expect(await requestJson({ url, form })).toMatchObject({
      value: {
        method: 'POST',
        type: 'application/x-www-form-urlencoded;charset=UTF-8',
        body: 'grant_type=a%3Ab&assertion=x%26y%3Dz+%C3%BC',
      },
    })
  })

  it.each<[string, number, string | Buffer, object]>([
    ['an error with JSON', 400, '{"error":"invalid_grant"}', { value: { error: 'invalid_grant' } }],
    ['null', 200, 'null', { value: null }],
    ['a number', 200, '1', { value: 1 }],
  ])('tells %s', async (_, status, body, wanted) => {
    const url = await start((_request, response) => void response.writeHead(status).end(body))
    expect(await requestJson({ url })).toMatchObject({ kind: 'answered', status, ...wanted })
  })

  it.each<[string, number, string | Buffer]>([
    ['HTML', 404, '<h1>Not found</h1>'],
    ['nothing', 200, ''],
    ['half of it', 200, '{"keys":['],
    ['bytes that are no UTF-8', 200, Buffer.from('"\xff"', 'latin1')],
  ])('has no value where the answer is %s', async (_, status, body) => {
    const url = await start((_request, response) => void response.writeHead(status).end(body))
    const answer = await requestJson({ url })
    expect(answer).toMatchObject({ kind: 'answered', status })
    expect('value' in answer).toBe(false)
  })

  it('reads as much as it may, and no more', async () => {
    const sent = (length: number) => `"${'x'.repeat(length - 2)}"`
    const url = await start((request, response) => {
      const length = longestAnswer + (request.url === '/more' ? 1 : 0)
      if (request.url === '/packed') {
        response.setHeader('content-encoding', 'gzip')
        response.end(gzipSync(sent(50 * longestAnswer)))
      } else response.end(sent(length))
    })
    const whole = await requestJson({ url })
    expect(whole.kind === 'answered' && JSON.stringify(whole.value).length).toBe(longestAnswer)
    const tooMuch = { kind: 'failed', reason: 'answers with more than 1048576 bytes' }
    expect(await requestJson({ url: `${url}/more` })).toEqual(tooMuch)
    expect(await requestJson({ url: `${url}/packed` })).toEqual(tooMuch)
  })

  it('does not wait for the end of what has none', async () => {
    const url = await start((_request, response) => {
      const write = () => {
        while (!response.destroyed && response.write(' '.repeat(65_536))) {}
      }
      response.on('drain', write)
      write()
    })
    expect(await requestJson({ url })).toMatchObject({ kind: 'failed', reason: /more than/u })
  })

  it.each([301, 302, 303, 307, 308, 304])('follows no redirect (%s)', async (status) => {
    const asked: (string | undefined)[] = []
    const url = await start((request, response) => {
      asked.push(request.url)
      response.writeHead(status, { location: '/elsewhere' }).end()
    })
    const reason = `redirects elsewhere (status ${status}), which is not followed`
    expect(await requestJson({ url: `${url}/token`, form: { secret: 's' } })).toEqual({
      kind: 'failed',
      reason,
    })
    expect(asked).toEqual(['/token'])
  })

  it('is given up where no answer comes, or stops in its middle', async () => {
    const url = await start((request, response) => {
      if (request.url === '/half') response.write('{"keys":')
    })
    for (const path of ['/none', '/half'])
      expect(await requestJson({ url: url + path, deadline: 50 })).toEqual({
        kind: 'failed',
        reason: 'did not answer within 50 ms',
      })
  })

  it('says what happened to the connection', async () => {
    const server = await startLoopback(() => {})
    await server.close()
    expect(await requestJson({ url: server.origin })).toEqual({
      kind: 'failed',
      reason: 'cannot be reached (ECONNREFUSED)',
      isUnreached: true,
    })
    const rude = createServer((socket) => socket.end('no HTTP\r\n\r\n')).listen(0, '127.0.0.1')
    await once(rude, 'listening')
    const address = rude.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    expect(await requestJson({ url: `http://127.0.0.1:${port}` })).toEqual({
      kind: 'failed',
      reason: 'cannot be reached (HTTPParserError)',
      isUnreached: true,
    })
    rude.close()
    // An answer that ends in its middle may be for what was asked.
    const half = await start((_request, response) => {
      response.writeHead(200, { 'content-length': 100 })
      response.write('{', () => response.destroy())
    })
    const lost = await requestJson({ url: half })
    expect(lost).toMatchObject({ kind: 'failed', reason: expect.stringContaining('cannot be reached') })
    expect(lost).not.toHaveProperty('isUnreached')
  })

  it('tells nothing of what it sends', async () => {
    const url = await start((_request, response) => void response.end('{}'))
    const outcome = await requestJson({ url, headers: { authorization: 'Basic c2VjcmV0\nx' } })
    expect(outcome).toMatchObject({ kind: 'failed' })
    expect(JSON.stringify(outcome)).not.toContain('c2VjcmV0')
  })

  it.each(['http://example.org/keys', 'file:///etc/passwd', 'keys', '', 'https://a:b@example.org/'])(
    'is not sent to %j',
    async (url) => {
      expect(await requestJson({ url })).toEqual({ kind: 'failed', reason: 'is asked by https alone' })
    },
  )
})

describe('secureUrl', () => {
  it.each([
    'https://example.org/a?b=c',
    'http://localhost:8080/keys',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://[::1]:1/',
    'HTTP://LOCALHOST/',
  ])('takes %s', (text) => {
    expect(secureUrl(text)?.href).toBe(new URL(text).href)
  })

  it.each([
    'http://example.org/',
    'http://localhost.example.org/',
    'http://127.0.0.1.example.org/',
    'http://128.0.0.1/',
    'http://[::2]/',
    'http://0.0.0.0/',
    'ftp://localhost/',
    'data:application/json,{}',
    'https://user@example.org/',
    'localhost',
    '/keys',
    '',
  ])('does not take %j', (text) => {
    expect(secureUrl(text)).toBeUndefined()
  })
})
