import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openHomeService } from '../../src/cli/home-service.ts'
import { type RunningServer, serve } from '../../src/server/serve.ts'
import { httpLimits } from '../../src/server/server-parts.ts'
import { basicAuthorization } from '../basic-authorization.ts'

let home: string
let server: RunningServer | undefined

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'espalier-damaged-accounts-'))
})

afterEach(async () => {
  await stop()
  rmSync(home, { recursive: true, force: true })
})

/** Serves the home folder in this process; who comes has to sign in. */
async function start(reports: unknown[] = []): Promise<void> {
  const opened = openHomeService(home, { onAuditFailure: (error) => reports.push(error) })
  try {
    const { services, audit, spoolFolder } = opened
    const security = await opened.security()
    const parts = { services, security, audit, spoolFolder, version: '0.0.0', limits: httpLimits }
    server = await serve(parts, { host: '127.0.0.1', port: 0 })
  } catch (error) {
    await opened.services.close()
    throw error
  }
}

async function stop(): Promise<void> {
  await server?.stop(0)
  server = undefined
}

const byPassword = basicAuthorization('admin', 'admin')

async function call(path: string, authorization: string, method = 'GET', body?: string) {
  const answer = await fetch(`${server?.url}${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  })
  return { status: answer.status, text: await answer.text() }
}

async function tokenOf(authorization: string): Promise<string> {
  const { token }: { readonly token?: unknown } = JSON.parse((await call('/admin/token', authorization)).text)
  return `Bearer ${String(token)}`
}

const whoami = async (authorization: string) => (await call('/admin/status/whoami', authorization)).status

const keyFile = () => join(home, 'token.key')
const auditFile = () => join(home, 'audit.log')

it('has tokens hold as long as its key and license stay as they are', async () => {
  await start()
  const token = await tokenOf(byPassword)
  await stop()
  await start()
  expect(await whoami(token)).toBe(200)
  await stop()
  const license = readFileSync(join(home, 'license'))
  writeFileSync(join(home, 'license'), '123e4567-e89b-42d3-a456-426614174000\n')
  await start()
  expect(await whoami(token)).toBe(401)
  await stop()
  writeFileSync(join(home, 'license'), license)
  const key = readFileSync(keyFile())
  rmSync(keyFile())
  await start()
  expect(await whoami(token)).toBe(401)
  expect(await whoami(await tokenOf(byPassword))).toBe(200)
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  await stop()
  writeFileSync(keyFile(), key)
  await start()
  expect(await whoami(token)).toBe(200)
})

it.each<[string, () => void, RegExp]>([
  ['others may read', () => chmodSync(keyFile(), 0o640), /^The key file token\.key .* is open to others/],
  ['holds no key', () => writeFileSync(keyFile(), 'x'), /^The key file token\.key .* holds no key/],
  [
    'is a folder',
    () => {
      rmSync(keyFile())
      mkdirSync(keyFile())
    },
    /^The key file token\.key/,
  ],
])('does not start with a key of tokens that %s, and leaves it as it is', async (_, harm, message) => {
  await start()
  await stop()
  harm()
  const before = statSync(keyFile())
  await expect(start()).rejects.toThrow(message)
  expect(statSync(keyFile())).toMatchObject({ mode: before.mode, size: before.size, mtimeMs: before.mtimeMs })
})

it('does not start without its audit log, and goes on behind a line of it that was cut', async () => {
  mkdirSync(auditFile())
  await expect(start()).rejects.toThrow('The audit log audit.log of the home folder cannot be opened.')
  rmSync(auditFile(), { recursive: true })
  appendFileSync(auditFile(), '{"time":"2026-')
  await start()
  await call('/admin/users', byPassword, 'POST', '{"username":"ann","password":"garden"}')
  const lines = readFileSync(auditFile(), 'utf8').trim().split('\n')
  expect(lines[0]).toBe('{"time":"2026-')
  const actions = lines.slice(1).map((line) => JSON.parse(line).action)
  expect(actions).toContain('login')
  expect(actions).toContain('user.add')
})

it('goes on where its audit log cannot be written any more, and says so once', async () => {
  const reports: unknown[] = []
  await start(reports)
  rmSync(auditFile())
  mkdirSync(auditFile())
  for (const name of ['ann', 'bob']) {
    const body = JSON.stringify({ username: name, password: 'garden' })
    expect(await call('/admin/users', byPassword, 'POST', body)).toMatchObject({ status: 201 })
  }
  expect(reports).toHaveLength(1)
})
