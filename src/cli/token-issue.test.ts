import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ProgramContext } from '../../test/program-in-process.ts'
import { annsPassword, type SecuredProgram, startSecuredProgram } from '../../test/secured-program.ts'
import { forgetLogins, savedLogin } from './saved-logins.ts'

let program: SecuredProgram

beforeAll(async () => {
  program = await startSecuredProgram()
})
afterAll(() => program[Symbol.asyncDispose]())

/** The commands of a program that has nothing but a token. */
const byToken = (token: string, ...words: readonly string[]) =>
  program.espalier(words, { environment: { ESPALIER_TOKEN: token } })

describe('a token that is issued', () => {
  it.each<[string, readonly string[], Partial<ProgramContext>]>([
    ['of the environment', [], { environment: { ESPALIER_USER: 'ann', ESPALIER_PASSWORD: annsPassword } }],
    ['on the standard input', ['--user', 'ann'], { input: `${annsPassword}\n` }],
    [
      'on the standard input, whatever the environment says',
      ['--user', 'ann', '--password-stdin'],
      { input: `${annsPassword}\n`, environment: { ESPALIER_PASSWORD: 'wrong' } },
    ],
  ])('is all that is printed, by a password %s', async (_, words, given) => {
    const { code, out, error } = await program.espalier(['token', 'issue', ...words], given)
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/u)
    expect(await byToken(out.trim(), 'user', 'permission')).toMatchObject({
      code: 0,
      out: 'write user:ann\texplicit\nread user:ann\texplicit\n',
    })
  })

  it('is of the server that the operand names', async () => {
    const elsewhere = { ESPALIER_SERVER: 'http://127.0.0.1:9', ESPALIER_PASSWORD: annsPassword }
    const issued = await program.espalier(['token', 'issue', program.url, '--user', 'ann'], {
      environment: elsewhere,
    })
    expect(issued).toMatchObject({ code: 0, error: '' })
  })

  it('is not kept for other commands', async () => {
    expect(savedLogin(new URL(program.url), { XDG_CONFIG_HOME: program.folder })).toBeUndefined()
    expect((await program.espalier(['db', 'list'])).code).toBe(1)
  })

  it('is asked for on a terminal, where the password is not seen', async () => {
    const { out, error, raw } = await program.espalier(['token', 'issue'], {
      typed: true,
      input: `ann\n${annsPassword}\r`,
    })
    expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/u)
    expect(error).toBe(`User of ${program.url}: Password of ann at ${program.url}: \n`)
    expect(raw).toEqual([true, false])
  })
})

describe('no token is issued', () => {
  it.each<[string, readonly string[], Partial<ProgramContext>, number, RegExp]>([
    [
      'for a wrong password',
      ['--user', 'ann'],
      { input: 'wrong' },
      1,
      /^espalier: The user name or the password is wrong\./u,
    ],
    [
      'for nobody',
      ['--user', 'nobody'],
      { input: 'wrong' },
      1,
      /^espalier: The user name or the password is wrong\./u,
    ],
    ['without a user', [], {}, 2, /The option --user is missing/u],
    ['without a password', ['--user', 'ann'], { input: '' }, 2, /nothing was given/u],
    ['for a token', [], { environment: { ESPALIER_TOKEN: 'x' } }, 2, /The option --user is missing/u],
    [
      'by a server that is none',
      ['http://127.0.0.1:9', '--user', 'ann'],
      { input: 'x' },
      3,
      /127\.0\.0\.1:9/u,
    ],
    ['by two servers', ['http://a.example', 'http://b.example'], {}, 2, /Unexpected operand/u],
    ['with a password on the command line', ['--password', 'x'], {}, 2, /is seen by others/u],
  ])('%s', async (_, words, given, code, error) => {
    const result = await program.espalier(['token', 'issue', ...words], given)
    expect(result).toMatchObject({ code, out: '', error: expect.stringMatching(error) })
  })

  it('though somebody is signed in: that is by a token', async () => {
    await program.espalier(['login', '--user', 'ann'], { input: annsPassword })
    const result = await program.espalier(['token', 'issue'])
    expect(result).toMatchObject({ code: 2, out: '', error: expect.stringContaining('--user') })
    forgetLogins(undefined, { XDG_CONFIG_HOME: program.folder })
  })
})
