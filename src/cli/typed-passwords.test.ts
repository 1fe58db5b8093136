import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HomeServer, startHomeServer } from '../../test/home-server.ts'
import { hasPrograms } from '../../test/programs.ts'
import { savedLogin } from './saved-logins.ts'

const main = fileURLToPath(new URL('main.ts', import.meta.url))

/** Whether there is the program of util-linux that runs another one in a terminal; other systems have others of that name. */
const hasTerminals = process.platform === 'linux' && hasPrograms('script')

describe.skipIf(!hasTerminals)('in a terminal', () => {
  let server: HomeServer
  let folder: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-terminal-'))
    server = await startHomeServer('', { security: 'on' })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Runs a command in a terminal: types each text when the screen ends with what it waits for. Tells what was on the screen. */
  async function typing(
    words: string,
    typed: readonly (readonly [prompt: string, keys: string])[],
  ): Promise<{ readonly screen: string; readonly status: unknown }> {
    const line = `${process.execPath} ${main} ${words}; echo "[$?]"; stty -a`
    const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
      env: { ...process.env, ESPALIER_SERVER: server.url, XDG_CONFIG_HOME: folder, NO_COLOR: '1' },
    })
    const waiting = [...typed]
    let screen = ''
    child.stdout.on('data', (piece) => {
      screen += String(piece)
      const [next] = waiting
      if (next !== undefined && screen.endsWith(next[0])) {
        waiting.shift()
        child.stdin.write(next[1])
      }
    })
    await once(child, 'exit')
    child.stdin.destroy()
    expect(waiting).toEqual([])
    const [, shown = '', status, settings = ''] = /^(.*)\[(\d+)\]\r?\n(.*)$/su.exec(screen) ?? []
    // What is typed afterwards can be seen again.
    expect(settings).toMatch(/ echo /u)
    expect(settings).toMatch(/ icanon /u)
    return { screen: shown.replaceAll('\r\n', '\n'), status: Number(status) }
  }

  it('a password is asked for, and not seen', async () => {
    const prompt = `Password of admin at ${server.url}: `
    expect(
      await typing('login', [
        [`User of ${server.url}: `, 'admin\r'],
        [prompt, 'admim\u007fn\r'],
      ]),
    ).toEqual({
      screen: `User of ${server.url}: admin\n${prompt}\nSigned in to ${server.url} as admin.\n`,
      status: 0,
    })
    expect(savedLogin(new URL(server.url), { XDG_CONFIG_HOME: folder })?.user).toBe('admin')
  })

  it('a token is printed after it', async () => {
    const prompt = `Password of admin at ${server.url}: `
    const { screen, status } = await typing('token issue --user admin', [[prompt, 'admin\r']])
    expect(status).toBe(0)
    const [asked, token = '', ...rest] = screen.split('\n')
    expect([asked, ...rest]).toEqual([prompt, ''])
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/u)
  })

  it('a token is asked for, and not seen, also a long one', async () => {
    const conf = join(folder, 'jwt.conf')
    writeFileSync(conf, 'issuers: {}\n', { mode: 0o600 })
    // More than a terminal takes in a line that it edits itself.
    const { screen, status } = await typing(`jwt explain ${conf}`, [['Token: ', `${'x'.repeat(5_000)}\r`]])
    expect(screen).toMatch(
      /^Token: \nform +no +The token does not consist of three parts\.\ntoken +no +It is refused/u,
    )
    expect(screen).not.toContain('xx')
    expect(status).toBe(1)
  })

  it('a new one is asked for twice, after the present one', async () => {
    const typed = [
      ['Present password of admin: ', 'admin\r'],
      ['New password of admin: ', 'Quince 🌱\r'],
      ['New password of admin, again: ', 'Quince 🌱\r'],
    ] as const
    expect(await typing('user passwd', typed)).toEqual({
      screen: `${typed.map(([prompt]) => `${prompt}\n`).join('')}Changed the password of admin.\n`,
      status: 0,
    })
    expect((await typing('db list', [])).status).toBe(0)
  })

  it('an interrupt ends the question, and the terminal shows again what is typed', async () => {
    const prompt = `Password of ann at ${server.url}: `
    expect(await typing('db list --user ann', [[prompt, 'Sl\u0003']])).toEqual({
      screen: `${prompt}\n`,
      status: 130,
    })
  })

  it('the end of the input is no password', async () => {
    const prompt = `Password of ann at ${server.url}: `
    const { screen, status } = await typing('db list --user ann', [[prompt, '\u0004']])
    expect(screen).toContain('nothing was given')
    expect(status).toBe(2)
  })

  it('columns stand under each other', async () => {
    const listed = await typing('user permission admin', [])
    expect(listed).toEqual({
      screen: expect.stringMatching(/^all \*:\* +explicit\n/u),
      status: 0,
    })
  })
})
