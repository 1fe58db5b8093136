import {
  createHmac,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign as signBytes,
} from 'node:crypto'

/** Texts of which a token is made by hand, right or wrong. */
export interface Forge {
  /** Seconds since 1970. */
  readonly now: number
  readonly license: string
  /** The secret that the service's own key is made of. */
  readonly ownSecret: Buffer
}

/** A way in which a token can be wrong. */
export interface WrongToken {
  readonly name: string
  /** What the client is told. */
  readonly message: string
  /** Part of what the log has. */
  readonly reason: RegExp
  readonly text: (forge: Forge) => string
  /** Why it cannot be sent, or is refused elsewhere, over HTTP. */
  readonly notOverHttp?: string
}

/** An issuer that signs with RS256, and names an audience. */
export const rsaIssuer = 'https://idp.example.org/tenant'

/** An issuer that signs with HS256, by {@link sharedSecret}. */
export const secretIssuer = 'urn:partner'

/** Whom tokens of both are for. */
export const audience = 'api://espalier'

/** What the issuer {@link secretIssuer} and the service share. */
export const sharedSecret = `shared-${'s'.repeat(40)}`

/** Keys of the issuer {@link rsaIssuer}. */
export const issuerPair = generateKeyPairSync('rsa', { modulusLength: 2048 })

const strangerPair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const curvePair = generateKeyPairSync('ec', { namedCurve: 'P-256' })

const json = JSON.stringify
const encode = (text: string | Buffer): string => Buffer.from(text).toString('base64url')

type Sign = (input: string) => Buffer
type Members = Readonly<Record<string, unknown>>

const rsa =
  (key: KeyObject = issuerPair.privateKey, hash = 'sha256'): Sign =>
  (input) =>
    signBytes(hash, Buffer.from(input), key)
const hmac =
  (secret: string | Buffer, hash = 'sha256'): Sign =>
  (input) =>
    createHmac(hash, secret).update(input).digest()

/** A token of two texts, whatever they are, and their signature. */
function compact(header: string | Buffer, payload: string | Buffer, sign: Sign): string {
  const input = `${encode(header)}.${encode(payload)}`
  return `${input}.${sign(input).toString('base64url')}`
}

/** What a right token of the issuer {@link rsaIssuer} says. */
export function rightClaims({ now }: Pick<Forge, 'now'>): Members {
  return { iss: rsaIssuer, aud: audience, sub: 'ann', iat: now, nbf: now, exp: now + 600 }
}

const rightHeader: Members = { alg: 'RS256', typ: 'JWT' }

/** A token of the issuer {@link rsaIssuer} that is right but for some members. */
export function rsaToken(
  forge: Pick<Forge, 'now'>,
  claims: Members = {},
  header: Members = {},
  sign: Sign = rsa(),
): string {
  return compact(json({ ...rightHeader, ...header }), json({ ...rightClaims(forge), ...claims }), sign)
}

/** A token of the issuer {@link secretIssuer} that is right but for some members. */
export function secretToken(
  forge: Pick<Forge, 'now'>,
  claims: Members = {},
  header: Members = {},
  sign: Sign = hmac(sharedSecret),
): string {
  return rsaToken(forge, { iss: secretIssuer, ...claims }, { alg: 'HS256', ...header }, sign)
}

/** A token of the service, under HS256, that is right but for some members. */
export function ownToken(forge: Forge, claims: Members = {}, header: Members = {}, sign?: Sign): string {
  const key = hkdfSync('sha256', forge.ownSecret, forge.license, 'espalier token v1', 32)
  const own = { iss: 'espalier', aud: 'stardog', ...claims }
  return rsaToken(forge, own, { alg: 'HS256', ...header }, sign ?? hmac(Buffer.from(key)))
}

const invalid = 'The token is not valid.'
const untrusted = 'The token is of an issuer that this service does not trust.'
const forOthers = 'The token is not meant for this service.'
const early = 'The token is not valid yet.'
const expired = 'The token is expired.'
const identity = 'The token is an identity token, and an access token is needed.'

type Row = readonly [name: string, reason: RegExp, text: (forge: Forge) => string]

function group(message: string, rows: readonly Row[]): readonly WrongToken[] {
  return rows.map(([name, reason, text]) => ({ name, message, reason, text }))
}

/** Not readable as the header of a request, or another refusal comes first. */
const form: readonly WrongToken[] = [
  {
    name: 'nothing',
    message: invalid,
    reason: /three parts/u,
    text: () => '',
    notOverHttp: 'no credentials',
  },
  {
    name: 'longer than 16 KiB',
    message: invalid,
    reason: /more than 16384 characters/u,
    text: (forge) => rsaToken(forge, { x: 'x'.repeat(12_500) }),
    notOverHttp: 'headers are as long at most',
  },
  {
    name: 'a blank before it',
    message: invalid,
    reason: /canonical base64url/u,
    text: (forge) => ` ${rsaToken(forge)}`,
    notOverHttp: 'blanks before credentials mean nothing',
  },
  {
    name: 'a line’s end behind it',
    message: invalid,
    reason: /canonical base64url/u,
    text: (forge) => `${rsaToken(forge)}\n`,
    notOverHttp: 'no header has one',
  },
  {
    name: 'letters of other alphabets',
    message: invalid,
    reason: /canonical base64url/u,
    text: () => 'ä.ö.ü',
    notOverHttp: 'no header has them',
  },
  ...group(invalid, [
    ['a word', /three parts/u, () => 'ann'],
    ['two parts', /three parts/u, (forge) => rsaToken(forge).split('.').slice(0, 2).join('.')],
    ['four parts', /three parts/u, (forge) => `${rsaToken(forge)}.e30`],
    ['five parts, as an encrypted one', /three parts/u, () => 'e30.e30.e30.e30.e30'],
    ['points alone', /canonical base64url/u, () => '..'],
    ['no signature', /canonical base64url/u, (forge) => rsaToken(forge).replace(/[^.]+$/u, '')],
    ['no payload', /canonical base64url/u, (forge) => rsaToken(forge).replace(/\.[^.]+\./u, '..')],
    ['no header', /canonical base64url/u, (forge) => rsaToken(forge).replace(/^[^.]+/u, '')],
    ['padding', /canonical base64url/u, (forge) => `${rsaToken(forge)}=`],
    [
      'letters of base64 in place of base64url',
      /canonical base64url/u,
      (forge) => rsaToken(forge).replace(/[^.]+$/u, '++//'),
    ],
    [
      'another last letter for the same bytes',
      /canonical base64url/u,
      (forge) => otherSpelling(rsaToken(forge)),
    ],
    ['objects without members', /"iss" of the token is missing/u, () => 'e30.e30.e30'],
  ]).map((one) => (one.name === 'objects without members' ? { ...one, message: untrusted } : one)),
]

const texts = group(invalid, [
  [
    'a header that is no JSON',
    /header of the token is no JSON/u,
    ({ now }) => compact('{', json(rightClaims({ now })), rsa()),
  ],
  [
    'a header that is a list',
    /header of the token is no object/u,
    ({ now }) => compact('[]', json(rightClaims({ now })), rsa()),
  ],
  [
    'a header that is a number',
    /header of the token is no object/u,
    ({ now }) => compact('1', json(rightClaims({ now })), rsa()),
  ],
  [
    'a header behind a mark of its order of bytes',
    /header of the token is no JSON/u,
    ({ now }) => compact(`\uFEFF${json(rightHeader)}`, json(rightClaims({ now })), rsa()),
  ],
  [
    'a payload that is no JSON',
    /payload of the token is no JSON/u,
    () => compact(json(rightHeader), 'ann', rsa()),
  ],
  [
    'a comma too many',
    /payload of the token is no JSON/u,
    (forge) => compact(json(rightHeader), withMember(forge, ''), rsa()),
  ],
  [
    'a payload that is a list',
    /payload of the token is no object/u,
    (forge) => compact(json(rightHeader), json([rightClaims(forge)]), rsa()),
  ],
  [
    'a payload that is a text',
    /payload of the token is no object/u,
    () => compact(json(rightHeader), '"ann"', rsa()),
  ],
  [
    'a payload that is null',
    /payload of the token is no object/u,
    () => compact(json(rightHeader), 'null', rsa()),
  ],
  [
    'a token as its payload',
    /payload of the token is no JSON/u,
    (forge) => compact(json(rightHeader), rsaToken(forge), rsa()),
  ],
  [
    'a payload that is no UTF-8',
    /payload of the token is no JSON/u,
    (forge) => compact(json(rightHeader), Buffer.from(withMember(forge, '"x":"\xff"'), 'latin1'), rsa()),
  ],
  [
    'brackets without end',
    /payload of the token is no JSON/u,
    (forge) => compact(json(rightHeader), withMember(forge, `"x":${'['.repeat(8_000)}`), rsa()),
  ],
  [
    'two algorithms',
    /header of the token names a member twice/u,
    (forge) => withHeader(forge, '{"alg":"RS256","alg":"RS256"}'),
  ],
  [
    'an escaped second algorithm',
    /header of the token names/u,
    (forge) => withHeader(forge, '{"alg":"none","\\u0061lg":"RS256"}'),
  ],
  [
    'two names of its key',
    /header of the token names/u,
    (forge) => withHeader(forge, '{"alg":"RS256","kid":"a","kid":"b"}'),
  ],
  [
    'two subjects',
    /payload of the token names a member twice/u,
    (forge) => compact(json(rightHeader), withMember(forge, '"sub":"bob"'), rsa()),
  ],
  [
    'two issuers',
    /payload of the token names/u,
    (forge) => compact(json(rightHeader), withMember(forge, '"iss":"urn:other"'), rsa()),
  ],
  [
    'two ends',
    /payload of the token names/u,
    (forge) => compact(json(rightHeader), withMember(forge, '"exp":9999999999'), rsa()),
  ],
  [
    'two of one name further in',
    /payload of the token names/u,
    (forge) => compact(json(rightHeader), withMember(forge, '"a":[{"b":1,"b":2}]'), rsa()),
  ],
])

const headers = group(invalid, [
  ['an extension', /crit/u, (forge) => rsaToken(forge, {}, { crit: ['b64'], b64: true })],
  [
    'an extension that changes the payload',
    /crit/u,
    (forge) => rsaToken(forge, {}, { crit: ['b64'], b64: false }),
  ],
  [
    'an extension that nobody knows',
    /crit/u,
    (forge) => rsaToken(forge, {}, { crit: ['urn:x'], 'urn:x': 1 }),
  ],
  ['an extension of nothing', /crit/u, (forge) => rsaToken(forge, {}, { crit: [] })],
  ['an extension that is no list', /crit/u, (forge) => rsaToken(forge, {}, { crit: 'exp' })],
  [
    'the type of identity assertions',
    /"typ": "oauth-id-jag\+jwt"/u,
    (forge) => rsaToken(forge, {}, { typ: 'oauth-id-jag+jwt' }),
  ],
  [
    'the type of proofs of possession',
    /"typ": "dpop\+jwt"/u,
    (forge) => rsaToken(forge, {}, { typ: 'dpop+jwt' }),
  ],
  ['the type of a logout', /"typ": "logout\+jwt"/u, (forge) => rsaToken(forge, {}, { typ: 'logout+jwt' })],
  ['the type JOSE', /"typ": "JOSE"/u, (forge) => rsaToken(forge, {}, { typ: 'JOSE' })],
  ['an empty type', /"typ": ""/u, (forge) => rsaToken(forge, {}, { typ: '' })],
  ['a type that is a number', /"typ": 1/u, (forge) => rsaToken(forge, {}, { typ: 1 })],
  ['a type that is null', /"typ": null/u, (forge) => rsaToken(forge, {}, { typ: null })],
  [
    'the type of others, of the service itself',
    /"typ": "at\+jwt"/u,
    (forge) => ownToken(forge, {}, { typ: 'at+jwt' }),
  ],
  ['a token within', /holds another token/u, (forge) => rsaToken(forge, {}, { cty: 'JWT' })],
  [
    'a token within, as a whole media type',
    /holds another token/u,
    (forge) => rsaToken(forge, {}, { cty: 'application/jwt' }),
  ],
  ['a content that is a number', /"cty"/u, (forge) => rsaToken(forge, {}, { cty: 1 })],
  [
    'the name of a key that is a number',
    /"kid" of the token is no text/u,
    (forge) => rsaToken(forge, {}, { kid: 1 }),
  ],
  [
    'the name of a key that is null',
    /"kid" of the token is no text/u,
    (forge) => rsaToken(forge, {}, { kid: null }),
  ],
])

const algorithms = group(invalid, [
  [
    'the algorithm none, and no signature',
    /canonical/u,
    (forge) => rsaToken(forge, {}, { alg: 'none' }, () => Buffer.alloc(0)),
  ],
  ...['none', 'None', 'NONE', 'nOnE'].map(
    (alg): Row => [
      `the algorithm ${alg}, and a signature`,
      /algorithm of the token is another/u,
      (forge) => rsaToken(forge, {}, { alg }),
    ],
  ),
  ['the algorithm in small letters', /algorithm.*"rs256"/u, (forge) => rsaToken(forge, {}, { alg: 'rs256' })],
  ['no algorithm', /algorithm.*nothing/u, (forge) => rsaToken(forge, {}, { alg: undefined })],
  ['an algorithm that is null', /algorithm.*null/u, (forge) => rsaToken(forge, {}, { alg: null })],
  ['a list of algorithms', /algorithm.*\["RS256"\]/u, (forge) => rsaToken(forge, {}, { alg: ['RS256'] })],
  [
    'the public key as a secret, in PEM',
    /algorithm.*"HS256"/u,
    (forge) =>
      rsaToken(
        forge,
        {},
        { alg: 'HS256' },
        hmac(issuerPair.publicKey.export({ type: 'spki', format: 'pem' })),
      ),
  ],
  [
    'the public key as a secret, in DER',
    /algorithm.*"HS256"/u,
    (forge) =>
      rsaToken(
        forge,
        {},
        { alg: 'HS256' },
        hmac(issuerPair.publicKey.export({ type: 'spki', format: 'der' })),
      ),
  ],
  [
    'a right signature of an algorithm that is not listed',
    /algorithm.*"RS384"/u,
    (forge) => rsaToken(forge, {}, { alg: 'RS384' }, rsa(undefined, 'sha384')),
  ],
  ['a signature with salt', /algorithm.*"PS256"/u, (forge) => rsaToken(forge, {}, { alg: 'PS256' })],
  [
    'a signature by a curve',
    /algorithm.*"ES256"/u,
    (forge) => rsaToken(forge, {}, { alg: 'ES256' }, rsa(curvePair.privateKey)),
  ],
  ['a longer hash than it says', /signature/u, (forge) => rsaToken(forge, {}, {}, rsa(undefined, 'sha512'))],
  [
    'a longer hash than its issuer’s',
    /algorithm.*"HS512"/u,
    (forge) => secretToken(forge, {}, { alg: 'HS512' }, hmac(sharedSecret, 'sha512')),
  ],
  [
    'RSA in place of a secret',
    /algorithm.*"RS256"/u,
    (forge) => secretToken(forge, {}, { alg: 'RS256' }, rsa()),
  ],
  [
    'RSA of the service itself, which has a secret',
    /algorithm.*"RS256"/u,
    (forge) => ownToken(forge, {}, { alg: 'RS256' }, rsa()),
  ],
])

const jwkOf = (key: KeyObject): unknown => key.export({ format: 'jwk' })

const signatures = group(invalid, [
  [
    'the signature of a stranger',
    /signature/u,
    (forge) => rsaToken(forge, {}, {}, rsa(strangerPair.privateKey)),
  ],
  [
    'the stranger’s key in its header',
    /signature/u,
    (forge) => rsaToken(forge, {}, { jwk: jwkOf(strangerPair.publicKey) }, rsa(strangerPair.privateKey)),
  ],
  [
    'where the stranger’s key is in its header',
    /signature/u,
    (forge) =>
      rsaToken(forge, {}, { jku: 'http://127.0.0.1:9/keys', kid: 'x' }, rsa(strangerPair.privateKey)),
  ],
  [
    'a certificate in its header',
    /signature/u,
    (forge) =>
      rsaToken(
        forge,
        {},
        {
          x5c: [strangerPair.publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
          x5u: 'http://127.0.0.1:9/',
        },
        rsa(strangerPair.privateKey),
      ),
  ],
  [
    'a file as its key',
    /signature/u,
    (forge) => secretToken(forge, {}, { kid: '../../../dev/null' }, hmac(Buffer.alloc(1))),
  ],
  [
    'a query as its key',
    /signature/u,
    (forge) => secretToken(forge, {}, { kid: "' UNION SELECT 'x" }, hmac('x')),
  ],
  ['another secret', /signature/u, (forge) => secretToken(forge, {}, {}, hmac(randomBytes(32)))],
  ['an empty secret', /signature/u, (forge) => secretToken(forge, {}, {}, hmac(Buffer.alloc(0)))],
  [
    'the secret of the service without its license',
    /signature.*license/u,
    (forge) => ownToken(forge, {}, {}, hmac(forge.ownSecret)),
  ],
  [
    'another license',
    /signature.*license/u,
    (forge) => ownToken({ ...forge, license: '123e4567-e89b-42d3-a456-426614174999' }),
  ],
  ['the secret of another issuer', /signature/u, (forge) => ownToken(forge, {}, {}, hmac(sharedSecret))],
  [
    'the service’s key for another issuer',
    /signature/u,
    (forge) => secretToken(forge, {}, {}, (input) => ownSignature(forge, input)),
  ],
  [
    'the signature of another token',
    /signature/u,
    (forge) => rsaToken(forge, { sub: 'admin' }).replace(/[^.]+$/u, rsaToken(forge).split('.')[2] ?? ''),
  ],
  [
    'the header of another token',
    /signature/u,
    (forge) => rsaToken(forge).replace(/^[^.]+/u, encode(json({ ...rightHeader, kid: 'a' }))),
  ],
  ['zeros as its signature', /signature/u, (forge) => rsaToken(forge, {}, {}, () => Buffer.alloc(256))],
  [
    'a signature that is too short',
    /signature/u,
    (forge) => rsaToken(forge, {}, {}, (input) => rsa()(input).subarray(0, 255)),
  ],
  [
    'a signature that is too long',
    /signature/u,
    (forge) => rsaToken(forge, {}, {}, (input) => Buffer.concat([rsa()(input), Buffer.of(0)])),
  ],
  [
    'half a signature by a secret',
    /signature/u,
    (forge) => secretToken(forge, {}, {}, (input) => hmac(sharedSecret)(input).subarray(0, 16)),
  ],
])

const issuers = group(untrusted, [
  ['no issuer', /"iss" of the token is missing/u, (forge) => rsaToken(forge, { iss: undefined })],
  ['an issuer that is a number', /"iss" of the token is no text/u, (forge) => rsaToken(forge, { iss: 1 })],
  ['an issuer that is null', /"iss" of the token is no text/u, (forge) => rsaToken(forge, { iss: null })],
  [
    'a list with its issuer',
    /"iss" of the token is no text/u,
    (forge) => rsaToken(forge, { iss: [rsaIssuer] }),
  ],
  ['an empty issuer', /issuer "" is not trusted/u, (forge) => rsaToken(forge, { iss: '' })],
  [
    'another issuer',
    /issuer "https:\/\/other.example.org" is not trusted\.$/u,
    (forge) => rsaToken(forge, { iss: 'https://other.example.org' }),
  ],
  [
    'a slash behind its issuer',
    /differs from "https:\/\/idp.example.org\/tenant"/u,
    (forge) => rsaToken(forge, { iss: `${rsaIssuer}/` }),
  ],
  ['its issuer in capitals', /differs from/u, (forge) => rsaToken(forge, { iss: rsaIssuer.toUpperCase() })],
  [
    'its issuer by http',
    /differs from/u,
    (forge) => rsaToken(forge, { iss: rsaIssuer.replace('https', 'http') }),
  ],
  ['a blank behind its issuer', /differs from/u, (forge) => rsaToken(forge, { iss: `${rsaIssuer} ` })],
  [
    'the beginning of its issuer',
    /is not trusted\.$/u,
    (forge) => rsaToken(forge, { iss: rsaIssuer.slice(0, -1) }),
  ],
  [
    'the service itself in capitals',
    /differs from "espalier"/u,
    (forge) => ownToken(forge, { iss: 'Espalier' }),
  ],
  [
    'a name that every object has',
    /"__proto__" is not trusted/u,
    (forge) => compact(json(rightHeader), `{"iss":"__proto__","sub":"ann","exp":${forge.now + 60}}`, rsa()),
  ],
  ['lines in its issuer', /"a\\nb" is not trusted/u, (forge) => rsaToken(forge, { iss: 'a\nb' })],
])

const audiences = group(forOthers, [
  [
    'another audience',
    /"aud" of the token is not "api:\/\/espalier", but "other"/u,
    (forge) => rsaToken(forge, { aud: 'other' }),
  ],
  ['no audience', /"aud" of the token is missing/u, (forge) => rsaToken(forge, { aud: undefined })],
  ['no audiences', /"aud" of the token is not/u, (forge) => rsaToken(forge, { aud: [] })],
  ['other audiences', /"aud" of the token is not/u, (forge) => rsaToken(forge, { aud: ['a', 'b'] })],
  [
    'a number among its audiences',
    /"aud" of the token is neither/u,
    (forge) => rsaToken(forge, { aud: [audience, 1] }),
  ],
  [
    'a list in its audiences',
    /"aud" of the token is neither/u,
    (forge) => rsaToken(forge, { aud: [[audience]] }),
  ],
  ['an audience that is a number', /"aud" of the token is neither/u, (forge) => rsaToken(forge, { aud: 1 })],
  ['an audience that is null', /"aud" of the token is neither/u, (forge) => rsaToken(forge, { aud: null })],
  [
    'an audience that is an object',
    /"aud" of the token is neither/u,
    (forge) => rsaToken(forge, { aud: { [audience]: true } }),
  ],
  [
    'its audience in capitals',
    /"aud" of the token is not/u,
    (forge) => rsaToken(forge, { aud: audience.toUpperCase() }),
  ],
  [
    'a slash behind its audience',
    /"aud" of the token is not/u,
    (forge) => rsaToken(forge, { aud: `${audience}/` }),
  ],
  [
    'its audience among others in one text',
    /"aud" of the token is not/u,
    (forge) => rsaToken(forge, { aud: `${audience} other` }),
  ],
  [
    'the audience of the issuer’s tokens, of the service itself',
    /"aud" of the token is not "stardog"/u,
    (forge) => ownToken(forge, { aud: audience }),
  ],
  [
    'the audience of the service’s own tokens',
    /"aud" of the token is not/u,
    (forge) => rsaToken(forge, { aud: 'stardog' }),
  ],
])

const times = [
  ...group(invalid, [
    ['no end', /"exp" of the token is missing/u, (forge) => rsaToken(forge, { exp: undefined })],
    [
      'an end that is a text',
      /"exp" of the token is not as/u,
      (forge) => rsaToken(forge, { exp: '9999999999' }),
    ],
    ['an end that is null', /"exp" of the token is not as/u, (forge) => rsaToken(forge, { exp: null })],
    [
      'an end that is a list',
      /"exp" of the token is not as/u,
      (forge) => rsaToken(forge, { exp: [9_999_999_999] }),
    ],
    [
      'an end that never comes',
      /"exp" of the token is not as/u,
      ({ now }) =>
        compact(json(rightHeader), json(rightClaims({ now })).replace(/"exp":\d+/u, '"exp":1e999'), rsa()),
    ],
    ['a beginning that is a text', /"iat" of the token is not as/u, (forge) => rsaToken(forge, { iat: '1' })],
    ['a beginning that is null', /"iat" of the token is not as/u, (forge) => rsaToken(forge, { iat: null })],
    [
      'a time from which on that is a text',
      /"nbf" of the token is not as/u,
      (forge) => rsaToken(forge, { nbf: 'now' }),
    ],
    [
      'a time from which on that is true',
      /"nbf" of the token is not as/u,
      (forge) => rsaToken(forge, { nbf: true }),
    ],
    [
      'no beginning, of the service itself',
      /"iat" of the token is missing/u,
      (forge) => ownToken(forge, { iat: undefined }),
    ],
  ]),
  ...group(expired, [
    ['an end a while ago', /expired, since \d{4}-/u, (forge) => rsaToken(forge, { exp: forge.now - 3_600 })],
    ['an end just before clocks may differ', /expired/u, (forge) => rsaToken(forge, { exp: forge.now - 30 })],
    ['an end in 1970', /expired, since 1970-01-01T00:00:00/u, (forge) => rsaToken(forge, { exp: 0 })],
    ['an end before all time', /expired, since -1e\+300/u, (forge) => rsaToken(forge, { exp: -1e300 })],
    ['an end in the past, by a secret', /expired/u, (forge) => secretToken(forge, { exp: forge.now - 100 })],
    [
      'an end in the past, of the service itself',
      /expired/u,
      (forge) => ownToken(forge, { exp: forge.now - 100 }),
    ],
  ]),
  ...group(early, [
    [
      'a time from which on, to come',
      /"nbf" of the token is in the future/u,
      (forge) => rsaToken(forge, { nbf: forge.now + 60 }),
    ],
    [
      'a beginning in the future',
      /issued in the future/u,
      (forge) => rsaToken(forge, { iat: forge.now + 60 }),
    ],
    [
      'a beginning in milliseconds',
      /issued in the future/u,
      (forge) => rsaToken(forge, { iat: forge.now * 1000 }),
    ],
    [
      'a beginning in the future, of the service itself',
      /issued in the future/u,
      (forge) => ownToken(forge, { iat: forge.now + 60 }),
    ],
  ]),
]

const kinds = [
  ...group(identity, [
    [
      'the nonce of an identity token',
      /identity token: it has the claim "nonce"/u,
      (forge) => rsaToken(forge, { nonce: 'n' }),
    ],
    ['the hash of an access token', /"at_hash"/u, (forge) => rsaToken(forge, { at_hash: 'h' })],
    [
      'the nonce of an identity token, and a client as its audience',
      /"nonce"/u,
      (forge) => rsaToken(forge, { nonce: 'n', aud: 'web' }),
    ],
    [
      'a nonce, though it says that it is an access token',
      /"nonce"/u,
      (forge) => rsaToken(forge, { nonce: 'n' }, { typ: 'at+jwt' }),
    ],
    ['a nonce that is null', /"nonce"/u, (forge) => secretToken(forge, { nonce: null })],
  ]),
  ...group(invalid, [
    ['a subject that is a number', /"sub" of the token is no text/u, (forge) => rsaToken(forge, { sub: 1 })],
    ['a subject that is null', /"sub" of the token is no text/u, (forge) => rsaToken(forge, { sub: null })],
    ['several subjects', /"sub" of the token is no text/u, (forge) => rsaToken(forge, { sub: ['ann'] })],
    ['an empty subject', /"sub" of the token is no text/u, (forge) => rsaToken(forge, { sub: '' })],
    [
      'no subject, of the service itself',
      /"sub" of the token is missing/u,
      (forge) => ownToken(forge, { sub: undefined }),
    ],
  ]),
]

/** Each way in which a token can be wrong. */
export const wrongTokens: readonly WrongToken[] = [
  ...form,
  ...texts,
  ...headers,
  ...algorithms,
  ...signatures,
  ...issuers,
  ...audiences,
  ...times,
  ...kinds,
]

/** The right payload with one member more in its text. */
function withMember(forge: Forge, member: string): string {
  return `${json(rightClaims(forge)).slice(0, -1)},${member}}`
}

function withHeader(forge: Forge, header: string): string {
  return compact(header, json(rightClaims(forge)), rsa())
}

function ownSignature({ ownSecret, license }: Forge, input: string): Buffer {
  return hmac(Buffer.from(hkdfSync('sha256', ownSecret, license, 'espalier token v1', 32)))(input)
}

/** The last letter of 256 bytes has bits that mean nothing. */
function otherSpelling(token: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const other = letters[letters.indexOf(token.at(-1) ?? '') + 1] ?? ''
  return token.slice(0, -1) + other
}
