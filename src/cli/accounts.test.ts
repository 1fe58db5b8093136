import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startCommand } from '../../test/command-line.ts'
import { type HomeServer, startHomeServer } from '../../test/home-server.ts'
import { type ProgramContext, type ProgramResult, runInProcess } from '../../test/program-in-process.ts'
import { loginsPath, savedLogin } from './saved-logins.ts'

const ann = 'Damson & "Sloe" ß'

let server: HomeServer
let folder: string

/** Runs a command as a person without a login does. */
async function espalier(
  words: readonly string[],
  { environment = {}, ...given }: Partial<ProgramContext> = {},
): Promise<ProgramResult> {
  return runInProcess(words, {
    environment: { ESPALIER_SERVER: server.url, XDG_CONFIG_HOME: folder, ...environment },
    ...given,
  })
}

/** Runs a command by the password of a user. */
const as = (user: string, password: string, ...words: readonly string[]): Promise<ProgramResult> =>
  espalier(words, { environment: { ESPALIER_USER: user, ESPALIER_PASSWORD: password } })

const admin = (...words: readonly string[]): Promise<ProgramResult> => as('admin', 'admin', ...words)

/** What a command that has to succeed says on its error output. */
async function told(result: Promise<ProgramResult>): Promise<string> {
  const { code, out, error } = await result
  expect({ code, out, error: code === 0 ? '' : error }).toEqual({ code: 0, out: '', error: '' })
  return error
}

beforeAll(async () => {
  server = await startHomeServer('', { security: 'on' })
  const trees = {
    name: 'trees.ttl',
    format: 'turtle',
    bytes: bytesOf('<urn:ash> <urn:height> 20 .'),
  } as const
  await server.service.create('garden', [trees])
  await espalier(['user', 'add', 'ann'], {
    environment: { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin', ESPALIER_NEW_PASSWORD: ann },
  })
})
afterAll(() => server[Symbol.asyncDispose]())

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-accounts-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

describe('a command that shows no credentials', () => {
  it('is told how to sign in', async () => {
    expect(await espalier(['db', 'list'])).toMatchObject({
      code: 1,
      out: '',
      error: `espalier: This needs a user name and password, or a token. Sign in by "espalier login ${server.url}", or give --user.\n`,
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
    expect(await espalier(words)).toMatchObject({ code: 1, out: '', error: expect.stringContaining('login') })
  })
})

describe('who asks', () => {
  const permissions = ['user', 'permission'] as const
  const isAnn = { code: 0, out: 'write user:ann\texplicit\nread user:ann\texplicit\n', error: '' }

  it.each<[string, readonly string[], Partial<ProgramContext>]>([
    ['ESPALIER_USER', [], { environment: { ESPALIER_USER: 'ann', ESPALIER_PASSWORD: ann } }],
    ['--user', ['--user', 'ann'], { environment: { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: ann } }],
    [
      '--user before a token',
      ['--user', 'ann'],
      { environment: { ESPALIER_TOKEN: 'x', ESPALIER_PASSWORD: ann } },
    ],
    ['a password on the standard input', ['--user', 'ann'], { input: `${ann}\n` }],
    ['a password on the standard input of Windows', ['--user', 'ann'], { input: `${ann}\r\n` }],
    [
      'an account that a superuser acts for',
      ['--run-as', 'ann'],
      { environment: { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin' } },
    ],
  ])('is told by %s', async (_, words, given) => {
    expect(await espalier([...permissions, ...words], given)).toMatchObject(isAnn)
  })

  it('types the password without seeing it', async () => {
    const result = await espalier([...permissions, '--user', 'ann'], { typed: true, input: `${ann}\r` })
    expect(result).toMatchObject({
      code: 0,
      error: `Password of ann at ${server.url}: \n`,
      raw: [true, false],
    })
  })

  it('is told by a token', async () => {
    await told(espalier(['login', '--user', 'ann'], { input: ann }))
    const token = savedLogin(new URL(server.url), { XDG_CONFIG_HOME: folder })?.token ?? ''
    const elsewhere = { XDG_CONFIG_HOME: join(folder, 'none'), ESPALIER_TOKEN: token }
    expect(await espalier(permissions, { environment: elsewhere })).toMatchObject(isAnn)
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
      'an unknown user',
      ['--user', 'bob'],
      { input: 'Damson\n' },
      1,
      'The user name or the password is wrong.\n',
    ],
    ['no password', ['--user', 'ann'], {}, 2, 'Password of ann at'],
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
    ['a password as an operand', ['--password', 'Sloe'], {}, 2, 'Unknown option --password'],
  ])('is not told by %s', async (_, words, given, code, message) => {
    const result = await espalier([...permissions, ...words], given)
    expect(result).toMatchObject({ code, out: '', error: expect.stringContaining(message) })
    expect(result.error).not.toMatch(/Damson|Sloe@/)
  })

  it('may not act for another without being a superuser', async () => {
    expect(await as('ann', ann, 'db', 'list', '--run-as', 'admin')).toMatchObject({ code: 1, out: '' })
  })

  it('is known by a line, while more could come', async () => {
    const home = join(folder, 'none')
    const child = startCommand(['user', 'permission', '--user', 'ann'], home, {
      ESPALIER_SERVER: server.url,
      XDG_CONFIG_HOME: folder,
    })
    child.stdin.write(`${ann}\n`)
    const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    expect({ out, code }).toEqual({ out: isAnn.out, code: 0 })
    child.stdin.destroy()
  })

  it('has the standard input for data where the password is known', async () => {
    const clash = await espalier(['query', 'execute', 'garden', '-', '--user', 'ann'], { input: ann })
    expect(clash).toMatchObject({
      code: 2,
      error: expect.stringContaining('has no room for the password of ann'),
    })
    const environment = { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin' }
    const asked = await espalier(['query', 'execute', 'garden', '-'], { environment, input: 'ASK {}' })
    expect(asked).toMatchObject({ code: 0, out: '{"head":{},"boolean":true}\n' })
  })
})

describe('a login', () => {
  it('is kept, used, and forgotten', async () => {
    const said = await told(
      espalier(['login', server.url], {
        environment: { ESPALIER_SERVER: '', ESPALIER_USER: 'ann', ESPALIER_PASSWORD: ann },
      }),
    )
    expect(said).toBe(`Signed in to ${server.url} as ann.\n`)
    expect(await espalier(['user', 'permission'])).toMatchObject({ code: 0 })
    expect(await espalier(['user', 'permission', '--user', 'ann'])).toMatchObject({ code: 0 })
    expect(readFileSync(loginsPath({ XDG_CONFIG_HOME: folder }), 'utf8')).not.toContain('Damson')
    expect(await told(espalier(['logout']))).toBe(`Forgot the login for ${server.url}.\n`)
    expect(await told(espalier(['logout']))).toBe(`There is no login for ${server.url}.\n`)
    expect(await told(espalier(['logout', '--all']))).toBe('There are no logins.\n')
    expect(await espalier(['user', 'permission'])).toMatchObject({ code: 1 })
  })

  it('asks for the user and the password', async () => {
    const result = await espalier(['login'], { typed: true, input: `ann\n${ann}\r` })
    expect(result).toMatchObject({ code: 0, raw: [true, false] })
    expect(result.error).toBe(
      `User of ${server.url}: Password of ann at ${server.url}: \nSigned in to ${server.url} as ann.\n`,
    )
  })

  it.each<[string, readonly string[], Partial<ProgramContext>, number, string]>([
    ['without a user', [], { input: ann }, 2, 'The option --user is missing.'],
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
      { environment: { ESPALIER_PASSWORD: ann } },
      2,
      'nothing was given',
    ],
    ['to a URL that is none', ['garden'], {}, 2, 'is no URL of a server'],
    [
      'to where no server is',
      ['http://127.0.0.1:1', '--user', 'ann'],
      { input: ann },
      3,
      'No server answers at',
    ],
    ['twice at once', [`http://127.0.0.1`, 'x'], {}, 2, 'Unexpected operand "x".'],
  ])('fails %s', async (_, words, given, code, message) => {
    expect(await espalier(['login', ...words], given)).toMatchObject({
      code,
      out: '',
      error: expect.stringContaining(message),
    })
    expect(savedLogin(new URL(server.url), { XDG_CONFIG_HOME: folder })).toBeUndefined()
  })

  it('ends with the password, and is made anew by who changes the own one', async () => {
    const environment = {
      ESPALIER_USER: 'admin',
      ESPALIER_PASSWORD: 'admin',
      ESPALIER_NEW_PASSWORD: 'Medlar',
    }
    await told(espalier(['user', 'add', 'cy'], { environment }))
    await told(espalier(['login', '--user', 'cy'], { input: 'Medlar' }))
    // By somebody else.
    const other = { ...environment, ESPALIER_NEW_PASSWORD: 'Quince', XDG_CONFIG_HOME: join(folder, 'other') }
    expect(await told(espalier(['user', 'passwd', 'cy'], { environment: other }))).toBe(
      'Changed the password of cy.\n',
    )
    expect(await espalier(['user', 'permission'])).toMatchObject({
      code: 1,
      error: expect.stringContaining(
        `It is that of a login of cy; sign in again by "espalier login ${server.url}".`,
      ),
    })
    await told(espalier(['login', '--user', 'cy'], { input: 'Quince' }))
    // By oneself: the present one, then the new one.
    await told(espalier(['user', 'passwd'], { input: 'Quince\nBullace\n' }))
    expect(await espalier(['user', 'permission'])).toMatchObject({ code: 0 })
    expect((await as('cy', 'Quince', 'user', 'permission')).code).toBe(1)
    expect((await as('cy', 'Bullace', 'user', 'permission')).code).toBe(0)
    await told(admin('user', 'remove', 'cy'))
    expect(await espalier(['user', 'permission'])).toMatchObject({ code: 1 })
  })
})

describe('passwords', () => {
  it('are typed twice where they are new, and unseen', async () => {
    const environment = { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin' }
    const typing = (input: string) => espalier(['user', 'add', 'dee'], { environment, typed: true, input })
    expect(await typing('Sloe-1\rSloe-2\r')).toMatchObject({
      code: 2,
      error: expect.stringContaining('The two are not the same.'),
    })
    const added = await typing('Sloe-1\rSloe-1\r')
    expect(added).toMatchObject({ code: 0, raw: [true, false, true, false] })
    expect(added.error).toBe(
      `Password for dee: \nPassword for dee, again: \nAdded the user dee in ${server.url}.\n`,
    )
    await told(admin('user', 'remove', 'dee'))
  })

  it('of oneself need the present one', async () => {
    const environment = { ESPALIER_USER: 'ann', ESPALIER_PASSWORD: ann, ESPALIER_NEW_PASSWORD: 'Medlar' }
    await told(espalier(['user', 'passwd'], { environment }))
    const back = { ESPALIER_USER: 'ann', ESPALIER_PASSWORD: 'Medlar', ESPALIER_NEW_PASSWORD: ann }
    await told(espalier(['user', 'passwd', 'ann'], { environment: back }))
    await told(espalier(['login', '--user', 'ann'], { input: ann }))
    const wrong = await espalier(['user', 'passwd'], { input: 'Sloe\nMedlar\n' })
    expect(wrong).toMatchObject({ code: 1, error: 'espalier: The current password is wrong.\n' })
  })

  it('are refused where they are too short', async () => {
    const environment = { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin', ESPALIER_NEW_PASSWORD: 'abc' }
    const result = await espalier(['user', 'add', 'eve'], { environment })
    expect(result).toMatchObject({
      code: 1,
      out: '',
      error: expect.stringContaining('at least 4 characters'),
    })
  })
})

describe('users and roles', () => {
  it('are added, listed, changed and removed', async () => {
    const environment = {
      ESPALIER_USER: 'admin',
      ESPALIER_PASSWORD: 'admin',
      ESPALIER_NEW_PASSWORD: 'Medlar',
    }
    expect(await told(espalier(['user', 'add', 'Zoë/Ash', '--superuser'], { environment }))).toBe(
      `Added the superuser Zoë/Ash in ${server.url}.\n`,
    )
    expect(await told(admin('role', 'add', 'gardener'))).toBe(`Added the role gardener in ${server.url}.\n`)
    expect(await told(admin('role', 'grant', 'gardener', 'read', 'db:garden'))).toBe(
      'Granted read db:garden to the role gardener.\n',
    )
    await told(
      admin('role', 'grant', 'gardener', '-a', 'WRITE', '-o', 'named-graph:garden\\http://g.example/1'),
    )
    await told(admin('role', 'grant', 'gardener', 'write', 'db:*'))
    expect(await told(admin('role', 'revoke', 'gardener', 'write db:*'))).toBe(
      'Revoked write db:* from the role gardener.\n',
    )
    expect((await admin('role', 'permission', 'gardener')).out).toBe(
      'read db:garden\nwrite named-graph:garden\\http://g.example/1\n',
    )
    expect(await told(admin('user', 'addrole', 'ann', 'gardener'))).toBe(
      'Gave the role gardener to the user ann.\n',
    )
    await told(admin('user', 'grant', 'ann', 'execute', 'admin:garden'))
    expect((await admin('user', 'permission', 'ann')).out).toBe(
      'write user:ann\texplicit\nread user:ann\texplicit\nexecute admin:garden\texplicit\nread db:garden\trole\nwrite named-graph:garden\\http://g.example/1\trole\n',
    )
    expect((await as('ann', ann, 'data', 'size', 'garden')).out).toBe('1\n')
    expect((await admin('user', 'list')).out).toBe(
      'Zoë/Ash\tsuperuser\tenabled\t\nadmin\tsuperuser\tenabled\t\nann\tuser\tenabled\tgardener\n',
    )
    expect((await admin('role', 'list')).out).toBe('gardener\nreader\n')
    expect((await as('ann', ann, 'user', 'list')).out).toBe('ann\tuser\tenabled\tgardener\n')
    expect((await as('ann', ann, 'role', 'list')).out).toBe('')
    expect(await told(admin('user', 'disable', 'ann'))).toBe('Disabled the user ann.\n')
    expect((await as('ann', ann, 'data', 'size', 'garden')).code).toBe(1)
    expect((await admin('user', 'list')).out).toContain('ann\tuser\tdisabled\tgardener\n')
    expect(await told(admin('user', 'enable', 'ann'))).toBe('Enabled the user ann.\n')
    expect((await as('ann', ann, 'data', 'size', 'garden')).code).toBe(0)
    expect(await told(admin('user', 'removerole', 'ann', 'gardener'))).toBe(
      'Took the role gardener from the user ann.\n',
    )
    expect(await as('ann', ann, 'data', 'size', 'garden')).toMatchObject({
      code: 1,
      error: "espalier: User 'ann' may not do this: it needs the permission read db:garden.\n",
    })
    await told(admin('user', 'revoke', 'ann', 'execute', 'admin:garden'))
    await told(admin('user', 'addrole', 'Zoë/Ash', 'gardener'))
    expect(await admin('role', 'remove', 'gardener')).toMatchObject({
      code: 1,
      error: expect.stringContaining('in use'),
    })
    expect(await told(admin('role', 'remove', 'gardener', '--force'))).toBe('Removed the role gardener.\n')
    expect(await told(admin('user', 'remove', 'Zoë/Ash'))).toBe('Removed the user Zoë/Ash.\n')
  })

  it.each<[words: readonly string[], code: number, message: string]>([
    [['user', 'permission', 'bob'], 1, "User 'bob' does not exist."],
    [['user', 'remove', 'bob'], 1, "User 'bob' does not exist."],
    [['user', 'enable', 'bob'], 1, "User 'bob' does not exist."],
    [['role', 'permission', 'cook'], 1, "Role 'cook' does not exist."],
    [['user', 'addrole', 'ann', 'cook'], 1, "Role 'cook' does not exist."],
    [['role', 'add', 'reader'], 1, "'reader' already exists."],
    [['role', 'add', 'a:b'], 1, 'has no ":"'],
    [['user', 'remove', 'admin'], 1, 'the last superuser'],
    [['user', 'disable', 'admin'], 1, 'the last superuser'],
    [['user', 'revoke', 'admin', 'all', '*:*'], 1, 'cannot be revoked'],
    [['user', 'add'], 2, 'The operand NAME is missing.'],
    [['user', 'addrole', 'ann'], 2, 'The operand ROLE is missing.'],
    [['user', 'list', 'x'], 2, 'Unexpected operand "x".'],
    [['user', 'grant', 'ann', 'reed', 'db:garden'], 2, 'is no action'],
    [['user', 'gramt', 'ann'], 2, 'Did you mean "user grant"?'],
  ])('refuse %j', async (words, code, message) => {
    expect(await admin(...words)).toMatchObject({ code, out: '', error: expect.stringContaining(message) })
  })

  it('refuse those who may not see whether there are any', async () => {
    const known = await as('ann', ann, 'user', 'permission', 'admin')
    const unknown = await as('ann', ann, 'user', 'permission', 'bob')
    expect(known).toMatchObject({ code: 1, error: expect.stringContaining('read user:admin') })
    expect(unknown).toMatchObject({ code: 1, error: expect.stringContaining('read user:bob') })
  })
})

describe('on a home folder without a server', () => {
  const owner = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runInProcess(words, {
      environment: { ESPALIER_HOME: join(folder, 'home'), XDG_CONFIG_HOME: folder, ...environment },
    })

  it('a command works as its owner', async () => {
    await owner(['db', 'create', 'garden'])
    expect((await owner(['user', 'list'])).out).toBe('admin\tsuperuser\tenabled\t\n')
    expect((await owner(['role', 'permission', 'reader'])).out).toBe('read *:*\n')
    const password = { ESPALIER_NEW_PASSWORD: 'Medlar' }
    expect(await owner(['user', 'passwd', 'admin'], password)).toMatchObject({ code: 0, out: '' })
    expect(await owner(['user', 'add', 'ann'], password)).toMatchObject({
      code: 0,
      error: `Added the user ann in ${join(folder, 'home')}.\n`,
    })
    expect((await owner(['user', 'grant', 'ann', 'read', 'db:garden'])).code).toBe(0)
    expect((await owner(['user', 'permission', 'ann'])).out).toBe(
      'write user:ann\texplicit\nread user:ann\texplicit\nread db:garden\texplicit\n',
    )
    // What the environment says of servers is not about it.
    const environment = { ESPALIER_USER: 'bob', ESPALIER_TOKEN: 'x' }
    expect((await owner(['db', 'list'], environment)).out).toBe('garden\n')
  })

  it.each([
    [['user', 'passwd'], 2, 'The operand NAME is missing.'],
    [['user', 'permission'], 2, 'The operand NAME is missing.'],
    [['db', 'list', '--user', 'ann'], 2, '--user is about a server, and none runs on'],
    [['db', 'list', '--run-as', 'ann'], 2, '--run-as is about a server'],
    [['login', '--user', 'ann'], 3, 'No server runs on'],
    [['user', 'disable', 'admin'], 1, 'the last superuser'],
  ])('%j is refused', async (words, code, message) => {
    await owner(['db', 'create', 'garden'])
    expect(await owner(words)).toMatchObject({ code, out: '', error: expect.stringContaining(message) })
  })
})
