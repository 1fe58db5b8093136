import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCommand } from '../../test/command-line.ts'
import type { ProgramContext } from '../../test/program-in-process.ts'
import { annsPassword, type SecuredProgram, startSecuredProgram, told } from '../../test/secured-program.ts'
import { forgetLogins, loginsPath, savedLogin } from './saved-logins.ts'

let program: SecuredProgram

beforeAll(async () => {
  program = await startSecuredProgram()
})
afterAll(() => program[Symbol.asyncDispose]())

beforeEach(() => {
  forgetLogins(undefined, { XDG_CONFIG_HOME: program.folder })
})

describe('a command that shows no credentials', () => {
  it('is told how to sign in', async () => {
    expect(await program.espalier(['db', 'list'])).toMatchObject({
      code: 1,
      out: '',
      error: `espalier: This needs a user name and password, or a token. Sign in by "espalier login ${program.url}", or give --user.\n`,
    })
  })

  it.each([
    [['data', 'size', 'garden']],
    [['query', 'execute', 'garden', 'ASK {}']],
    [['graphql', 'execute', 'garden', '{ A { b } }']],
    [['graphql', 'schema', '--list', 'garden']],
    [['data', 'export', 'garden']],
    [['query', 'list']],
    [['user', 'list']],
    [['role', 'list']],
    [['user', 'passwd']],
    [['db', 'backup', 'garden']],
  ])('%j is refused', async (words) => {
    expect(await program.espalier(words)).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('login'),
    })
  })
})

describe('who asks', () => {
  const permissions = ['user', 'permission'] as const
  const isAnn = { code: 0, out: 'write user:ann\texplicit\nread user:ann\texplicit\n', error: '' }

  it.each<[string, readonly string[], Partial<ProgramContext>]>([
    ['ESPALIER_USER', [], { environment: { ESPALIER_USER: 'ann', ESPALIER_PASSWORD: annsPassword } }],
    [
      '--user',
      ['--user', 'ann'],
      { environment: { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: annsPassword } },
    ],
    [
      '--user before a token',
      ['--user', 'ann'],
      { environment: { ESPALIER_TOKEN: 'x', ESPALIER_PASSWORD: annsPassword } },
    ],
    ['a password on the standard input', ['--user', 'ann'], { input: `${annsPassword}\n` }],
    ['a password on the standard input of Windows', ['--user', 'ann'], { input: `${annsPassword}\r\n` }],
    [
      'an account that a superuser acts for',
      ['--run-as', 'ann'],
      { environment: { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin' } },
    ],
  ])('is told by %s', async (_, words, given) => {
    expect(await program.espalier([...permissions, ...words], given)).toMatchObject(isAnn)
  })

  it('types the password without seeing it', async () => {
    const result = await program.espalier([...permissions, '--user', 'ann'], {
      typed: true,
      input: `${annsPassword}\r`,
    })
    expect(result).toMatchObject({
      code: 0,
      error: `Password of ann at ${program.url}: \n`,
      raw: [true, false],
    })
  })

  it('is told by a token', async () => {
    await told(program.espalier(['login', '--user', 'ann'], { input: annsPassword }))
    const token = savedLogin(new URL(program.url), { XDG_CONFIG_HOME: program.folder })?.token ?? ''
    const elsewhere = { XDG_CONFIG_HOME: join(program.folder, 'none'), ESPALIER_TOKEN: token }
    expect(await program.espalier(permissions, { environment: elsewhere })).toMatchObject(isAnn)
  })

  it.each<[string, readonly string[], Partial<ProgramContext>, number, string]>([
    [
      'a wrong password',
      ['--user', 'ann'],
      { input: 'Damson\n' },
      1,
      'The user name or the password is wrong.\n',
    ],
    [
      'a wrong password of the environment',
      ['--user', 'ann'],
      { environment: { ESPALIER_PASSWORD: 'Sloe' } },
      1,
      'is wrong. They are ann and the value of ESPALIER_PASSWORD.\n',
    ],
    [
      'an unknown user',
      ['--user', 'bob'],
      { input: 'Damson\n' },
      1,
      'The user name or the password is wrong.\n',
    ],
    ['no password', ['--user', 'ann'], {}, 2, 'Type it on a terminal, set ESPALIER_PASSWORD, or send it'],
    ['an empty password', ['--user', 'ann'], { input: '\n' }, 2, 'nothing was given'],
    ['no name', ['--user', ''], { input: 'a\n' }, 2, '--user needs the name of a user.'],
    ['a name with a colon', ['--user', 'a:b'], { input: 'a\n' }, 2, 'names have no colon'],
    [
      'a token that is none',
      [],
      { environment: { ESPALIER_TOKEN: 'a.b.c' } },
      1,
      'not valid. It is the one in ESPALIER_TOKEN.',
    ],
    [
      'a token of two lines',
      [],
      { environment: { ESPALIER_TOKEN: 'a\nb' } },
      2,
      'characters that no token has',
    ],
    [
      'two at once',
      [],
      { environment: { ESPALIER_TOKEN: 'a.b.c', ESPALIER_USER: 'ann' } },
      2,
      'are both set',
    ],
    ['nobody to act for', ['--run-as', ''], {}, 2, '--run-as needs the name of a user.'],
    ['a header to act for', ['--run-as', 'a\r\nX: y'], {}, 2, '--run-as needs the name of a user.'],
    [
      'a password in a URL',
      ['--server', 'http://ann:Sloe@127.0.0.1:1'],
      {},
      2,
      'A name or password in a URL is seen by others.',
    ],
    ['a password as an operand', ['--password', 'Sloe'], {}, 2, 'is seen by others. It is asked for'],
    ['a name as other programs take it', ['-u', 'ann'], {}, 2, 'Did you mean "--user"?'],
    ['a password in short', ['-p', 'Sloe'], {}, 2, 'is seen by others. It is asked for'],
  ])('is not told by %s', async (_, words, given, code, message) => {
    const result = await program.espalier([...permissions, ...words], given)
    expect(result).toMatchObject({ code, out: '', error: expect.stringContaining(message) })
    expect(result.error).not.toMatch(/Damson|Sloe@/)
  })

  it('may not act for another without being a superuser', async () => {
    expect(await program.as('ann', annsPassword, 'db', 'list', '--run-as', 'admin')).toMatchObject({
      code: 1,
      out: '',
    })
  })

  it('is known by a line, while more could come', async () => {
    const home = join(program.folder, 'none')
    const child = startCommand(['user', 'permission', '--user', 'ann'], home, {
      ESPALIER_SERVER: program.url,
      XDG_CONFIG_HOME: program.folder,
    })
    child.stdin.write(`${annsPassword}\n`)
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect({ out, code }).toEqual({ out: isAnn.out, code: 0 })
    child.stdin.destroy()
  })

  it('has the standard input for data where the password is known', async () => {
    const clash = await program.espalier(['query', 'execute', 'garden', '-', '--user', 'ann'], {
      input: annsPassword,
    })
    expect(clash).toMatchObject({
      code: 2,
      error: expect.stringContaining('has no room for the password of ann'),
    })
    const environment = { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin' }
    const asked = await program.espalier(['query', 'execute', 'garden', '-'], {
      environment,
      input: 'ASK {}',
    })
    expect(asked).toMatchObject({ code: 0, out: '{"head":{},"boolean":true}\n' })
  })
})

describe('a login', () => {
  it('is kept, used, and forgotten', async () => {
    const said = await told(
      program.espalier(['login', program.url], {
        environment: { ESPALIER_SERVER: '', ESPALIER_USER: 'ann', ESPALIER_PASSWORD: annsPassword },
      }),
    )
    expect(said).toBe(`Signed in to ${program.url} as ann.\n`)
    expect(await program.espalier(['user', 'permission'])).toMatchObject({ code: 0 })
    expect(await program.espalier(['user', 'permission', '--user', 'ann'])).toMatchObject({ code: 0 })
    expect(readFileSync(loginsPath({ XDG_CONFIG_HOME: program.folder }), 'utf8')).not.toContain('Damson')
    expect(await told(program.espalier(['logout']))).toBe(`Forgot the login for ${program.url}.\n`)
    expect(await told(program.espalier(['logout']))).toBe(`There is no login for ${program.url}.\n`)
    expect(await told(program.espalier(['logout', '--all']))).toBe('There are no logins.\n')
    const idle = { environment: { ESPALIER_SERVER: '', ESPALIER_HOME: join(program.folder, 'none') } }
    expect(await program.espalier(['logout'], idle)).toMatchObject({
      code: 2,
      error: expect.stringContaining('give the URL of the server, or --all'),
    })
    expect(await program.espalier(['user', 'permission'])).toMatchObject({ code: 1 })
  })

  it('asks for the user and the password', async () => {
    const result = await program.espalier(['login'], { typed: true, input: `ann\n${annsPassword}\r` })
    expect(result).toMatchObject({ code: 0, raw: [true, false] })
    expect(result.error).toBe(
      `User of ${program.url}: Password of ann at ${program.url}: \nSigned in to ${program.url} as ann.\n`,
    )
  })

  it.each<[string, readonly string[], Partial<ProgramContext>, number, string]>([
    ['without a user', [], { input: annsPassword }, 2, 'The option --user is missing.'],
    ['without a password', ['--user', 'ann'], {}, 2, 'nothing was given'],
    [
      'by a wrong password',
      ['--user', 'ann'],
      { input: 'Sloe' },
      1,
      'The user name or the password is wrong.',
    ],
    [
      'by the environment where it is to be sent',
      ['--user', 'ann', '--password-stdin'],
      { environment: { ESPALIER_PASSWORD: annsPassword } },
      2,
      'nothing was given',
    ],
    ['to a URL that is none', ['garden'], {}, 2, 'is no URL of a server'],
    [
      'to where no server is',
      ['http://127.0.0.1:1', '--user', 'ann'],
      { input: annsPassword },
      3,
      'No server answers at',
    ],
    ['twice at once', [`http://127.0.0.1`, 'x'], {}, 2, 'Unexpected operand "x".'],
  ])('fails %s', async (_, words, given, code, message) => {
    expect(await program.espalier(['login', ...words], given)).toMatchObject({
      code,
      out: '',
      error: expect.stringContaining(message),
    })
    expect(savedLogin(new URL(program.url), { XDG_CONFIG_HOME: program.folder })).toBeUndefined()
  })

  it('ends with the password, and is made anew by who changes the own one', async () => {
    const environment = {
      ESPALIER_USER: 'admin',
      ESPALIER_PASSWORD: 'admin',
      ESPALIER_NEW_PASSWORD: 'Medlar',
    }
    await told(program.espalier(['user', 'add', 'cy'], { environment }))
    await told(program.espalier(['login', '--user', 'cy'], { input: 'Medlar' }))
    // By somebody else.
    const other = {
      ...environment,
      ESPALIER_NEW_PASSWORD: 'Quince',
      XDG_CONFIG_HOME: join(program.folder, 'other'),
    }
    expect(await told(program.espalier(['user', 'passwd', 'cy'], { environment: other }))).toBe(
      'Changed the password of cy.\n',
    )
    expect(await program.espalier(['user', 'permission'])).toMatchObject({
      code: 1,
      error: expect.stringContaining(
        `It is that of a login of cy; sign in again by "espalier login ${program.url}".`,
      ),
    })
    await told(program.espalier(['login', '--user', 'cy'], { input: 'Quince' }))
    // By oneself: the present one, then the new one.
    await told(program.espalier(['user', 'passwd'], { input: 'Quince\nBullace\n' }))
    expect(await program.espalier(['user', 'permission'])).toMatchObject({ code: 0 })
    expect((await program.as('cy', 'Quince', 'user', 'permission')).code).toBe(1)
    expect((await program.as('cy', 'Bullace', 'user', 'permission')).code).toBe(0)
    await told(program.admin('user', 'remove', 'cy'))
    expect(await program.espalier(['user', 'permission'])).toMatchObject({ code: 1 })
  })
})
