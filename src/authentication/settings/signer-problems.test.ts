import { describe, expect, it } from 'vitest'
import { expectProblems, settingsReader, settingsSecret } from '../../../test/settings-reader.ts'

const { problems } = settingsReader()
const secret = settingsSecret
const algorithms = 'HS256, HS384, HS512, RS256, RS384, RS512'
const text = 'Expected a text'

describe('the keys at the top', () => {
  it.each<[text: string, expected: string]>([
    ['deploymentname: a', '1:1 : Unknown key "deploymentname". Did you mean "deploymentName"?'],
    ['deployment_name: a', '1:1 : Unknown key "deployment_name". Did you mean "deploymentName"?'],
    ['isuers: {}', '1:1 : Unknown key "isuers". Did you mean "issuers"?'],
    [
      'x: 1',
      '1:1 : Unknown key "x". Expected one of confVersion, deploymentName, autoDeleteUsersSchedule, signer, issuers.',
    ],
    ['<<: {}', '1:1 : Expected no merge key "<<": write its keys out.'],
    ['a text', '1:1 : Expected keys with values, not a text.'],
    ['- a', '1:1 : Expected keys with values, not a list.'],
    ['12', '1:1 : Expected keys with values, not a number.'],
    ['confVersion: 1.1', '1:14 confVersion: Expected 1.0, the one version of the format that there is.'],
    ['confVersion: 1', '1:14 confVersion: Expected 1.0'],
    ["confVersion: '2.0'", '1:14 confVersion: Expected 1.0'],
    ['confVersion: [1.0]', '1:14 confVersion: Expected 1.0'],
    ['confVersion:', '1:1 confVersion: Expected 1.0'],
    ['deploymentName: 12', `1:17 deploymentName: ${text}, not the number 12: put it in quotes.`],
    ['deploymentName: true', `1:17 deploymentName: ${text}, not true: put it in quotes.`],
    ['deploymentName: [a]', `1:17 deploymentName: ${text}, not a list.`],
    ['deploymentName: {a: b}', `1:1 deploymentName: ${text}, not a map.`],
    ['deploymentName:', `1:1 deploymentName: ${text}, not nothing.`],
    ['deploymentName: ""', `1:17 deploymentName: ${text} that is not empty.`],
    ['deploymentName: " "', `1:17 deploymentName: ${text} that is not empty.`],
    ['deploymentName: "a\\r\\nSet-Cookie: b"', `1:17 deploymentName: ${text} of one line`],
    [
      `deploymentName: ${'a'.repeat(256)}`,
      `1:17 deploymentName: ${text} of at most 255 characters, not of 256.`,
    ],
    ['deploymentName: "a\\0"', `1:17 deploymentName: ${text} of one line`],
    [
      'autoDeleteUsersSchedule: 0 3 * * *',
      '1:26 autoDeleteUsersSchedule: Expected an expression of cron with six fields',
    ],
    ['autoDeleteUsersSchedule: 5', '1:26 autoDeleteUsersSchedule: Expected a text, not the number 5'],
    ['signer: mine', '1:9 signer: Expected keys with values, not a text.'],
    ['issuers: [https://a.example]', '1:10 issuers: Expected issuers, each with its keys below it.'],
    ['issuers: https://a.example', '1:10 issuers: Expected issuers, each with its keys below it.'],
  ])('%j', (given, expected) => {
    expect(problems(given)).toEqual([expect.stringContaining(expected)])
  })
})

describe('the signer', () => {
  const hmac = `issuer: mine, secret: ${secret}`
  const rsa = 'algorithm: RS256, issuer: mine'
  const rsaKeys = 'publicKey: DIR/public.pem, privateKey: DIR/private.pem'

  it.each<[keys: string, expected: readonly string[]]>([
    [
      '',
      [
        `signer.algorithm: Expected one of ${algorithms}.`,
        'signer.issuer: Expected the name of this service as an issuer.',
      ],
    ],
    [hmac, [`signer.algorithm: Expected one of ${algorithms}.`]],
    [
      `algorithm: hs256, ${hmac}`,
      [`signer.algorithm: Expected one of ${algorithms}, not "hs256". Did you mean "HS256"?`],
    ],
    [`algorithm: none, ${hmac}`, [`signer.algorithm: Expected one of ${algorithms}, not "none".`]],
    [`algorithm: ES256, ${hmac}`, [`signer.algorithm: Expected one of ${algorithms}, not "ES256".`]],
    [`algorithm: 256, ${hmac}`, [`signer.algorithm: Expected one of ${algorithms}, not a number.`]],
    [`algorithm: HS256, secret: ${secret}`, ['signer.issuer: Expected the name']],
    [`algorithm: HS256, issuer: 5, secret: ${secret}`, ['signer.issuer: Expected a text, not the number 5']],
    ['algorithm: HS256, issuer: mine', ['signer.secret: Expected a secret, which HS256 needs.']],
    [
      'algorithm: HS256, issuer: mine, secret: short',
      [
        'signer.secret: Expected at least 32 bytes, as long as the hash of HS256. One is made by: openssl rand -base64 32',
      ],
    ],
    [`algorithm: HS384, ${hmac}`, ['signer.secret: Expected at least 48 bytes']],
    [`algorithm: HS512, ${hmac}`, ['signer.secret: Expected at least 64 bytes']],
    ['algorithm: HS256, issuer: mine, secret: ""', ['signer.secret: Expected a text that is not empty.']],
    [
      'algorithm: HS256, issuer: mine, secret: 12345678901234567890123456789012',
      ['signer.secret: Expected a text, not a number: put it in quotes.'],
    ],
    [
      'algorithm: HS256, issuer: mine, secret: true',
      ['signer.secret: Expected a text, not true: put it in quotes.'],
    ],
    ['algorithm: HS256, issuer: mine, secret: [a]', ['signer.secret: Expected a text, not a list.']],
    ['algorithm: HS256, issuer: mine, secret: ', ['signer.secret: Expected a text, not nothing.']],
    [`algorithm: HS256, ${hmac}, audience: ''`, ['signer.audience: Expected a text that is not empty.']],
    [`algorithm: HS256, ${hmac}, audience: [a]`, ['signer.audience: Expected a text, not a list.']],
    [
      `algorithm: HS256, ${hmac}, tokenTTL: 7d`,
      ['signer.tokenTTL: Expected a duration of ISO 8601, such as P7D, PT12H or P1M. Did you mean "P7D"?'],
    ],
    [
      `algorithm: HS256, ${hmac}, tokenTTL: 604800`,
      ['signer.tokenTTL: Expected a text, not the number 604800: put it in quotes.'],
    ],
    [
      `algorithm: HS256, ${hmac}, tokenTtl: P7D`,
      ['signer: Unknown key "tokenTtl". Did you mean "tokenTTL"?'],
    ],
    [
      `algorithm: HS256, ${hmac}, keyUrl: https://a.example`,
      [
        'signer: Unknown key "keyUrl". Expected one of algorithm, audience, issuer, secret, publicKey, privateKey, tokenTTL.',
      ],
    ],
    [
      `algorithm: HS256, ${hmac}, publicKey: DIR/public.pem`,
      ['signer.publicKey: Expected with RS256, RS384 and RS512 only.'],
    ],
    [
      `algorithm: HS256, ${hmac}, privateKey: DIR/private.pem`,
      ['signer.privateKey: Expected with RS256, RS384 and RS512 only.'],
    ],
    [`${rsa}, ${rsaKeys}, secret: ${secret}`, ['signer.secret: Expected with HS256, HS384 and HS512 only.']],
    [
      rsa,
      [
        'signer.publicKey: Expected the absolute path of a file with an RSA key, which RS256 needs.',
        'signer.privateKey: Expected the absolute path',
      ],
    ],
    [`${rsa}, publicKey: DIR/public.pem`, ['signer.privateKey: Expected the absolute path']],
    [`${rsa}, privateKey: DIR/private.pem`, ['signer.publicKey: Expected the absolute path']],
    [
      `${rsa}, publicKey: DIR/public.pem, privateKey: DIR/other-private.pem`,
      ['signer.publicKey: Expected the public key of "privateKey"; this is that of another one.'],
    ],
    [
      `${rsa}, publicKey: public.pem, privateKey: ./private.pem`,
      [
        'signer.publicKey: Expected an absolute path, not "public.pem".',
        'signer.privateKey: Expected an absolute path, not "./private.pem".',
      ],
    ],
    // Also without an algorithm that says what they are for.
    [
      'issuer: mine, secret: 5, publicKey: p',
      [
        `signer.algorithm: Expected one of ${algorithms}.`,
        'signer.secret: Expected a text, not a number',
        'signer.publicKey: Expected an absolute path, not "p".',
      ],
    ],
  ])('{%s}', (keys, expected) => {
    const found = problems(`signer: { ${keys} }`)
    expectProblems(found, expected)
  })
})

describe('the entry of the service itself', () => {
  const own = 'This is the service itself'
  const signer = `signer: { algorithm: HS256, issuer: mine, audience: garden, secret: ${secret} }\n`
  const rsaSigner =
    'signer: { algorithm: RS256, issuer: mine, publicKey: DIR/public.pem, privateKey: DIR/private.pem }\n'

  it.each<[given: string, expected: string]>([
    [
      `${signer}issuers: { mine: { audience: stardog } }`,
      `2:30 issuers.mine.audience: ${own}, whose own tokens are always trusted: expected the audience of the signer, "garden".`,
    ],
    [
      'issuers: { espalier: { audience: me } }',
      'issuers.espalier.audience: This is the service itself, whose own tokens are always trusted: expected the audience of the signer, "stardog".',
    ],
    [
      `${signer}issuers: { mine: { usernameField: sub } }`,
      `issuers.mine.usernameField: ${own}, whose own tokens are always trusted: expected "audience" and "algorithms" only. Remove this key.`,
    ],
    [
      `${signer}issuers: { mine: { autoCreateUsers: true } }`,
      'issuers.mine.autoCreateUsers: This is the service itself',
    ],
    [
      `${signer}issuers: { mine: { superuserGroup: a } }`,
      'issuers.mine.superuserGroup: This is the service itself',
    ],
    [`${signer}issuers: { mine: { x: a } }`, 'issuers.mine: Unknown key "x".'],
    [
      `${signer}issuers: { mine: { algorithms: { HS256: { secret: ${secret}! } } } }`,
      'issuers.mine.algorithms.HS256: This is the service itself: expected HS256 with the same secret as "signer" only.',
    ],
    [
      `${signer}issuers: { mine: { algorithms: { RS256: { publicKey: DIR/public.pem } } } }`,
      'issuers.mine.algorithms.RS256: This is the service itself: expected HS256 with the same secret',
    ],
    [
      `${rsaSigner}issuers: { mine: { algorithms: { RS256: { publicKey: DIR/other-public.pem } } } }`,
      'issuers.mine.algorithms.RS256: This is the service itself: expected RS256 with the same public key',
    ],
    [
      `${rsaSigner}issuers: { mine: { algorithms: { RS384: { publicKey: DIR/public.pem } } } }`,
      'issuers.mine.algorithms.RS384: This is the service itself: expected RS256 with the same public key',
    ],
    [
      `${rsaSigner}issuers: { mine: { algorithms: { RS256: { keyUrl: https://a.example } } } }`,
      'issuers.mine.algorithms.RS256: This is the service itself',
    ],
    [
      `issuers: { espalier: { algorithms: { HS256: { secret: ${secret} } } } }`,
      'issuers.espalier.algorithms: This is the service itself, which signs with a secret of the home folder: remove this key, or set "signer".',
    ],
  ])('%j', (given, expected) => {
    expect(problems(given)).toEqual([expect.stringContaining(expected)])
  })

  it('is not taken for another one where its signer is wrong', () => {
    expect(
      problems('signer: { algorithm: HS257, issuer: mine }\nissuers: { mine: { audience: a } }'),
    ).toEqual([expect.stringContaining('signer.algorithm')])
  })
})
