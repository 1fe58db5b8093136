import { describe, expect, it } from 'vitest'
import { settingsReader, settingsSecret } from '../../../test/settings-reader.ts'
import { noTokenSettings } from './read-token-settings.ts'

const { read } = settingsReader()
const secret = settingsSecret
const longSecret = `${secret} and ${secret}`

describe('a file that says nothing', () => {
  it.each([
    '',
    '# jwt.conf',
    '---',
    '{}',
    'issuers:',
    'issuers: {}',
    'confVersion: 1.0',
    "confVersion: '1.0'",
  ])('%j', (text) => {
    expect(read(text)).toEqual({ settings: noTokenSettings, warnings: [] })
  })
})

describe('the keys at the top', () => {
  it('are read', () => {
    const { settings, warnings } = read(`
confVersion: 1.0
deploymentName: Garden "1" – east
autoDeleteUsersSchedule: ' 0 0 3 * * ? '
`)
    expect(settings).toEqual({
      deploymentName: 'Garden "1" – east',
      autoDeleteUsersSchedule: '0 0 3 * * ?',
      issuers: new Map(),
    })
    expect(warnings).toEqual([])
  })
})

describe('the signer', () => {
  it.each(['HS256', 'HS384', 'HS512'])('with %s and all keys', (algorithm) => {
    const { settings, warnings } = read(`
signer:
  algorithm: ${algorithm}
  audience: garden
  issuer: https://espalier.example
  secret: "${longSecret}"
  tokenTTL: PT12H
`)
    expect(settings.signer).toEqual({
      issuer: 'https://espalier.example',
      audience: 'garden',
      lifetime: 'PT12H',
      key: { kind: 'hmac', algorithm, secret: Buffer.from(longSecret) },
    })
    expect(warnings).toEqual([])
  })

  it('has defaults', () => {
    const { signer } = read(`signer: { algorithm: HS256, issuer: mine, secret: ${secret} }`).settings
    expect(signer).toMatchObject({ issuer: 'mine', audience: 'stardog', lifetime: 'P7D' })
  })

  it.each(['RS256', 'RS384', 'RS512'])('with %s', (algorithm) => {
    const { settings, warnings } = read(`
signer:
  algorithm: ${algorithm}
  issuer: mine
  publicKey: DIR/public.pem
  privateKey: DIR/private.pem
`)
    expect(settings.signer?.key).toMatchObject({ kind: 'rsa', algorithm })
    if (settings.signer?.key.kind !== 'rsa') throw new Error('It is no RSA key.')
    expect(settings.signer.key.publicKey.type).toBe('public')
    expect(settings.signer.key.privateKey.type).toBe('private')
    expect(warnings).toEqual([])
  })

  it.each([
    ['HS256', 32],
    ['HS384', 48],
    ['HS512', 64],
  ])('with a secret for %s of %d bytes in UTF-8', (algorithm, bytes) => {
    const text = 'é'.repeat(bytes / 2)
    const { signer } = read(`signer: { algorithm: ${algorithm}, issuer: mine, secret: ${text} }`).settings
    expect(signer?.key).toMatchObject({ secret: Buffer.from(text) })
  })

  it('with white space around its secret, which is told', () => {
    const { settings, warnings } = read(
      `signer:\n  algorithm: HS256\n  issuer: mine\n  secret: |\n    ${secret}\n`,
    )
    expect(settings.signer?.key).toMatchObject({ secret: Buffer.from(`${secret}\n`) })
    expect(warnings).toEqual([
      'signer.secret: It begins or ends with white space or a line break, which is part of it.',
    ])
  })
})

describe('the entry of the service itself', () => {
  const signers = {
    none: '',
    secret: `signer: { algorithm: HS256, issuer: mine, audience: garden, secret: ${secret} }\n`,
    rsa: 'signer: { algorithm: RS384, issuer: mine, publicKey: DIR/public.pem, privateKey: DIR/private.pem }\n',
  }

  it.each<[what: string, text: string]>([
    ['says nothing', `${signers.secret}issuers: { mine: }`],
    ['has the audience', `${signers.secret}issuers: { mine: { audience: garden } }`],
    ['has the key', `${signers.secret}issuers: { mine: { algorithms: { HS256: { secret: ${secret} } } } }`],
    ['has the default audience', `${signers.rsa}issuers: { mine: { audience: stardog } }`],
    [
      'has the public key',
      `${signers.rsa}issuers: { mine: { algorithms: { RS384: { publicKey: DIR/public.pem } } } }`,
    ],
    ['is espalier without a signer', 'issuers: { espalier: { audience: stardog } }'],
  ])('%s, and adds nothing', (_, text) => {
    const { settings, warnings } = read(text)
    expect([...settings.issuers.keys()]).toEqual([])
    expect(warnings).toEqual([])
  })

  it('is that of another where the signer has another name', () => {
    const { settings } = read(
      `${signers.secret}issuers: { espalier: { algorithms: { HS256: { secret: ${secret} } } } }`,
    )
    expect([...settings.issuers.keys()]).toEqual(['espalier'])
  })
})

describe('secrets of several issuers', () => {
  const other = 'another secret of thirty-two bytes or more'
  const issuers = (one: string, two: string): string =>
    `signer: { algorithm: HS256, issuer: mine, secret: ${secret} }
issuers:
  a: { audience: me, usernameTemplates: ['a_{sub}'], algorithms: { HS256: { secret: "${one}" } } }
  b: { audience: me, usernameTemplates: ['b_{sub}'], algorithms: { HS384: { secret: "${two}" } } }`

  it('are warned of where they are the same', () => {
    expect(read(issuers(longSecret, longSecret)).warnings).toEqual([
      'issuers.b: It has the same secret as "a": who signs for one of them can sign for the other.',
    ])
    expect(read(issuers(secret, longSecret)).warnings).toEqual([
      'issuers.a: It has the same secret as "signer". Have each keep one of its own.',
    ])
  })

  it('are not where each has its own, for several algorithms too', () => {
    expect(read(issuers(other, longSecret)).warnings).toEqual([])
    const both = `HS256: { secret: ${other} }, HS384: { secret: "${longSecret}" }, HS512: { secret: "${longSecret}" }`
    expect(read(`issuers: { a: { audience: me, algorithms: { ${both} } } }`).warnings).toEqual([])
  })
})
