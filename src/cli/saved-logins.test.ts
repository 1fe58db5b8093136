import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forgetLogins, loginsPath, savedLogin, saveLogin } from './saved-logins.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-logins-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const environment = () => ({ XDG_CONFIG_HOME: folder })
const here = new URL('http://127.0.0.1:5820')
const ann = { user: 'ann', token: 'a.b.c' }

describe('the file of logins', () => {
  it('is where settings of programs are', () => {
    expect(loginsPath({ XDG_CONFIG_HOME: '/x', HOME: '/home/ann' })).toBe('/x/espalier/logins.json')
    expect(loginsPath({ XDG_CONFIG_HOME: '', HOME: '/home/ann' })).toBe(
      '/home/ann/.config/espalier/logins.json',
    )
  })

  it('can be read by its owner only, whatever it was like before', () => {
    saveLogin(here, ann, environment())
    const path = loginsPath(environment())
    expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700)
    expect(readdirSync(dirname(path))).toEqual(['logins.json'])
    saveLogin(new URL('http://localhost:5820'), ann, environment())
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it.each([0o640, 0o604, 0o660, 0o622])('is refused where its mode is %o', (mode) => {
    saveLogin(here, ann, environment())
    const path = loginsPath(environment())
    chmodSync(path, mode)
    expect(() => savedLogin(here, environment())).toThrow('chmod 600')
    expect(() => saveLogin(here, ann, environment())).toThrow('chmod 600')
    expect(statSync(path).mode & 0o777).toBe(mode)
  })

  it.each(['', 'x', '[]', '{}', '{"logins": []}'])('is refused where it holds %j', (text) => {
    const path = loginsPath(environment())
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { mode: 0o600 })
    expect(() => savedLogin(here, environment())).toThrow('holds no logins')
  })

  it('tells of a folder that cannot be written', () => {
    writeFileSync(join(folder, 'espalier'), '')
    expect(() => saveLogin(here, ann, environment())).toThrow(
      `The file ${loginsPath(environment())} cannot be`,
    )
  })
})

describe('a login', () => {
  it.each([
    'https://127.0.0.1:5820',
    'http://127.0.0.1:5821',
    'http://localhost:5820',
    'http://127.0.0.1',
    'http://127.0.0.1:5820/other',
    'http://127.0.0.1.example:5820',
  ])('is not for %s', (url) => {
    saveLogin(here, ann, environment())
    expect(savedLogin(new URL(url), environment())).toBeUndefined()
  })

  it('is kept until it is replaced or forgotten, beside those for others', () => {
    expect(savedLogin(here, environment())).toBeUndefined()
    const other = new URL('https://garden.example/espalier/')
    saveLogin(here, ann, environment())
    saveLogin(other, { user: 'bob', token: 'd.e.f' }, environment())
    expect(savedLogin(new URL('http://127.0.0.1:5820/'), environment())).toEqual(ann)
    saveLogin(here, { user: 'cy', token: 'g.h.i' }, environment())
    expect(savedLogin(here, environment())).toEqual({ user: 'cy', token: 'g.h.i' })
    expect(forgetLogins(here, environment())).toEqual(['http://127.0.0.1:5820'])
    expect(savedLogin(here, environment())).toBeUndefined()
    expect(readFileSync(loginsPath(environment()), 'utf8')).not.toContain('g.h.i')
    expect(savedLogin(new URL('https://garden.example/espalier'), environment())?.user).toBe('bob')
    expect(forgetLogins(here, environment())).toEqual([])
    expect(forgetLogins(undefined, environment())).toEqual(['https://garden.example/espalier'])
  })
})
