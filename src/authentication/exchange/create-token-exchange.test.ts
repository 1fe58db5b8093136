import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LoopbackServer, startLoopback } from '../../../test/sparql-endpoint.ts'
import type { BearerToken } from '../authenticator.ts'
import type { IssuerSettings } from '../settings/token-settings.ts'
import type { OnBehalfOf } from './create-on-behalf-of.ts'
import { createTokenExchange } from './create-token-exchange.ts'
import type { TokenExchange } from './token-exchange.ts'

const issuer = 'https://id.example/'
const clientSecret = 's3cret: ü & 100%+'
const token: BearerToken = { issuer, text: 'the.callers.token', expires: 10_000 }
const given = { access_token: 'exchanged', token_type: 'bearer', expires_in: 300 }

let server: LoopbackServer
let asked: { readonly headers: IncomingMessage['headers']; readonly body: string }[]
let answer: (response: ServerResponse) => void
let now: number
let reports: string[]

const json =
  (value: unknown, status = 200) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

beforeEach(async () => {
  asked = []
  reports = []
  now = 1_000_000
  answer = json(given)
  server = await startLoopback(async (request, response) => {
    asked.push({ headers: request.headers, body: await text(request) })
    answer(response)
  })
})
afterEach(() => server.close())

function issuerOf(more: Partial<IssuerSettings>): ReadonlyMap<string, IssuerSettings> {
  return new Map([
    [
      issuer,
      {
        issuer,
        keys: { kind: 'discovered' },
        username: { kind: 'field', claim: 'sub' },
        autoCreateUsers: false,
        roles: { kind: 'account' },
        ...more,
      },
    ],
  ])
}

function exchangeOf(more?: Partial<IssuerSettings>, onBehalfOf?: OnBehalfOf): TokenExchange {
  const tokenExchange = { clientId: 'films:api', clientSecret, tokenEndpoint: `${server.origin}/token` }
  return createTokenExchange({
    issuers: issuerOf(more ?? { tokenExchange }),
    now: () => now,
    report: (reason) => void reports.push(reason),
    ...(onBehalfOf && { onBehalfOf }),
  })
}

const failure = (kind: string, message: RegExp) =>
  expect.objectContaining({ kind, message: expect.stringMatching(message) })

describe('an exchange by RFC 8693', () => {
  it('says what it says, and nothing that was not told', async () => {
    const exchange = exchangeOf()
    expect(await exchange.exchange(token, {})).toEqual({ token: 'exchanged', expires: 1300 })
    await exchange.exchange(token, { scope: 'a b', audience: 'films & more' })
    const usual = {
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: token.text,
      subject_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    }
    expect(asked.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
      usual,
      { ...usual, scope: 'a b', audience: 'films & more' },
    ])
    // RFC 6749, section 2.3.1.
    const known = Buffer.from('films%3Aapi:s3cret%3A+%C3%BC+%26+100%25%2B').toString('base64')
    expect(asked[0]?.headers.authorization).toBe(`Basic ${known}`)
  })

  it('is asked for once, until 30 s before what it gave expires', async () => {
    const exchange = exchangeOf()
    const all = await Promise.all(Array.from({ length: 5 }, () => exchange.exchange(token, {})))
    expect(all).toEqual(all.map(() => ({ token: 'exchanged', expires: 1300 })))
    now = 1_269_999
    await exchange.exchange(token, {})
    expect(asked).toHaveLength(1)
    now = 1_270_000
    await exchange.exchange(token, {})
    expect(asked).toHaveLength(2)
  })

  it('is asked for anew for another token, scope, audience or issuer', async () => {
    const exchange = exchangeOf()
    const keys = [
      exchange.keyOf(token, {}),
      exchange.keyOf({ ...token, text: 'another.token' }, {}),
      exchange.keyOf({ ...token, issuer: 'https://other.example/' }, {}),
      exchange.keyOf(token, { scope: 'a' }),
      exchange.keyOf(token, { audience: 'a' }),
      exchange.keyOf(token, { scope: 'a', audience: 'a' }),
    ]
    expect(new Set(keys).size).toBe(keys.length)
    expect(exchange.keyOf({ ...token, expires: 5 }, {})).toBe(keys[0])
    // Nobody else can tell which token it is of.
    expect(exchangeOf().keyOf(token, {})).not.toBe(keys[0])
    for (const target of [{}, { scope: 'a' }, { audience: 'a' }, {}]) await exchange.exchange(token, target)
    await exchange.exchange({ ...token, text: 'another.token' }, {})
    expect(asked).toHaveLength(4)
  })

  it.each([
    ['that expires at once', { ...given, expires_in: 30 }],
    ['of which it is not told when it expires', { ...given, expires_in: undefined }],
  ])('keeps no token %s', async (_, value) => {
    answer = json(value)
    const exchange = exchangeOf()
    expect(await exchange.exchange(token, {})).toMatchObject({ token: 'exchanged' })
    await exchange.exchange(token, {})
    expect(asked).toHaveLength(2)
  })

  it.each<[string, (response: ServerResponse) => void, string, RegExp]>([
    [
      'refused',
      json({ error: 'invalid_grant' }, 400),
      'forbidden',
      /"https:\/\/id\.example\/" refuses .*\(invalid_grant\)/,
    ],
    ['not allowed', json({ error: 'access_denied' }, 403), 'forbidden', /\(access_denied\)/],
    ['for another client', json({ error: 'invalid_client' }, 401), 'forbidden', /\(invalid_client\)/],
    ['for nothing there is', json({ error: 'invalid_target' }, 400), 'forbidden', /\(invalid_target\)/],
    ['with another kind of token', json({ ...given, token_type: 'DPoP' }), 'forbidden', /\(token_type\)/],
    [
      'with a token for itself',
      json({ ...given, issued_token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }),
      'forbidden',
      /\(issued_token_type\)/,
    ],
    [
      'late',
      json({ error: 'temporarily_unavailable' }, 503),
      'remoteUnavailable',
      /cannot be asked at present/,
    ],
    ['too often', json({ error: 'slow_down' }, 429), 'remoteUnavailable', /cannot be asked at present/],
    [
      'with a page',
      (response) => void response.end('<p>exchanged</p>'),
      'remoteUnavailable',
      /cannot be asked/,
    ],
    [
      'elsewhere',
      (response) => void response.writeHead(307, { location: '/' }).end(),
      'remoteUnavailable',
      /cannot/,
    ],
    ['without a token', json({ ...given, access_token: 7 }), 'remoteUnavailable', /cannot be asked/],
    [
      'with a header of its own',
      json({ ...given, access_token: 'a\r\nb: c' }),
      'remoteUnavailable',
      /cannot be asked/,
    ],
  ])('that is answered %s says so, and is asked for again', async (_, answered, kind, message) => {
    const exchange = exchangeOf()
    answer = answered
    await expect(exchange.exchange(token, {})).rejects.toThrow(failure(kind, message))
    expect(reports).toEqual([expect.stringContaining(`The issuer "${issuer}" gave no token`)])
    answer = json({ ...given, issued_token_type: 'urn:ietf:params:oauth:token-type:jwt' })
    expect(await exchange.exchange(token, {})).toMatchObject({ token: 'exchanged' })
  })

  it('tells nothing of tokens and secrets, whatever the issuer says', async () => {
    const exchange = exchangeOf()
    answer = (response) => {
      const { headers, body } = asked[0] ?? { headers: {}, body: '' }
      const said = `${headers.authorization} ${body} ${new URLSearchParams(body)} ${token.text} ${clientSecret}`
      json({ error: 'invalid_request', error_description: said }, 400)(response)
    }
    const error: unknown = await exchange.exchange(token, {}).catch((thrown: unknown) => thrown)
    const { message, detail } = Object(error)
    for (const secret of [token.text, clientSecret, asked[0]?.headers.authorization?.slice(6) ?? 'none'])
      expect(`${message}${detail}${reports}`).not.toContain(secret)
  })

  it('is not asked for with a token that is over', async () => {
    const exchange = exchangeOf()
    now = 10_030_001
    await expect(exchange.exchange(token, {})).rejects.toThrow(
      failure('forbidden', /^Your token has expired/),
    )
    expect(asked).toEqual([])
  })

  it('forgets the tokens of those who came first, where there are very many', async () => {
    const had: string[] = []
    const onBehalfOf: OnBehalfOf = {
      async request({ text: told }) {
        had.push(told)
        return { kind: 'token', token: `for ${told}`, expires: 9_000 }
      },
    }
    const exchange = exchangeOf({ onBehalfOf: onBehalfOfSettings }, onBehalfOf)
    const of = (index: number): Promise<unknown> => exchange.exchange({ ...token, text: `${index}` }, {})
    for (let index = 0; index < 2_001; index++) await of(index)
    for (const index of [2_000, 1, 0, 1]) await of(index)
    expect(had.slice(2_001)).toEqual(['0', '1'])
  })
})

const onBehalfOfSettings = {
  clientId: 'service',
  proof: { kind: 'secret', secret: clientSecret },
  graphPermission: 'Directory.Read.All',
  graphEndpoint: 'https://graph.example',
} as const

describe('an exchange on behalf of a user', () => {
  it('asks for the scope of the data source, else for that of the directory', async () => {
    const scopes: string[] = []
    const exchange = exchangeOf(
      { onBehalfOf: onBehalfOfSettings },
      {
        async request(_, scope) {
          scopes.push(scope)
          return { kind: 'token', token: 'exchanged', expires: 2_000 }
        },
      },
    )
    expect(await exchange.exchange(token, { scope: 'api://films/.default' })).toEqual({
      token: 'exchanged',
      expires: 2_000,
    })
    await exchange.exchange(token, {})
    expect(scopes).toEqual(['api://films/.default', 'https://graph.example/Directory.Read.All'])
  })

  it('is none of issuers without credentials, nor of those that there are not', async () => {
    const message = /has no credentials for that in its configuration/
    await expect(exchangeOf({}).exchange(token, {})).rejects.toThrow(failure('forbidden', message))
    const elsewhere = { ...token, issuer: 'https://other.example/' }
    await expect(exchangeOf().exchange(elsewhere, {})).rejects.toThrow(failure('forbidden', message))
  })
})
