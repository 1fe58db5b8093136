import { readFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HomeServer, startHomeServer } from './home-server.ts'
import { type RawAnswer, rawRequest } from './raw-request.ts'

let server: HomeServer

beforeEach(async () => {
  server = await startHomeServer('', { security: 'on' })
})

afterEach(() => server[Symbol.asyncDispose]())

const basic = (user: string, password: string, encoding: BufferEncoding = 'utf8'): string =>
  `Basic ${Buffer.from(`${user}:${password}`, encoding).toString('base64')}`

function get(authorization: string, path = '/admin/status/whoami'): Promise<RawAnswer> {
  return rawRequest(server.url, path, { headers: { host: 'localhost', authorization } })
}

async function addUser(username: string, password: string): Promise<void> {
  const headers = {
    host: 'localhost',
    authorization: basic('admin', 'admin'),
    'content-type': 'application/json',
  }
  const body = JSON.stringify({ username, password })
  const { status, text } = await rawRequest(server.url, '/admin/users', { method: 'POST', headers, body })
  expect([status, text]).toEqual([201, expect.anything()])
}

describe('signing in over HTTP', () => {
  it('takes the password, in letters of any script', async () => {
    await addUser('zoë', 'ключ 🔑: é')
    for (const header of [basic('zoë', 'ключ 🔑: é'), basic('zoë', 'ключ 🔑: é').replace('Basic', 'basic')])
      expect(await get(header)).toMatchObject({ status: 200, text: 'zoë' })
    await addUser('ann', 'pässwörd')
    expect(await get(basic('ann', 'pässwörd', 'latin1'))).toMatchObject({ status: 200, text: 'ann' })
  })

  it('says in one sentence that something is wrong, and what is taken', async () => {
    const answers = [
      await get(basic('admin', 'wrong')),
      await get(basic('nobody', 'wrong')),
      await get(basic('admin', '')),
    ]
    for (const { status, headers, text } of answers) {
      expect(status).toBe(401)
      expect(JSON.parse(text)).toEqual({
        message: 'The user name or the password is wrong.',
        code: 'SEAEE2',
      })
      expect(headers['sd-error-code']).toBe('SEAEE2')
      expect(headers['www-authenticate']).toMatch(/Basic realm="Espalier", charset="UTF-8".*Bearer/)
    }
  })

  it('says what is wrong with a header that it cannot read', async () => {
    const refusal = async (header: string): Promise<unknown> => {
      const { status, text } = await get(header)
      return [status, JSON.parse(text).message]
    }
    expect(await refusal('Digest x')).toEqual([401, expect.stringContaining('Basic or Bearer')])
    expect(await refusal('Basic admin:admin')).toEqual([401, expect.stringContaining('base64')])
    expect(await refusal('Bearer')).toEqual([401, expect.stringContaining('token')])
  })

  it('refuses two headers, of which somebody between may have read the other', async () => {
    const { hostname, port } = new URL(server.url)
    const answer = new Promise<number | undefined>((resolve, reject) => {
      const request = httpRequest({ hostname, port, path: '/admin/status/whoami' }, (response) => {
        response.resume()
        resolve(response.statusCode)
      })
      request.once('error', reject)
      request.setHeader('Authorization', [basic('admin', 'admin'), basic('admin', 'admin')])
      request.end()
    })
    expect(await answer).toBe(401)
  })
})

describe('a flood of wrong passwords over HTTP', () => {
  it('is refused after ten, while others sign in and work', async () => {
    await addUser('ann', 'secret of ann')
    await addUser('ben', 'secret of ben')
    const flood = Promise.all(
      Array.from({ length: 200 }, (_, number) => get(basic('ann', `wrong ${number}`))),
    )
    expect(await get(basic('ben', 'secret of ben'))).toMatchObject({ status: 200, text: 'ben' })
    expect((await get(basic('admin', 'admin'), '/admin/databases')).status).toBe(200)
    const answers = await flood
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(190)
    const [throttled] = answers.filter(({ status }) => status === 429)
    expect(throttled?.headers['retry-after']).toMatch(/^[1-9]\d?$/)
    expect(JSON.parse(throttled?.text ?? '')).toMatchObject({ code: 'SETMA2' })
    const { status, headers } = await get(basic('ann', 'secret of ann'))
    expect(status).toBe(429)
    expect(Number(headers['retry-after'])).toBeGreaterThan(1)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60)
    expect((await get(basic('ben', 'secret of ben'))).status).toBe(200)
  })

  it('is a few lines of the audit log, none of which has a password', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, number) => get(basic('admin', `wrong-${number}`))))
    for (let number = 0; number < 20; number++) expect((await get(basic('admin', 'admin'))).status).toBe(429)
    const lines = readFileSync(join(server.folder, 'audit.log'), 'utf8').trim().split('\n')
    const refused = lines.filter((line) => JSON.parse(line).outcome === 'refused')
    expect(refused.length).toBeGreaterThanOrEqual(11)
    expect(refused.length).toBeLessThanOrEqual(22)
    expect(lines.join()).not.toContain('wrong-')
  })

  it('of clients that do not wait for the answer leaves nothing behind', async () => {
    await addUser('ben', 'secret of ben')
    const { hostname, port } = new URL(server.url)
    await Promise.all(
      Array.from({ length: 12 }, (_, number) => {
        const headers = { authorization: basic(`user ${number}`, 'wrong') }
        const request = httpRequest({ hostname, port, path: '/admin/status/whoami', headers })
        return new Promise<void>((resolve) => {
          request.once('error', () => resolve())
          request.once('close', () => resolve())
          request.once('socket', (socket) =>
            socket.once('connect', () => setImmediate(() => request.destroy())),
          )
          request.end()
        })
      }),
    )
    expect(await get(basic('ben', 'secret of ben'))).toMatchObject({ status: 200, text: 'ben' })
  })
})
