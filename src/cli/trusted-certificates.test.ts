import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../../test/command-line.ts'
import { type ProgramResult, runInProcess } from '../../test/program-in-process.ts'
import { makeCertificate } from '../../test/server-certificates.ts'

describe('a server with a certificate', () => {
  let folder: string
  let server: ServerProcess

  const file = (name: string): string => join(folder, name)

  const espalier = (
    words: readonly string[],
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ProgramResult> =>
    runInProcess(words, {
      environment: {
        ESPALIER_SERVER: server.url,
        ESPALIER_USER: 'admin',
        ESPALIER_PASSWORD: 'admin',
        XDG_CONFIG_HOME: folder,
        ...environment,
      },
    })

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-certificates-'))
    const authority = await makeCertificate({ names: ['authority.example'] })
    const { certificate, key } = await makeCertificate({ names: ['127.0.0.1'], by: authority })
    const stranger = await makeCertificate({ names: ['stranger.example'] })
    writeFileSync(file('authority.crt'), authority.certificate)
    writeFileSync(file('stranger.crt'), stranger.certificate)
    writeFileSync(file('server.crt'), certificate)
    writeFileSync(file('server.key'), key, { mode: 0o600 })
    const shown = ['--tls-cert', file('server.crt'), '--tls-key', file('server.key')]
    server = await startServer(file('home'), ['--no-demo', ...shown], { security: 'on' })
  })
  afterAll(async () => {
    await server.end('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  })

  it('is trusted by the certificate of its authority', async () => {
    expect(server.url).toMatch(/^https:/)
    const listed = { code: 0, out: 'admin\tsuperuser\tenabled\t\n', error: '' }
    expect(await espalier(['user', 'list', '--cacert', file('authority.crt')])).toMatchObject(listed)
    expect(await espalier(['user', 'list'], { ESPALIER_CACERT: file('authority.crt') })).toMatchObject(listed)
  })

  it('is signed in to, without a word on encryption', async () => {
    expect(await espalier(['login', '--cacert', file('authority.crt')])).toMatchObject({
      code: 0,
      error: `Signed in to ${server.url} as admin.\n`,
    })
  })

  it.each<[string, readonly string[], number, string]>([
    [
      'not by those of Node.js',
      [],
      3,
      'is of no authority that is trusted here; name the file of its authority by --cacert',
    ],
    ['not by that of another one', ['stranger.crt'], 3, 'is of no authority that is trusted here'],
    ['not by a key', ['server.key'], 2, 'has no certificate in the form PEM'],
    ['not by a file that is missing', ['none.crt'], 2, 'cannot be read: there is no such file or folder'],
  ])('is trusted %s', async (_, [name], code, message) => {
    const trusting = name === undefined ? [] : ['--cacert', file(name)]
    const result = await espalier(['user', 'list', ...trusting])
    expect(result).toMatchObject({ code, out: '', error: expect.stringContaining(message) })
  })

  it('is trusted under its own name only', async () => {
    const environment = { ESPALIER_SERVER: server.url.replace('127.0.0.1', 'localhost') }
    const result = await espalier(['user', 'list', '--cacert', file('authority.crt')], environment)
    expect(result).toMatchObject({ code: 3, error: expect.stringContaining('is of another host') })
  })

  it('does not answer without encryption', async () => {
    const environment = { ESPALIER_SERVER: server.url.replace('https', 'http') }
    expect(await espalier(['user', 'list'], environment)).toMatchObject({ code: 3, out: '' })
  })
})
