import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeTokenKeyFiles, type TokenKeyFiles } from '../../../test/token-key-files.ts'
import { ServiceError } from '../../errors.ts'
import { loadTokenSettings } from './load-token-settings.ts'

let files: TokenKeyFiles

beforeEach(() => {
  files = makeTokenKeyFiles()
})
afterEach(() => files[Symbol.dispose]())

const secret = 'a secret of at least thirty-two bytes'
const withSecret = `signer: { algorithm: HS256, issuer: mine, secret: ${secret} }`
const withoutSecret = 'issuers: { https://a.example: { audience: me } }'

/** Why a file is refused. */
function refusal(path: string): string {
  try {
    loadTokenSettings(path)
  } catch (error) {
    if (error instanceof ServiceError && error.kind === 'invalidConfiguration') return error.message
    throw error
  }
  throw new Error('The file is not refused.')
}

describe('a file of settings', () => {
  it('is loaded', () => {
    const path = files.write('jwt.conf', `\uFEFF${withSecret}\n${withoutSecret}\n`)
    const { settings, warnings } = loadTokenSettings(path)
    expect(settings.signer?.issuer).toBe('mine')
    expect([...settings.issuers.keys()]).toEqual(['https://a.example'])
    expect(warnings).toEqual([])
  })

  it('is refused with every problem in a line, with its place', () => {
    const path = files.write(
      'jwt.conf',
      'confVersion: 3\nsigner:\n  algorithm: HS256\n  issuer: mine\n  secret: short\n',
    )
    expect(refusal(path)).toBe(
      `The file "${path}" has 2 problems:
${path}:1:14: confVersion: Expected 1.0, the one version of the format that there is.
${path}:5:11: signer.secret: Expected at least 32 bytes, as long as the hash of HS256. One is made by: openssl rand -base64 32`,
    )
  })

  it('has no more told than can be read', () => {
    const path = files.write(
      'jwt.conf',
      Array.from({ length: 130 }, (_, index) => `key${index}: 1\n`).join(''),
    )
    const lines = refusal(path).split('\n')
    expect(lines).toHaveLength(102)
    expect(lines.at(-1)).toBe('30 more are not shown.')
  })

  it('is refused where it cannot be read', () => {
    const missing = join(files.folder, 'none.conf')
    expect(refusal(missing)).toBe(`The file "${missing}" cannot be read: there is no such file.`)
    mkdirSync(join(files.folder, 'folder'))
    expect(refusal(join(files.folder, 'folder'))).toContain('is a folder.')
    expect(refusal(join(files.folder, 'public.pem', 'x'))).toContain('a part of its path is no folder.')
    expect(refusal(`${files.folder}/\u0000`)).toContain('cannot be read: ')
  })

  it('is refused where it is no text', () => {
    const path = files.write('jwt.conf', Buffer.from([0x61, 0x3a, 0x20, 0xff, 0xfe]))
    expect(refusal(path)).toBe(`The file "${path}" is no text in UTF-8.`)
  })

  it('is refused where it is larger than 1 MiB', () => {
    expect(refusal(files.write('jwt.conf', `# ${'x'.repeat(2 ** 20)}`))).toContain('is larger than 1 MiB.')
    expect(refusal('/dev/zero')).toContain('is no file.')
  })

  it('is not waited for where it is a pipe', () => {
    const path = join(files.folder, 'pipe')
    execFileSync('mkfifo', [path])
    expect(refusal(path)).toContain('is no file.')
  })
})

describe('a file that others may read or write', () => {
  it.each<[mode: number, text: string, warning: RegExp | undefined]>([
    [0o600, withSecret, undefined],
    [0o640, withSecret, undefined],
    [0o644, withoutSecret, undefined],
    [
      0o644,
      withSecret,
      /^\/.*jwt\.conf: Everybody on this machine may read it, and it holds secrets\. .*\(chmod 600\)\.$/,
    ],
    [0o644, `issuers: { https://a.example: { audience: me, clientSecret: s } }`, /may read it/],
    [
      0o644,
      `issuers: { https://a.example: { audience: me, type: rfc8693, clientId: a, clientSecret: b, tokenEndpoint: https://a.example/t } }`,
      /may read it/,
    ],
    [0o644, `issuers: { a: { audience: me, algorithms: { HS256: { secret: ${secret} } } } }`, /may read it/],
    [0o646, withoutSecret, /^\/.*jwt\.conf: Everybody on this machine may change it\. .*\(chmod 600\)\.$/],
    [0o666, withSecret, /may change it/],
  ])('%o: %s', (mode, text, warning) => {
    const path = files.write('jwt.conf', text)
    chmodSync(path, mode)
    const { warnings } = loadTokenSettings(path)
    expect(warnings).toEqual(warning === undefined ? [] : [expect.stringMatching(warning)])
  })

  it.each<[what: string, privateMode: number, publicMode: number, warnings: readonly RegExp[]]>([
    ['nobody else', 0o600, 0o644, []],
    [
      'all the private key',
      0o644,
      0o644,
      [
        /signer\.privateKey: Everybody on this machine may read the file ".*private\.pem"\. .*\(chmod 600\)\.$/,
      ],
    ],
    [
      'all may change the public key',
      0o600,
      0o646,
      [
        /signer\.publicKey: Everybody on this machine may change the file ".*public\.pem"\. Only its owner should \(chmod 644\)\.$/,
      ],
    ],
    ['all may change both', 0o622, 0o622, [/publicKey: .* may change/, /privateKey: .* may change/]],
  ])('%s', (_, privateMode, publicMode, warnings) => {
    const text = `signer: { algorithm: RS256, issuer: mine, publicKey: ${files.folder}/public.pem, privateKey: ${files.folder}/private.pem }`
    const path = files.write('jwt.conf', text)
    chmodSync(join(files.folder, 'private.pem'), privateMode)
    chmodSync(join(files.folder, 'public.pem'), publicMode)
    expect(loadTokenSettings(path).warnings).toEqual(
      warnings.map((warning) => expect.stringMatching(warning)),
    )
  })
})
