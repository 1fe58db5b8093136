import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tokenKey } from './token-key.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-token-key-'))
})

afterEach(() => {
  rmSync(home, { recursive: true, force: true })
})

it('is made once, for the owner of the home only', () => {
  const key = tokenKey(home)
  expect(key).toHaveLength(32)
  expect(tokenKey(home)).toEqual(key)
  expect(readFileSync(join(home, 'token.key'), 'utf8')).toBe(`${key.toString('hex')}\n`)
  expect(statSync(join(home, 'token.key')).mode & 0o777).toBe(0o600)
})

it('is another one in each home', () => {
  const key = tokenKey(home)
  rmSync(join(home, 'token.key'))
  expect(tokenKey(home)).not.toEqual(key)
})

it('is not taken from a file that others may read, or that holds none', () => {
  const refused = (message: RegExp) =>
    expect.objectContaining({ kind: 'invalidConfiguration', message: expect.stringMatching(message) })
  tokenKey(home)
  chmodSync(join(home, 'token.key'), 0o644)
  expect(() => tokenKey(home)).toThrow(refused(/token\.key of the home folder is open to others.*chmod 600/))
  writeFileSync(join(home, 'token.key'), 'short')
  chmodSync(join(home, 'token.key'), 0o600)
  expect(() => tokenKey(home)).toThrow(refused(/token\.key .* remove it and have everybody log in again\.$/))
})
