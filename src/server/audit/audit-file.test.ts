import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { AuditEvent, AuditLog } from './audit.ts'
import { type AuditFileParts, openAuditLog } from './audit-file.ts'

let folder: string
let path: string
let log: AuditLog | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-audit-'))
  path = join(folder, 'audit.log')
})

afterEach(() => {
  log?.close()
  log = undefined
  chmodSync(folder, 0o700)
  rmSync(folder, { recursive: true, force: true })
})

const time = new Date('2026-03-04T05:06:07.891Z')

function open(parts: Partial<AuditFileParts> = {}): AuditLog {
  log?.close()
  log = openAuditLog({ folder, on: true, bytes: 1 << 20, files: 3, now: () => time, ...parts })
  return log
}

const login: AuditEvent = { action: 'login', outcome: 'done', user: 'ann' }
const event = (target: string): AuditEvent => ({ ...login, action: 'user.add', target })

/** The events of a file; each line has to be one. */
function eventsOf(file = path): readonly unknown[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  expect(lines.pop()).toBe('')
  return lines.map((line) => JSON.parse(line))
}

const targetsOf = (file?: string) =>
  eventsOf(file).map((line) => (line as { readonly target?: unknown }).target)

const files = () => readdirSync(folder).sort()

describe('an audit log', () => {
  it('has a line for each event, with its time, when it is written', () => {
    const audit = open()
    const whole: AuditEvent = {
      action: 'role.grant',
      target: 'writers',
      details: { permission: 'read db:garden', force: true, roles: ['a', 'b'] },
      outcome: 'done',
      user: 'ann',
      signedInAs: 'root',
      address: '127.0.0.1',
      requestId: 'r1',
    }
    audit.write(login)
    audit.write(whole)
    expect(readFileSync(path, 'utf8')).toBe(
      '{"time":"2026-03-04T05:06:07.891Z","action":"login","outcome":"done","user":"ann"}\n' +
        '{"time":"2026-03-04T05:06:07.891Z","action":"role.grant","outcome":"done","user":"ann","signedInAs":"root",' +
        '"address":"127.0.0.1","requestId":"r1","target":"writers",' +
        '"details":{"permission":"read db:garden","force":true,"roles":["a","b"]}}\n',
    )
  })

  it('goes on where it was', () => {
    open().write(event('a'))
    open().write(event('b'))
    expect(targetsOf()).toEqual(['a', 'b'])
  })

  it('is for its owner only, also where it was not', () => {
    open()
    expect(statSync(path).mode & 0o777).toBe(0o600)
    chmodSync(path, 0o644)
    open()
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is not there where it is off, and takes nothing any more once it is closed', () => {
    open({ on: false }).write(login)
    expect(files()).toEqual([])
    const audit = open()
    audit.close()
    audit.write(login)
    audit.close()
    expect(eventsOf()).toEqual([])
  })

  it.each([
    ['line ends', 'a\n{"action":"login"}\r\n'],
    ['what moves a cursor, or colours', '\u001b[2J\u009b31m\u0007\b\u007f'],
    ['what turns the direction of a text, or is not seen', '\u202e\u2066\u200b\ufeff\u00ad\u{e0041}'],
    ['separators of lines', '\u2028\u2029\u0085'],
    ['halves of signs', '\ud800'],
  ])('has %s of a name escaped', (_, name) => {
    open().write({ ...event(name), details: { [name]: name } })
    const text = readFileSync(path, 'utf8')
    expect(text.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u)
    expect(eventsOf()).toMatchObject([{ target: name, details: { [name]: name } }])
  })

  it('has names in all writings as they are', () => {
    open().write(event('ünï 🔑 名前'))
    expect(readFileSync(path, 'utf8')).toContain('"ünï 🔑 名前"')
  })

  it('has long texts shortened', () => {
    open().write({ ...event('x'.repeat(100_000)), details: { roles: ['y'.repeat(1000), 'z'.repeat(1001)] } })
    expect(eventsOf()).toMatchObject([
      { target: `${'x'.repeat(1000)}…`, details: { roles: ['y'.repeat(1000), `${'z'.repeat(1000)}…`] } },
    ])
  })

  it('leaves a line alone that was cut', () => {
    writeFileSync(path, '{"time":"2026')
    open().write(event('a'))
    const lines = readFileSync(path, 'utf8').split('\n')
    expect(lines[0]).toBe('{"time":"2026')
    expect(JSON.parse(lines[1] ?? '')).toMatchObject({ target: 'a' })
  })
})

describe('the files of an audit log', () => {
  it('are begun anew before one has too many bytes, and the oldest goes', () => {
    const audit = open({ bytes: 1000, files: 3 })
    for (let number = 0; number < 100; number++) audit.write(event(String(number).padStart(3, '0')))
    expect(files()).toEqual(['audit.log', 'audit.log.1', 'audit.log.2', 'audit.log.3'])
    const targets = ['audit.log.3', 'audit.log.2', 'audit.log.1', 'audit.log'].flatMap((file) => {
      expect(statSync(join(folder, file)).size).toBeLessThanOrEqual(1000)
      expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600)
      return targetsOf(join(folder, file))
    })
    const all = Array.from({ length: 100 }, (_, number) => String(number).padStart(3, '0'))
    expect(targets.length).toBeGreaterThan(20)
    expect(targets).toEqual(all.slice(-targets.length))
  })

  it('have a line that is longer than a file may be, alone', () => {
    const audit = open({ bytes: 100 })
    audit.write(event('x'.repeat(500)))
    expect(files()).toEqual(['audit.log'])
    for (const target of ['a', 'y'.repeat(500), 'b']) audit.write(event(target))
    expect(targetsOf()).toEqual(['b'])
    expect(targetsOf(`${path}.1`)).toEqual(['y'.repeat(500)])
    expect(targetsOf(`${path}.2`)).toEqual(['a'])
    expect(targetsOf(`${path}.3`)).toEqual(['x'.repeat(500)])
  })

  it('are none but the present one where none is kept', () => {
    const audit = open({ bytes: 100, files: 0 })
    for (const target of ['a', 'b', 'c']) audit.write(event(target))
    expect(files()).toEqual(['audit.log'])
    expect(targetsOf()).toEqual(['c'])
  })

  it('are fewer from the next one on where fewer are kept than before, and others stay', () => {
    for (const number of [1, 2, 3, 7]) writeFileSync(`${path}.${number}`, '')
    const others = ['audit.log.gz', 'audit.log.01', 'audit.log.1.gz', 'audit.log.old']
    for (const other of others) writeFileSync(join(folder, other), '')
    const audit = open({ bytes: 100, files: 2 })
    for (const target of ['a', 'b']) audit.write(event(target))
    expect(files()).toEqual(['audit.log', 'audit.log.1', 'audit.log.2', ...others].sort())
    expect(targetsOf(`${path}.1`)).toEqual(['a'])
    expect(readFileSync(`${path}.2`, 'utf8')).toBe('')
  })

  it('may be moved away, emptied or removed by others', () => {
    const audit = open()
    audit.write(event('a'))
    renameSync(path, join(folder, 'moved'))
    audit.write(event('b'))
    expect(targetsOf()).toEqual(['b'])
    rmSync(path)
    audit.write(event('c'))
    expect(targetsOf()).toEqual(['c'])
    truncateSync(path)
    audit.write(event('d'))
    expect(targetsOf()).toEqual(['d'])
    expect(targetsOf(join(folder, 'moved'))).toEqual(['a'])
    appendFileSync(path, '{"target":"theirs"}\n')
    audit.write(event('e'))
    expect(targetsOf()).toEqual(['d', 'theirs', 'e'])
  })
})

describe('an audit log that cannot be written', () => {
  it('is told of when it is opened', () => {
    mkdirSync(path)
    expect(open).toThrow(
      expect.objectContaining({
        kind: 'storage',
        message: 'The audit log audit.log of the home folder cannot be opened.',
      }),
    )
  })

  it('is reported once as long as it fails, and goes on when it can', () => {
    const reports: unknown[] = []
    const audit = open({ report: (error) => reports.push(error) })
    audit.write(event('a'))
    rmSync(path)
    mkdirSync(path)
    audit.write(event('b'))
    audit.write(event('c'))
    expect(reports).toEqual([expect.objectContaining({ kind: 'storage' })])
    rmSync(path, { recursive: true })
    audit.write(event('d'))
    expect(targetsOf()).toEqual(['d'])
    rmSync(path)
    mkdirSync(path)
    audit.write(event('e'))
    expect(reports).toHaveLength(2)
  })
})
