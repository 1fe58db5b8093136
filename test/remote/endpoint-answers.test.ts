import type { IncomingMessage, RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { ServiceError } from '../../src/errors.ts'
import { digestAuthorization, digestChallenge } from '../../src/store/remote/client/digest-access.ts'
import { createEndpointClient } from '../../src/store/remote/create-endpoint-client.ts'
import type { RemoteEndpoint } from '../../src/store/remote/endpoint.ts'
import type { EndpointClient } from '../../src/store/remote/endpoint-client.ts'
import { collect } from '../collect.ts'
import { startLoopback } from '../sparql-endpoint.ts'
import { selfSignedCertificate } from './self-signed-certificate.ts'

const json = 'application/sparql-results+json'
const solutions = JSON.stringify({
  head: { vars: ['s'] },
  results: { bindings: [{ s: { type: 'uri', value: 'urn:s' } }, {}] },
})
const rows = [['<urn:s'], [null]]

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** A client of a server that a listener answers. */
async function clientOf(
  listener: RequestListener,
  changes: Partial<RemoteEndpoint> = {},
): Promise<EndpointClient> {
  const server = await startLoopback(listener)
  closing.push(() => server.close())
  return connect(server.origin, changes)
}

function connect(origin: string, changes: Partial<RemoteEndpoint> = {}): EndpointClient {
  const client = createEndpointClient(
    'plants',
    {
      queryUrl: `${origin}/query`,
      updateUrl: `${origin}/update`,
      graphStoreUrl: `${origin}/store`,
      union: 'default',
      connections: 2,
      answerBytes: 1_000_000,
      ...changes,
    },
    { pauses: [] },
  )
  closing.push(() => client.close())
  return client
}

/** A client of a server that answers everything with the same. */
function answering(
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
): Promise<EndpointClient> {
  return clientOf((_, response) => response.writeHead(200, headers).end(body))
}

async function ask(client: EndpointClient): Promise<readonly (readonly (string | null)[])[]> {
  return collect((await client.select('SELECT ?s {}', ['s'])).batches)
}

async function triples(client: EndpointClient): Promise<number> {
  return (await collect(client.graph('CONSTRUCT WHERE { ?s ?p ?o }'))).length
}

async function errorOf(asking: Promise<unknown>): Promise<ServiceError> {
  const error: unknown = await asking.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (error instanceof ServiceError) return error
  throw new Error(`No error of the service: ${String(error)}`)
}

describe('an answer that is packed', () => {
  const packings: readonly (readonly [string, Buffer])[] = [
    ['gzip', gzipSync(solutions)],
    ['x-gzip', gzipSync(solutions)],
    ['deflate', deflateSync(solutions)],
    ['br', brotliCompressSync(solutions)],
    ['zstd', zstdCompressSync(solutions)],
  ]
  it.each(packings)('by %s is unpacked as it comes', async (encoding, packed) => {
    const headers = { 'content-type': json, 'content-encoding': encoding }
    expect(await ask(await answering(headers, packed))).toEqual(rows)
    const cut = await errorOf(ask(await answering(headers, packed.subarray(0, packed.length - 3))))
    expect(cut).toMatchObject({ kind: 'remoteFailed' })
    expect(cut.message).toMatch(/packed, but damaged or cut short\.$/)
    const damaged = await errorOf(ask(await answering(headers, Buffer.from('no'.repeat(100)))))
    expect(damaged.message).toMatch(/packed, but damaged or cut short\.$/)
  })

  it('by something unknown is refused', async () => {
    const client = await answering({ 'content-type': json, 'content-encoding': 'compress' }, 'x')
    expect((await errorOf(ask(client))).message).toMatch(/packed as "compress", which cannot be read\.$/)
  })

  it('counts by what it holds', async () => {
    const bomb = gzipSync(solutions.replace('{}', `{}${' '.repeat(2_000_000)}`))
    const client = await answering({ 'content-type': json, 'content-encoding': 'gzip' }, bomb)
    expect(await errorOf(ask(client))).toMatchObject({ kind: 'limitExceeded' })
  })
})

describe('an answer that is not whole', () => {
  it.each([
    ['a time limit', '500 TimeLimitExceededException', /neptune_query_timeout\) was reached in the middle/],
    ['a failure', '500 InternalFailureException', /failed in the middle .*InternalFailureException/],
  ])('by %s is told behind it', async (_, status, message) => {
    let asked: string | undefined
    const client = await clientOf((request, response) => {
      asked = request.headers['te']?.toString()
      response.writeHead(200, { 'content-type': json, trailer: 'X-Neptune-Status' })
      response.write(solutions)
      response.addTrailers({ 'X-Neptune-Status': status })
      response.end()
    })
    expect((await errorOf(ask(client))).message).toMatch(message)
    expect(asked).toBe('trailers')
  })

  it('is whole where success is told behind it', async () => {
    const client = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': json, trailer: 'X-Neptune-Status' }).write(solutions)
      response.addTrailers({ 'X-Neptune-Status': '200 OK' })
      response.end()
    })
    expect(await ask(client)).toEqual(rows)
  })

  it('is one with words of a time limit behind what came of it', async () => {
    const half = `${solutions.slice(0, -10)}\n{"code":"TimeLimitExceededException"}`
    const error = await errorOf(ask(await answering({ 'content-type': json }, half)))
    expect(error.message).toMatch(/its time limit for a query was reached in the middle of its answer\.$/)
    expect(error.detail).toContain('TimeLimitExceededException')
  })

  it('cannot be one of lines whose end only the connection tells', async () => {
    const body = '<urn:s> <urn:p> <urn:o> .\n'
    const client = await clientOf((request) => {
      request.socket.end(`HTTP/1.0 200 OK\r\nContent-Type: application/n-triples\r\n\r\n${body}`)
    })
    expect((await errorOf(triples(client))).message).toMatch(/does not say where its answer ends/)
    expect(await triples(await answering({ 'content-type': 'application/n-triples' }, body))).toBe(1)
    const packed = await clientOf((request) => {
      const head = 'Content-Type: application/n-triples\r\nContent-Encoding: gzip'
      request.socket.write(`HTTP/1.0 200 OK\r\n${head}\r\n\r\n`)
      request.socket.end(gzipSync(body))
    })
    expect(await triples(packed)).toBe(1)
  })

  it.each([
    [200, { 'x-sql-state': 'S1TAT' }, /MaxQueryExecutionTime\) was reached/],
    [206, {}, /status 206/],
  ])('is no success of a change: status %i, %j', async (status, headers, message) => {
    const client = await clientOf((_, response) => response.writeHead(status, headers).end())
    const error = await errorOf(client.update('CLEAR ALL'))
    expect(error.message).toMatch(message)
    expect(error.message).toMatch(/Whether it has carried out the change is not known\.$/)
  })

  it('has fewer bytes than it says', async () => {
    const client = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': json, 'content-length': '1000' })
      response.write(solutions, () => response.destroy())
    })
    expect((await errorOf(ask(client))).message).toMatch(/broke in the middle of its answer\.$/)
  })
})

describe('an answer', () => {
  it.each([
    ['a boolean', '{"head":{},"boolean":true}', true],
    ['no', '{"head":{},"boolean":false}', false],
    [
      'a solution of Virtuoso',
      '{"head":{"vars":["__ASK_RETVAL"]},"results":{"bindings":[{"__ASK_RETVAL":{"type":"typed-literal",' +
        '"datatype":"http://www.w3.org/2001/XMLSchema#integer","value":"1"}}]}}',
      true,
    ],
  ])('to ASK is %s', async (_, body, told) => {
    expect(await (await answering({ 'content-type': json }, body)).ask('ASK {}')).toBe(told)
  })

  it('to ASK is no table, and one to SELECT no boolean', async () => {
    const table = await answering({ 'content-type': json }, solutions)
    expect((await errorOf(table.ask('ASK {}'))).message).toMatch(/solutions, where a boolean was asked for/)
    const boolean = await answering({ 'content-type': json }, '{"head":{},"boolean":true}')
    expect(await errorOf(ask(boolean))).toMatchObject({ kind: 'remoteFailed' })
  })

  it('with broken RDF is an error of the endpoint', async () => {
    const client = await answering({ 'content-type': 'text/turtle' }, '<urn:s> <urn:p> "')
    const error = await errorOf(triples(client))
    expect(error.kind).toBe('remoteFailed')
    expect(error.message).toMatch(/cut short, or is not RDF\.$/)
  })

  it('of triples is not read as JSON-LD, which would have to be held as a whole', async () => {
    const client = await answering({ 'content-type': 'application/ld+json' }, '[{"@id":"urn:s","urn:p":1}]')
    const error = await errorOf(triples(client))
    expect(error.message).toMatch(
      /media type "application\/ld\+json", where RDF was asked for\. Check remote\.query\.url\.$/,
    )
  })

  it('that is none repeats no password in the log', async () => {
    const credentials = { kind: 'bearer', token: 'open-sesame' } as const
    const bad = solutions.replace('urn:s', 'open-sesame')
    const client = await clientOf(
      (_, response) => response.writeHead(200, { 'content-type': json }).end(bad),
      {
        credentials,
      },
    )
    const { message, detail = '' } = await errorOf(ask(client))
    expect(detail).toContain('"***" is not an absolute IRI')
    expect(message + detail).not.toContain('sesame')
  })

  it('tells of a limit on its rows', async () => {
    const client = await answering({ 'content-type': json, 'x-sparql-maxrows': '10000' }, solutions)
    const { announcedLimit, batches } = await client.select('SELECT ?s {}', ['s'])
    expect(announcedLimit).toBe(10_000)
    expect(await collect(batches)).toEqual(rows)
  })

  it('of no HTTP is an error that says so', async () => {
    const client = await clientOf((request) => void request.socket.end('What do you want?\n'))
    expect((await errorOf(ask(client))).message).toMatch(/its answer is not HTTP\.$/)
  })

  it('that repeats who asks is not repeated with that', async () => {
    const credentials = { kind: 'basic', user: 'ann', password: 'open sesame' } as const
    const client = await clientOf(
      (request, response) => {
        const body = `${request.headers.authorization} open sesame`
        response.writeHead(500, { 'content-type': 'text/plain' }).end(body)
      },
      { credentials },
    )
    const { message, detail = '' } = await errorOf(ask(client))
    const secret = Buffer.from('ann:open sesame').toString('base64')
    expect(message).toMatch(/status 500: "Basic \*\*\* \*\*\*"\.$/)
    expect(message + detail).not.toContain(secret)
    expect(message + detail).not.toContain('sesame')
  })
})

describe('a password with characters that JSON escapes', () => {
  it('is repeated neither in an error nor in the log', async () => {
    const password = 'pas"s\\word'
    const client = await clientOf(
      (_, response) => {
        const body = JSON.stringify({ message: `${'x'.repeat(190)} ${password} is wrong` })
        response.writeHead(500, { 'content-type': 'application/json' }).end(body)
      },
      { credentials: { kind: 'basic', user: 'ann', password } },
    )
    const { message, detail = '' } = await errorOf(ask(client))
    expect(message).toContain('xxx ***')
    expect(detail).toContain('xxx *** is wrong')
    expect(message + detail).not.toMatch(/pas|word/)
  })
})

describe('a query', () => {
  it('goes into the URL while that is short, and into a form', async () => {
    const seen: string[] = []
    const client = await clientOf(async (request, response) => {
      const { method = '', url = '', headers } = request
      seen.push([method, url.slice(0, 40), headers['content-type'] ?? '', await text(request)].join(' | '))
      response.writeHead(200, { 'content-type': json }).end(solutions)
    })
    await client.select('SELECT ?s { ?s ?p "ä+&" }', ['s'])
    const long = `SELECT ?s { ?s ?p "${'ä+&'.repeat(1000)}" }`
    await client.select(long, ['s'])
    expect(seen).toEqual([
      'GET | /query?query=SELECT%20%3Fs%20%7B%20%3Fs% |  | ',
      `POST | /query | application/x-www-form-urlencoded | ${new URLSearchParams({ query: long })}`,
    ])
  })

  it('has replacement characters in place of lone surrogates, which nothing can say', async () => {
    const seen: unknown[] = []
    const client = await clientOf(async (request, response) => {
      const { searchParams } = new URL(request.url ?? '', 'http://plants.example')
      const form = new URLSearchParams(await text(request))
      seen.push(searchParams.get('query') ?? form.get('query') ?? searchParams.get('graph'))
      response.writeHead(200, { 'content-type': json }).end(solutions)
    })
    await collect((await client.select('SELECT ?s { ?s ?p "\ud800" }', ['s'])).batches)
    await collect((await client.select(`SELECT ?s { ?s ?p "${'x'.repeat(3000)}\udc00" }`, ['s'])).batches)
    await client.graphStore('DELETE', 'urn:\ud800')
    expect(seen).toEqual([
      'SELECT ?s { ?s ?p "\ufffd" }',
      `SELECT ?s { ?s ?p "${'x'.repeat(3000)}\ufffd" }`,
      'urn:\ufffd',
    ])
  })

  it('is added to what a URL asks already', async () => {
    let url: string | undefined
    const server = await startLoopback((request, response) => {
      url = request.url
      response.writeHead(200, { 'content-type': json }).end(solutions)
    })
    closing.push(() => server.close())
    await ask(connect(server.origin, { queryUrl: `${server.origin}/?repository=a` }))
    expect(url).toBe('/?repository=a&query=SELECT%20%3Fs%20%7B%7D')
  })
})

describe('who asks', () => {
  const credentials = { kind: 'basic', user: 'ann', password: 'open sesame' } as const

  /** Answers those who know the password by digest; nonces are good for so many requests. */
  function guarded(
    bodies: string[],
    { good = Number.POSITIVE_INFINITY, isQuiet = false } = {},
  ): RequestListener {
    let number = 0
    let used = 0
    return async (request: IncomingMessage, response) => {
      const header = `Digest realm="r", qop="auth", nonce="n${number}"`
      const told = request.headers.authorization ?? ''
      const [, count = '', clientNonce = ''] = /nc=([0-9a-f]{8}), cnonce="(\w+)"/.exec(told) ?? []
      const challenge = digestChallenge(header)
      const { method = '', url: path = '' } = request
      const expected =
        challenge &&
        digestAuthorization(
          challenge,
          credentials,
          { method, path, count: Number.parseInt(count, 16) },
          clientNonce,
        )
      const body = await text(request)
      if (told === expected && used < good) {
        used += 1
        bodies.push(body)
        response.writeHead(200, { 'content-type': json }).end(solutions)
        return
      }
      number += 1
      used = 0
      const asked = { 'www-authenticate': `Digest realm="r", qop="auth", nonce="n${number}"` }
      response.writeHead(401, isQuiet && told.startsWith('Basic ') ? {} : asked).end('Who?')
    }
  }

  it('is told by digest where a server wants that, and asks again where its time is over', async () => {
    const bodies: string[] = []
    const client = await clientOf(guarded(bodies, { good: 2 }), { credentials })
    for (let time = 0; time < 5; time += 1) expect(await ask(client)).toEqual(rows)
    await client.update('CLEAR ALL')
    expect(bodies).toEqual(['', '', '', '', '', 'update=CLEAR+ALL'])
  })

  it('is told before RDF is sent, which comes once', async () => {
    const bodies: string[] = []
    const client = await clientOf(guarded(bodies), { credentials })
    async function* lines() {
      yield Buffer.from('<urn:s> <urn:p> <urn:o> .\n')
    }
    await client.graphStore('PUT', null, lines(), { length: 26 })
    expect(bodies).toEqual(['', '<urn:s> <urn:p> <urn:o> .\n'])
  })

  it('is told anew before RDF is sent, where the time of a digest is over', async () => {
    const bodies: string[] = []
    const client = await clientOf(guarded(bodies, { good: 2 }), { credentials })
    for (const body of ['<urn:s> <urn:p> <urn:o> .\n', '<urn:s> <urn:p> <urn:q> .\n']) {
      await client.graphStore('PUT', null, Readable.from([Buffer.from(body)]), { length: body.length })
    }
    expect(bodies).toEqual(['', '<urn:s> <urn:p> <urn:o> .\n', '', '<urn:s> <urn:p> <urn:q> .\n'])
  })

  it('is told by digest where a server wants that and says so only to strangers', async () => {
    const bodies: string[] = []
    const client = await clientOf(guarded(bodies, { isQuiet: true }), { credentials, connections: 1 })
    await client.update('CLEAR ALL')
    expect(await ask(client)).toEqual(rows)
    expect(bodies).toEqual(['update=CLEAR+ALL', ''])
  })

  it('is not let in with a wrong password', async () => {
    const wrong = { ...credentials, password: 'open wheat' }
    const client = await clientOf(guarded([]), { credentials: wrong })
    for (let time = 0; time < 2; time += 1) {
      expect((await errorOf(ask(client))).message).toMatch(/does not know who asks \(status 401\)/)
    }
  })

  it('is told by a token', async () => {
    const client = await clientOf(
      (request, response) => {
        const isKnown = request.headers.authorization === 'Bearer abc'
        response.writeHead(isKnown ? 200 : 401, { 'content-type': json }).end(solutions)
      },
      { credentials: { kind: 'bearer', token: 'abc' } },
    )
    expect(await ask(client)).toEqual(rows)
  })
})

describe('data that a server does not want', () => {
  it('is not sent to its end', async () => {
    let ended = false
    async function* endless() {
      try {
        for (;;) yield Buffer.from('<urn:s> <urn:p> <urn:o> .\n'.repeat(1000))
      } finally {
        ended = true
      }
    }
    const client = await clientOf((request, response) => {
      response.writeHead(413, { connection: 'close' }).end('Too much.', () => request.socket.destroySoon())
    })
    const error = await errorOf(client.graphStore('PUT', 'urn:g', endless()))
    expect(error.kind).toBe('remoteFailed')
    expect(ended).toBe(true)
  })
})

describe('a secure connection', () => {
  async function startSecure(host: string) {
    const { key, cert } = selfSignedCertificate(host)
    const server = createServer({ key, cert }, (_, response) => {
      response.writeHead(200, { 'content-type': json }).end(solutions)
    })
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const address = server.address()
    if (typeof address !== 'object' || address === null) throw new Error('No port')
    closing.push(async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    })
    return { cert, port: address.port }
  }

  it('comes about only where somebody vouches for the endpoint', async () => {
    const { cert, port } = await startSecure('localhost')
    const untrusted = connect(`https://localhost:${port}`)
    const error = await errorOf(ask(untrusted))
    expect(error.kind).toBe('remoteFailed')
    expect(error.message).toBe(
      `Database "plants", endpoint localhost:${port}: no secure connection comes about ` +
        '(DEPTH_ZERO_SELF_SIGNED_CERT). Check its certificate and the URL.',
    )
    const before = getCACertificates()
    setDefaultCACertificates([...before, cert])
    try {
      expect(await ask(connect(`https://localhost:${port}`))).toEqual(rows)
    } finally {
      setDefaultCACertificates(before)
    }
  })

  it('does not come about with a server of another name', async () => {
    const { cert, port } = await startSecure('elsewhere.example')
    const before = getCACertificates()
    setDefaultCACertificates([...before, cert])
    try {
      const { message } = await errorOf(ask(connect(`https://localhost:${port}`)))
      expect(message).toContain('(ERR_TLS_CERT_ALTNAME_INVALID)')
    } finally {
      setDefaultCACertificates(before)
    }
  })

  it('does not come about with a server that has none', async () => {
    const server = await startLoopback((_, response) => response.end())
    closing.push(() => server.close())
    const { message } = await errorOf(ask(connect(server.origin.replace('http:', 'https:'))))
    expect(message).toMatch(/no secure connection comes about \(ERR_SSL_\w+\)/)
  })
})
