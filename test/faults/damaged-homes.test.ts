import { execFileSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openHomeService } from '../../src/cli/home-service.ts'
import { type RunningServer, serve } from '../../src/server/serve.ts'
import { httpLimits } from '../../src/server/server-parts.ts'
import { runCommand } from '../command-line.ts'
import { createDatabase } from './asking.ts'
import { canMountDisks } from './small-disk.ts'

const turtle = '@prefix : <http://api.stardog.com/> . :x a :Old ; :name "old" .'

let home: string
let server: RunningServer

/** Serves the home folder in this process; its databases are read and written by others. */
async function start(): Promise<void> {
  const { services, spoolFolder } = openHomeService(home)
  const security = { kind: 'off' } as const
  const parts = { services, security, spoolFolder, version: '0.0.0', limits: httpLimits }
  server = await serve(parts, { host: '127.0.0.1', port: 0 })
}

async function startWith(...names: readonly string[]): Promise<void> {
  home = mkdtempSync(join(tmpdir(), 'espalier-damaged-'))
  await start()
  for (const name of names) await createDatabase(server.url, name, turtle)
}

async function end(): Promise<void> {
  await server.stop(0)
  rmSync(home, { recursive: true, force: true })
}

const folderOf = (name: string) => join(home, 'databases', name)
const fileOf = (name: string) => join(folderOf(name), 'data.db')

async function call(method: string, path: string, body?: string | Uint8Array<ArrayBuffer>) {
  const headers = { 'content-type': 'text/turtle' }
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, code: answer.headers.get('sd-error-code'), text: await answer.text() }
}

async function backupOf(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`${server.url}/admin/databases/${name}/backup`)
  return new Uint8Array(await answer.arrayBuffer())
}

/** Every use of the database is refused with what is to be said to a client, and nothing of where it is. */
async function expectRefused(name: string): Promise<void> {
  for (const [method, path, body] of [
    ['GET', `/${name}/size`],
    ['GET', `/${name}/graphql?query=%7BOld%7Bname%7D%7D`],
    ['GET', `/${name}/query?query=ASK%7B%3Fs%20%3Fp%20%3Fo%7D`],
    ['POST', `/${name}`, turtle],
    ['GET', `/admin/databases/${name}/backup`],
  ] as const) {
    const { status, code, text } = await call(method, path, body)
    expect([path, status, code, text]).toEqual([
      path,
      503,
      '0DSTO2',
      expect.stringContaining(`database '${name}'`),
    ])
    expect(text).not.toContain(home)
  }
}

/** The other database is asked and changed as if nothing had happened. */
async function expectOtherGoesOn(): Promise<void> {
  expect(await call('GET', '/b/graphql?query=%7BOld%7Bname%7D%7D')).toMatchObject({
    status: 200,
    text: '{"data":[{"name":"old"}]}',
  })
  expect((await call('POST', '/b', turtle)).status).toBe(200)
  expect((await call('GET', '/admin/healthcheck')).status).toBe(200)
}

const harms: Readonly<Record<string, (name: string) => void>> = {
  empty: (name) => truncateSync(fileOf(name), 0),
  firstPage: (name) => truncateSync(fileOf(name), 4096),
  cut: (name) => truncateSync(fileOf(name), 5000),
  gone: (name) => rmSync(fileOf(name)),
  noFolder: (name) => rmSync(folderOf(name), { recursive: true }),
  folder(name) {
    rmSync(fileOf(name))
    mkdirSync(fileOf(name))
  },
  text: (name) => writeFileSync(fileOf(name), 'text '.repeat(10_000)),
  foreign(name) {
    rmSync(fileOf(name))
    const other = new DatabaseSync(fileOf(name))
    other.exec('CREATE TABLE quad (p, s, o, g, u)')
    other.close()
  },
}

describe('databases whose files are harmed', () => {
  const backups = new Map<string, Uint8Array<ArrayBuffer>>()

  beforeAll(async () => {
    await startWith('b', 'dropped', ...Object.keys(harms))
    for (const name of Object.keys(harms)) backups.set(name, await backupOf(name))
    await server.stop(0)
    for (const [name, harm] of Object.entries(harms)) harm(name)
    rmSync(folderOf('dropped'), { recursive: true })
    await start()
  })
  afterAll(end)

  it.each(Object.keys(harms))('(%s) are refused, found by a check, and restored', async (name) => {
    await expectRefused(name)
    await expectOtherGoesOn()
    const { findings } = JSON.parse((await call('GET', `/admin/databases/${name}/check`)).text)
    expect(findings.some(({ part }: { part: string }) => part === 'file')).toBe(true)
    expect(JSON.stringify(findings)).not.toContain(home)
    const restored = await call('POST', '/admin/restore?overwrite=true', backups.get(name))
    expect([restored.status, restored.text]).toEqual([201, expect.stringContaining('"triples":2')])
    expect((await call('GET', `/${name}/size`)).text).toBe('2')
    expect((await call('POST', `/${name}`, turtle.replace('"old"', '"new"'))).status).toBe(200)
    expect((await call('GET', `/${name}/size`)).text).toBe('3')
    const after = JSON.parse((await call('GET', `/admin/databases/${name}/check`)).text)
    expect(after.findings.filter(({ part }: { part: string }) => part !== 'catalog')).toEqual([])
  })

  it('are dropped and made again', async () => {
    expect((await call('DELETE', '/admin/databases/dropped')).status).toBe(200)
    await createDatabase(server.url, 'dropped', turtle)
    expect((await call('GET', '/dropped/size')).text).toBe('2')
  })
})

describe('a catalog', () => {
  beforeEach(() => startWith('a'))
  afterEach(end)

  it.each([
    ['is cut', (path: string) => truncateSync(path, 3000)],
    ['is a text', (path: string) => writeFileSync(path, 'text '.repeat(1000))],
    [
      'is a folder',
      (path: string) => {
        rmSync(path)
        mkdirSync(path)
      },
    ],
  ])('that %s keeps the server from starting, and nothing is lost', async (_, harm) => {
    await server.stop(0)
    const before = readFileSync(fileOf('a'))
    const catalog = readFileSync(join(home, 'system.db'))
    harm(join(home, 'system.db'))
    await expect(start()).rejects.toMatchObject({
      kind: 'storage',
      message: expect.stringMatching(/The (catalog|file) ".*system\.db"/),
    })
    expect(readFileSync(fileOf('a'))).toEqual(before)
    rmSync(join(home, 'system.db'), { recursive: true })
    writeFileSync(join(home, 'system.db'), catalog)
    await start()
    expect((await call('GET', '/a/size')).text).toBe('2')
  })
})

describe.skipIf(!canMountDisks())('a folder that cannot be written', () => {
  beforeEach(() => startWith('a', 'b'))
  afterEach(end)

  const readOnly = (path: string) => {
    execFileSync('mount', ['--bind', path, path])
    execFileSync('mount', ['-o', 'remount,bind,ro', path])
  }

  it('of a database refuses changes of it, and loses nothing', async () => {
    await server.stop(0)
    readOnly(folderOf('a'))
    try {
      await start()
      const { status, code, text } = await call('POST', '/a', turtle)
      expect([status, code]).toEqual([503, '0DSTO2'])
      expect(text).not.toContain(home)
      await expectOtherGoesOn()
      expect((await call('DELETE', '/admin/databases/a')).status).toBe(503)
    } finally {
      execFileSync('umount', ['--lazy', folderOf('a')])
    }
    await server.stop(0)
    await start()
    expect((await call('GET', '/b/size')).text).toBe('2')
  })

  it('which is the home keeps the server from starting', async () => {
    await server.stop(0)
    readOnly(home)
    try {
      const { code, error } = await runCommand(['server', 'start', '--port', '0'], home)
      expect(code).toBe(3)
      expect(error).toMatch(/cannot be|read-only/)
      expect(error).not.toMatch(/\n\s+at /)
    } finally {
      execFileSync('umount', ['--lazy', home])
    }
    await start()
    expect((await call('GET', '/a/size')).text).toBe('2')
  })
})

describe('a name that leads elsewhere', () => {
  beforeAll(() => startWith('a', 'b'))
  afterAll(end)

  /** All that is in the home folder, but for the files that SQLite makes and removes beside a database. */
  const files = () =>
    readdirSync(home, { recursive: true, encoding: 'utf8' })
      .filter((path) => !/-(?:wal|shm)$/.test(path))
      .sort()

  /** Sends a path as it is; `fetch` would resolve dots. */
  async function raw(
    method: string,
    path: string,
    body?: string,
  ): Promise<readonly [number | undefined, unknown]> {
    const { hostname, port } = new URL(server.url)
    const { promise, resolve, reject } = Promise.withResolvers<readonly [number | undefined, unknown]>()
    const request = httpRequest({
      hostname,
      port,
      method,
      path,
      headers: { 'content-type': 'application/json' },
    })
    request.once(
      'response',
      (answer) => void json(answer).then((value) => resolve([answer.statusCode, value]), reject),
    )
    request.once('error', reject)
    request.end(body)
    return promise
  }

  const names = [
    '..',
    '../x',
    '../../x',
    'a/../b',
    '/etc',
    'a\\b',
    'a\u0000',
    'é',
    'a'.repeat(65),
    'x'.repeat(5000),
    'admin',
    'ADMIN',
    'options',
    'A',
    '__proto__',
    'con.',
    '',
  ]

  it.each(names)('%j is refused as a new one, and is none of those that there are', async (name) => {
    const before = files()
    const [status] = await raw('POST', '/admin/databases', JSON.stringify({ dbname: name }))
    expect(name === 'A' ? [409] : [400]).toContain(status)
    const encoded = encodeURIComponent(name)
    for (const [method, path] of [
      ['DELETE', `/admin/databases/${encoded}`],
      ['GET', `/admin/databases/${encoded}/options`],
      ['PUT', `/admin/databases/${encoded}/offline`],
      ['PUT', `/admin/databases/${encoded}/backup`],
      ['GET', `/${encoded}/size`],
    ] as const) {
      const [found, body] = await raw(method, path)
      expect([path, found, body]).toEqual([
        path,
        expect.toSatisfy((code: number) => code >= 400 && code < 500),
        expect.anything(),
      ])
    }
    expect(files()).toEqual(before)
    expect((await call('GET', '/admin/databases')).text).toBe('{"databases":["a","b"]}')
  })

  it.each([
    '/admin/databases/%2e%2e',
    '/admin/databases/..%2f..%2fx',
    '/%2e%2e%2fsystem.db/size',
    '/admin/databases/%00',
    '/admin/databases/%',
  ])('%s finds nothing', async (path) => {
    const [status] = await raw(path.endsWith('size') ? 'GET' : 'DELETE', path)
    expect([400, 404, 405]).toContain(status)
    expect((await call('GET', '/admin/databases')).text).toBe('{"databases":["a","b"]}')
  })
})
