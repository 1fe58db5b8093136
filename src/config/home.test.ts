import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { homeFolder, openHome } from './home.ts'
import { claimHome, runningServer } from './running-server.ts'

let parent: string
let folder: string

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'espalier-home-'))
  folder = join(parent, 'a', 'home')
})

afterEach(() => {
  rmSync(parent, { recursive: true, force: true })
})

describe('a home folder', () => {
  it.each([
    [{}, resolve('espalier-home')],
    [{ ESPALIER_HOME: '' }, resolve('espalier-home')],
    [{ ESPALIER_HOME: '/srv/e' }, '/srv/e'],
    [{ ESPALIER_HOME: 'e' }, resolve('e')],
  ])('is named by the environment %j', (environment, expected) => {
    expect(homeFolder(environment)).toBe(expected)
  })

  it('is made for its owner only, with one license for ever', () => {
    const { license } = openHome(folder)
    expect(license).toMatch(/^[0-9a-f-]{36}$/)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(openHome(folder).license).toBe(license)
    expect(readFileSync(join(folder, 'license'), 'utf8')).toBe(`${license}\n`)
  })

  it('has the properties of its file', () => {
    openHome(folder)
    writeFileSync(join(folder, 'espalier.properties'), 'port = 1234\n')
    expect(openHome(folder).properties.port).toBe(1234)
  })

  it('has the license of its properties, where they name one, and makes none then', () => {
    openHome(folder)
    const own = readFileSync(join(folder, 'license'), 'utf8')
    rmSync(join(folder, 'license'))
    const license = '123e4567-e89b-42d3-a456-426614174000'
    writeFileSync(join(folder, 'espalier.properties'), `license = ${license}`)
    expect(openHome(folder).license).toBe(license)
    expect(existsSync(join(folder, 'license'))).toBe(false)
    writeFileSync(join(folder, 'license'), own)
    expect(openHome(folder).license).toBe(license)
    rmSync(join(folder, 'espalier.properties'))
    expect(openHome(folder).license).toBe(own.trim())
  })

  it('refuses a license that is none', () => {
    openHome(folder)
    writeFileSync(join(folder, 'license'), 'mine')
    expect(() => openHome(folder)).toThrow(expect.objectContaining({ kind: 'invalidConfiguration' }))
  })

  it('cannot be where a file is', () => {
    writeFileSync(join(parent, 'a'), '')
    expect(() => openHome(folder)).toThrow(
      expect.objectContaining({ kind: 'storage', message: expect.stringContaining(folder) }),
    )
  })
})

describe('the claim to a home folder', () => {
  it('holds until it is released', () => {
    openHome(folder)
    expect(runningServer(folder)).toBeUndefined()
    const claim = claimHome(folder)
    expect(runningServer(folder)).toMatchObject({ pid: process.pid })
    claim.publish('http://127.0.0.1:5820')
    expect(runningServer(folder)).toMatchObject({ pid: process.pid, url: 'http://127.0.0.1:5820' })
    expect(() => claimHome(folder)).toThrow(
      expect.objectContaining({
        kind: 'invalidDatabaseState',
        message: expect.stringContaining(`process ${process.pid}, http://127.0.0.1:5820`),
      }),
    )
    claim.release()
    expect(runningServer(folder)).toBeUndefined()
    claimHome(folder).release()
  })

  it('ends with the process that had it', async () => {
    openHome(folder)
    const child = spawn(process.execPath, ['-e', ''])
    await once(child, 'exit')
    writeFileSync(join(folder, 'server.json'), JSON.stringify({ pid: child.pid, started: '1' }))
    expect(runningServer(folder)).toBeUndefined()
    claimHome(folder).release()
  })

  it.skipIf(process.platform !== 'linux')('is not held by another process of the same number', () => {
    openHome(folder)
    writeFileSync(join(folder, 'server.json'), JSON.stringify({ pid: process.pid, started: '1' }))
    expect(runningServer(folder)).toBeUndefined()
    claimHome(folder).release()
  })

  it.each(['', '{', '[]', 'null', '{"pid":"1"}'])('is not held by the file %j', (text) => {
    openHome(folder)
    writeFileSync(join(folder, 'server.json'), text)
    expect(runningServer(folder)).toBeUndefined()
    claimHome(folder).release()
  })
})
