import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runInProcess } from '../../test/program-in-process.ts'
import { annsPassword, type SecuredProgram, startSecuredProgram, told } from '../../test/secured-program.ts'

let program: SecuredProgram

beforeAll(async () => {
  program = await startSecuredProgram()
})
afterAll(() => program[Symbol.asyncDispose]())

describe('passwords', () => {
  it('are typed twice where they are new, and unseen', async () => {
    const environment = { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin' }
    const typing = (input: string) =>
      program.espalier(['user', 'add', 'dee'], { environment, typed: true, input })
    expect(await typing('Sloe-1\rSloe-2\r')).toMatchObject({
      code: 2,
      error: expect.stringContaining('the two are not the same. Nothing was changed.'),
    })
    const added = await typing('Sloe-1\rSloe-1\r')
    expect(added).toMatchObject({ code: 0, raw: [true, false, true, false] })
    expect(added.error).toBe(
      `Password for dee: \nPassword for dee, again: \nAdded the user dee in ${program.url}.\n`,
    )
    await told(program.admin('user', 'remove', 'dee'))
  })

  it('of oneself need the present one', async () => {
    const environment = {
      ESPALIER_USER: 'ann',
      ESPALIER_PASSWORD: annsPassword,
      ESPALIER_NEW_PASSWORD: 'Medlar',
    }
    await told(program.espalier(['user', 'passwd'], { environment }))
    const back = { ESPALIER_USER: 'ann', ESPALIER_PASSWORD: 'Medlar', ESPALIER_NEW_PASSWORD: annsPassword }
    await told(program.espalier(['user', 'passwd', 'ann'], { environment: back }))
    await told(program.espalier(['login', '--user', 'ann'], { input: annsPassword }))
    const wrong = await program.espalier(['user', 'passwd'], { input: 'Sloe\nMedlar\n' })
    expect(wrong).toMatchObject({ code: 1, error: 'espalier: The current password is wrong.\n' })
  })

  it('are refused where they are too short', async () => {
    const environment = { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin', ESPALIER_NEW_PASSWORD: 'abc' }
    const result = await program.espalier(['user', 'add', 'eve'], { environment })
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
    expect(await told(program.espalier(['user', 'add', 'Zoë/Ash', '--superuser'], { environment }))).toBe(
      `Added the superuser Zoë/Ash in ${program.url}.\n`,
    )
    expect(await told(program.admin('role', 'add', 'gardener'))).toBe(
      `Added the role gardener in ${program.url}.\n`,
    )
    expect(await told(program.admin('role', 'grant', 'gardener', 'read', 'db:garden'))).toBe(
      'Granted read db:garden to the role gardener.\n',
    )
    await told(
      program.admin(
        'role',
        'grant',
        'gardener',
        '-a',
        'WRITE',
        '-o',
        'named-graph:garden\\http://g.example/1',
      ),
    )
    await told(program.admin('role', 'grant', 'gardener', 'write', 'db:*'))
    expect(await told(program.admin('role', 'revoke', 'gardener', 'write db:*'))).toBe(
      'Revoked write db:* from the role gardener.\n',
    )
    expect(await told(program.admin('role', 'revoke', 'gardener', 'write db:*'))).toBe(
      'There was nothing to revoke: write db:* was not granted to the role gardener.\n',
    )
    expect((await program.admin('role', 'permission', 'gardener')).out).toBe(
      'read db:garden\nwrite named-graph:garden\\http://g.example/1\n',
    )
    expect(await told(program.admin('user', 'addrole', 'ann', 'gardener'))).toBe(
      'Gave the role gardener to the user ann.\n',
    )
    await told(program.admin('user', 'grant', 'ann', 'execute', 'admin:garden'))
    const revoke = (...permission: string[]) => told(program.admin('user', 'revoke', 'ann', ...permission))
    expect(await revoke('read', 'db:garden')).toBe(
      'There was nothing to revoke: read db:garden was not granted to the user ann. It still holds by read db:garden, which a role has.\n',
    )
    await told(program.admin('user', 'grant', 'ann', 'read', 'db:garden'))
    await told(program.admin('user', 'grant', 'ann', 'all', 'db:garden'))
    expect(await revoke('read', 'db:garden')).toBe(
      'Revoked read db:garden from the user ann. It still holds by all db:garden.\n',
    )
    await revoke('all', 'db:garden')
    expect((await program.admin('user', 'permission', 'ann')).out).toBe(
      'write user:ann\texplicit\nread user:ann\texplicit\nexecute admin:garden\texplicit\nread db:garden\trole\nwrite named-graph:garden\\http://g.example/1\trole\n',
    )
    expect((await program.as('ann', annsPassword, 'data', 'size', 'garden')).out).toBe('1\n')
    expect((await program.admin('user', 'list')).out).toBe(
      'Zoë/Ash\tsuperuser\tenabled\t\nadmin\tsuperuser\tenabled\t\nann\tuser\tenabled\tgardener\n',
    )
    expect((await program.admin('role', 'list')).out).toBe('gardener\nreader\n')
    expect((await program.as('ann', annsPassword, 'user', 'list')).out).toBe('ann\tuser\tenabled\tgardener\n')
    expect((await program.as('ann', annsPassword, 'role', 'list')).out).toBe('')
    expect(await told(program.admin('user', 'disable', 'ann'))).toBe('Disabled the user ann.\n')
    expect((await program.as('ann', annsPassword, 'data', 'size', 'garden')).code).toBe(1)
    expect((await program.admin('user', 'list')).out).toContain('ann\tuser\tdisabled\tgardener\n')
    expect(await told(program.admin('user', 'enable', 'ann'))).toBe('Enabled the user ann.\n')
    expect((await program.as('ann', annsPassword, 'data', 'size', 'garden')).code).toBe(0)
    expect(await told(program.admin('user', 'removerole', 'ann', 'gardener'))).toBe(
      'Took the role gardener from the user ann.\n',
    )
    expect(await program.as('ann', annsPassword, 'data', 'size', 'garden')).toMatchObject({
      code: 1,
      error: "espalier: User 'ann' may not do this: it needs the permission read db:garden.\n",
    })
    await told(program.admin('user', 'revoke', 'ann', 'execute', 'admin:garden'))
    await told(program.admin('user', 'addrole', 'Zoë/Ash', 'gardener'))
    expect(await program.admin('role', 'remove', 'gardener')).toMatchObject({
      code: 1,
      error: expect.stringContaining('in use'),
    })
    expect(await told(program.admin('role', 'remove', 'gardener', '--force'))).toBe(
      'Removed the role gardener.\n',
    )
    expect(await told(program.admin('user', 'remove', 'Zoë/Ash'))).toBe('Removed the user Zoë/Ash.\n')
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
    expect(await program.admin(...words)).toMatchObject({
      code,
      out: '',
      error: expect.stringContaining(message),
    })
  })

  it('refuse those who may not see whether there are any', async () => {
    const known = await program.as('ann', annsPassword, 'user', 'permission', 'admin')
    const unknown = await program.as('ann', annsPassword, 'user', 'permission', 'bob')
    expect(known).toMatchObject({ code: 1, error: expect.stringContaining('read user:admin') })
    expect(unknown).toMatchObject({ code: 1, error: expect.stringContaining('read user:bob') })
  })
})

describe('on a home folder without a server', () => {
  const owner = (words: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runInProcess(words, {
      environment: {
        ESPALIER_HOME: join(program.folder, 'home'),
        XDG_CONFIG_HOME: program.folder,
        ...environment,
      },
    })

  beforeAll(async () => {
    await told(owner(['db', 'create', 'garden']))
  })

  it('a command works as its owner', async () => {
    expect((await owner(['user', 'list'])).out).toBe('admin\tsuperuser\tenabled\t\n')
    expect((await owner(['role', 'permission', 'reader'])).out).toBe('read *:*\n')
    const password = { ESPALIER_NEW_PASSWORD: 'Medlar' }
    expect(await owner(['user', 'passwd', 'admin'], password)).toMatchObject({ code: 0, out: '' })
    expect(await owner(['user', 'add', 'ann'], password)).toMatchObject({
      code: 0,
      error: `Added the user ann in ${join(program.folder, 'home')}.\n`,
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
    expect(await owner(words)).toMatchObject({ code, out: '', error: expect.stringContaining(message) })
  })
})
