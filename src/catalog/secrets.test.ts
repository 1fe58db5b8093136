import {
  chmodSync,
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSecrets, type Secrets } from './secrets.ts'

let home: string
let path: string
let secrets: Secrets

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-secrets-'))
  path = join(home, 'secrets.key')
  secrets = openSecrets(path)
})

afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

const place = { database: 'museum', option: 'remote.password' }
const unreadable = (message: RegExp) =>
  expect.objectContaining({ kind: 'invalidConfiguration', message: expect.stringMatching(message) })
const lost = unreadable(
  /^The option remote\.password of database 'museum' cannot be read: .* set the option again\.$/,
)

it.each(['s', 's3cret', ' ', 'pässwörd 🔑', 'x'.repeat(32_768)])('opens what was sealed: %#', (secret) => {
  const sealed = secrets.seal(place, secret)
  expect(sealed).toMatch(/^sealed1\.[\w-]+$/)
  expect(secrets.open(place, sealed)).toBe(secret)
  expect(openSecrets(path).open(place, sealed)).toBe(secret)
})

it('seals the same secret otherwise each time, and tells nothing of it', () => {
  const sealed = Array.from({ length: 20 }, () => secrets.seal(place, 's3cret'))
  expect(new Set(sealed).size).toBe(20)
  for (const text of sealed) {
    expect(Buffer.from(text.slice('sealed1.'.length), 'base64url').toString('latin1')).not.toContain('s3cret')
  }
})

describe('a sealed text', () => {
  it('opens for its option of its database only', () => {
    const sealed = secrets.seal(place, 's3cret')
    expect(() => secrets.open({ ...place, database: 'other' }, sealed)).toThrow(unreadable(/'other'/))
    expect(() => secrets.open({ ...place, option: 'remote.token' }, sealed)).toThrow(
      unreadable(/remote\.token/),
    )
  })

  it('that was changed anywhere, or cut, does not open', () => {
    const sealed = secrets.seal(place, 's3cret')
    const bytes = Buffer.from(sealed.slice('sealed1.'.length), 'base64url')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => secrets.open(place, `sealed1.${changed.toString('base64url')}`)).toThrow(lost)
      expect(() => secrets.open(place, `sealed1.${bytes.subarray(0, index).toString('base64url')}`)).toThrow(
        lost,
      )
    }
    for (const text of ['', 's3cret', 'sealed1.', `sealed2.${sealed.slice('sealed1.'.length)}`]) {
      expect(() => secrets.open(place, text)).toThrow(lost)
    }
  })

  it('does not open without its key, or by another one', () => {
    const sealed = secrets.seal(place, 's3cret')
    copyFileSync(path, join(home, 'kept'))
    rmSync(path)
    expect(() => secrets.open(place, sealed)).toThrow(lost)
    const other = secrets.seal(place, 'other')
    expect(() => secrets.open(place, sealed)).toThrow(lost)
    expect(secrets.open(place, other)).toBe('other')
    copyFileSync(join(home, 'kept'), path)
    expect(secrets.open(place, sealed)).toBe('s3cret')
  })
})

describe('the key file', () => {
  it('is made when it is needed, for its owner only', () => {
    expect(() => secrets.open(place, 'sealed1.AAAA')).toThrow(lost)
    expect(readdirSync(home)).toEqual([])
    secrets.seal(place, 's3cret')
    expect(readdirSync(home)).toEqual(['secrets.key'])
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(readFileSync(path, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
    const key = readFileSync(path, 'utf8')
    secrets.seal(place, 'again')
    expect(readFileSync(path, 'utf8')).toBe(key)
  })

  it.each([0o640, 0o604, 0o620, 0o777])('is refused where others may use it: %o', (mode) => {
    const sealed = secrets.seal(place, 's3cret')
    chmodSync(path, mode)
    const refused = unreadable(/^The key file secrets\.key of the home folder is open to others: .*chmod 600/)
    expect(() => secrets.open(place, sealed)).toThrow(refused)
    expect(() => secrets.seal(place, 's3cret')).toThrow(refused)
  })

  it.each(['', 'key', `${'0'.repeat(63)}`, `${'0'.repeat(65)}`])(
    'is refused where it holds no key: %j',
    (text) => {
      writeFileSync(path, text, { mode: 0o600 })
      const refused = unreadable(/holds no key/)
      expect(() => secrets.seal(place, 's3cret')).toThrow(refused)
      expect(readFileSync(path, 'utf8')).toBe(text)
    },
  )

  it('that cannot be made is told without the place of the home', () => {
    const nowhere = openSecrets(join(home, 'gone', 'secrets.key'))
    expect(() => nowhere.seal(place, 's3cret')).toThrow(
      expect.objectContaining({
        kind: 'storage',
        message: 'The key file secrets.key of the home folder cannot be made.',
      }),
    )
  })
})
