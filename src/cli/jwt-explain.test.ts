import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ServerProcess, startServer } from '../../test/command-line.ts'
import { applicationId } from '../../test/directory/directory-tenant.ts'
import { startDirectoryServer } from '../../test/directory-server.ts'
import { signInWithCode } from '../../test/identity/sign-in-with-code.ts'
import { startIdentityProvider } from '../../test/identity-provider.ts'
import { type ProgramContext, type ProgramResult, runInProcess } from '../../test/program-in-process.ts'

const secret = 'a secret of the tests that is long enough'

const conf = `
issuers:
  https://idp.example:
    audience: espalier
    autoCreateUsers: true
    rolesClaimPath: roles
    superuserGroup: admins
    algorithms: { HS256: { secret: ${secret} } }
`

/** A token that holds for an hour. */
function token(others: Readonly<Record<string, unknown>> = {}): string {
  const seconds = Math.floor(Date.now() / 1000)
  const claims = { iss: 'https://idp.example', aud: 'espalier', sub: 'ada', exp: seconds + 3600, ...others }
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${part({ alg: 'HS256' })}.${part(claims)}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

let folder: string
let file: string
let home: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-explain-'))
  file = join(folder, 'jwt.conf')
  home = join(folder, 'home')
  writeFileSync(file, conf, { mode: 0o600 })
  for (const words of [
    ['db', 'create', 'garden'],
    ['role', 'add', 'gardener'],
  ]) {
    expect(await runInProcess(words, { environment: { ESPALIER_HOME: home } })).toMatchObject({ code: 0 })
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const explain = (words: readonly string[], given: Partial<ProgramContext> = {}): Promise<ProgramResult> =>
  runInProcess(['jwt', 'explain', ...words], { environment: {}, directory: folder, ...given })

/** What is said of the token in the end. */
const verdict = ({ out }: ProgramResult): string => out.split('\n').at(-2) ?? ''

describe('a token', () => {
  it('is explained a line for each step', async () => {
    const { code, out, error } = await explain(['jwt.conf', token({ exp: 1893456000, roles: ['gardener'] })])
    expect({ code, error }).toEqual({ code: 0, error: '' })
    expect(out.split('\n')).toEqual([
      'form\tok\tIt is a JSON Web Token.',
      'issuer\tok\t"https://idp.example" is trusted.',
      'header\tok\tIt says HS256, which the issuer signs with.',
      'signature\tok\tIt is signed by "https://idp.example".',
      'kind\tok\tNothing shows it to be an identity token.',
      'audience\tok\tIt is for "espalier".',
      'times\tok\tIt holds until 2030-01-01T00:00:00.000Z.',
      'user name\tok\tThe user is "ada", by the claim "sub".',
      'roles\tok\tThe token asks for the role "gardener", by the list at the path "roles".',
      'superuser\tok\tNo: "admins" is none of the groups and roles that count.',
      'account\t?\tThere has to be a user "ada", or one of the roles, by which it is made.',
      'token\tok\t"ada" signs in, with the role "gardener", if there is the user, or one of the roles.',
      '',
    ])
  })

  it.each<[string, (shown: string) => readonly [readonly string[], Partial<ProgramContext>]]>([
    ['an operand', (shown) => [[shown], {}]],
    ['the standard input', (shown) => [['-'], { input: `${shown}\n` }]],
    ['the standard input, where nothing is said', (shown) => [[], { input: `${shown}\r\n` }]],
    ['the environment', (shown) => [[], { environment: { ESPALIER_TOKEN: shown } }]],
    ['an operand before the environment', (shown) => [[shown], { environment: { ESPALIER_TOKEN: 'x' } }]],
    [
      'the standard input before the environment',
      (shown) => [['-'], { input: shown, environment: { ESPALIER_TOKEN: 'x' } }],
    ],
    ['what is typed', (shown) => [[], { typed: true, input: `${shown}\r` }]],
    ['the line of a header', (shown) => [['-'], { input: `Authorization: Bearer ${shown}\n` }]],
    ['an operand with its scheme', (shown) => [[`bearer ${shown}`], {}]],
  ])('is taken from %s', async (_, make) => {
    const [words, given] = make(token())
    const result = await explain([file, ...words], given)
    expect(result.code).toBe(0)
    expect(result.out).toContain('"ada" signs in')
  })

  it('is not seen while it is typed, and stands in columns', async () => {
    const { out, error, raw } = await explain([file], { typed: true, input: `${token()}\r` })
    expect(error).toBe('Token: \n')
    expect(raw).toEqual([true, false])
    expect(out).toMatch(/^form {7}ok {2}It is a JSON Web Token\.$/mu)
    expect(out).toMatch(/^user name {2}ok {2}The user is/mu)
  })

  it.each([
    ['expired', { exp: 1 }, 1, 'token\tno\tIt is refused: The token is expired. Otherwise "ada" signs in'],
    ['of an issuer that is not trusted', { iss: 'https://idp.example/' }, 1, 'token\tno\tIt is refused'],
    [
      'for others',
      { aud: 'others' },
      1,
      'token\tno\tIt is refused: The token is not meant for this service.',
    ],
    ['of the service itself', { iss: 'espalier', aud: 'stardog', iat: 1 }, 3, 'token\t?\tIt cannot be told'],
  ])('may be %s', async (_, claims, code, line) => {
    const result = await explain([file, token(claims)])
    expect(result).toMatchObject({ code, error: '' })
    expect(verdict(result)).toContain(line)
  })

  it('cannot steer the terminal by what it says', async () => {
    const { out } = await explain([
      file,
      token({ sub: 'a\u001b[31m\u202eb\nc', roles: ['\u0007', '\u2066'] }),
    ])
    for (const character of '\u0007\u001b\u202e\u2066') expect(out).not.toContain(character)
    expect(out).toContain('a\\u001b[31m')
  })

  it('is not printed, nor is a secret', async () => {
    const shown = token()
    const { out, error } = await explain([file, shown])
    const [, , signature = ''] = shown.split('.')
    expect(`${out}${error}`).not.toContain(signature)
    expect(`${out}${error}`).not.toContain(secret)
  })
})

it('is verified by keys that are fetched, an access token; an identity token is not what is needed', async () => {
  await using provider = await startIdentityProvider({ users: { ann: { groups: ['gardener'] } } })
  writeFileSync(
    join(folder, 'provider.conf'),
    `issuers: { '${provider.issuer}': { audience: '${provider.audience}', rolesClaimPath: groups } }`,
    { mode: 0o600 },
  )
  const { accessToken, idToken } = await signInWithCode(provider, 'ann')
  const explained = await explain(['provider.conf', '-'], { input: accessToken })
  expect(explained).toMatchObject({ code: 0, error: '' })
  expect(explained.out).toMatch(
    /^header\tok\tIt says RS256, which the issuer signs with, and names the key ".+"\.$/mu,
  )
  expect(explained.out).toContain(`signature\tok\tIt is signed by "${provider.issuer}".`)
  expect(verdict(explained)).toContain('"ann" signs in, with the role "gardener"')
  const refused = await explain(['provider.conf', '-'], { input: idToken })
  expect(refused.code).toBe(1)
  expect(refused.out).toMatch(/^kind\tno\tThe token is an identity token/mu)
  await provider.stop()
  const unknown = await explain(['provider.conf', '-'], { input: accessToken })
  expect(unknown.code).toBe(3)
  expect(unknown.out).toMatch(
    /^signature\t\?\tThe keys of the issuer .* cannot be had: .* cannot be reached/mu,
  )
  expect(verdict(unknown)).toContain(
    'token\t?\tIt cannot be told: The keys of the issuer of the token cannot be had',
  )
})

it('has roles by the directory of its issuer, which is asked with one that holds only', async () => {
  const groups = { ann: ['graph-gardener', 'graph-admins', 'Staff'] }
  await using directory = await startDirectoryServer({ groups, application: { secret }, pageSize: 2 })
  const entry = {
    audience: applicationId,
    roleMappingSource: 'cloud_groups',
    groupPrefix: 'graph-',
    superuserGroup: 'graph-admins',
    clientSecret: secret,
    cloudGraphEndpoint: directory.origin,
  }
  // JSON is YAML.
  const text = JSON.stringify({ issuers: { [directory.issuer]: entry } })
  writeFileSync(join(folder, 'directory.conf'), text, { mode: 0o600 })
  const late = await explain(['directory.conf', await directory.tokenOf('ann', { lifetime: -60 })])
  expect(late.code).toBe(1)
  expect(late.out).toMatch(/^roles\t\?\tThey are the groups in the directory/mu)
  expect(directory.count('groups') + directory.count('token')).toBe(0)
  const { code, out } = await explain(['directory.conf', await directory.tokenOf('ann')])
  expect(code).toBe(0)
  expect(out).toContain(
    'by the groups "graph-admins" and "graph-gardener" of the directory. Not counted: "Staff".\n',
  )
  expect(out).toContain('superuser\tok\tYes, for as long as the token holds: by the group "graph-admins".\n')
  directory.answer('groups', { status: 503, body: '' })
  const down = await explain(['directory.conf', await directory.tokenOf('ann')])
  expect(down.code).toBe(3)
  expect(verdict(down)).toMatch(/cannot be asked at present\.$/u)
  for (const { out: printed, error } of [late, down]) expect(printed + error).not.toContain(secret)
})

describe('with a home', () => {
  it('users and roles of it are looked up', async () => {
    const made = await explain([file, token({ roles: ['gardener', 'x'] }), '--home', home])
    expect(made).toMatchObject({ code: 0, error: '' })
    expect(made.out).toContain(
      'account\tok\tThere is no user "ada" yet: the token makes it. There is no role "x"',
    )
    const refused = await explain([file, token({ roles: ['x'] }), '--home', home])
    expect(refused.code).toBe(1)
    expect(verdict(refused)).toBe(
      'token\tno\tIt is refused: There is no user for this token, and it has no role that exists.',
    )
    // Nobody was made by it.
    const users = await runInProcess(['user', 'list'], { environment: { ESPALIER_HOME: home } })
    expect(users.out).not.toContain('ada')
  })

  it('tokens that it issued are verified', async () => {
    const server: ServerProcess = await startServer(home, [], { security: 'on' })
    try {
      const signsIn = { ESPALIER_USER: 'admin', ESPALIER_PASSWORD: 'admin' }
      const issued = await runInProcess(['token', 'issue', server.url], { environment: signsIn })
      const shown = issued.out.trim()
      // The server that runs on the home is asked on behalf of who is named; not by the token that is explained.
      const explained = await explain([file, '--home', home], {
        environment: { ...signsIn, ESPALIER_TOKEN: shown, ESPALIER_USER: '' },
      })
      expect(explained).toMatchObject({ code: 1, error: expect.stringContaining('--user') })
      const again = await explain([file, '--home', home, '--user', 'admin'], {
        environment: { ...signsIn, ESPALIER_TOKEN: shown, ESPALIER_SERVER: 'http://127.0.0.1:9' },
      })
      expect(again).toMatchObject({ code: 0, error: '' })
      expect(again.out).toContain('signature\tok\tIt is signed by "espalier".')
      expect(verdict(again)).toBe('token\tok\t"admin" signs in, with the roles of the account.')
      const bent = await explain([file, shown.replace(/[^.]{9}$/u, 'AAAAAAAAA'), '--home', home], {
        environment: signsIn,
      })
      expect(bent.code).toBe(1)
    } finally {
      await server.end('SIGTERM')
    }
  })
})

describe('nothing is explained', () => {
  it.each<[string, readonly string[], Partial<ProgramContext>, number, RegExp]>([
    ['without a file', [], {}, 2, /The operand FILE is missing/u],
    ['with too much', ['jwt.conf', 'a', 'b'], {}, 2, /Unexpected operand "b"/u],
    ['without a token', ['jwt.conf', '-'], { input: '' }, 2, /Token: nothing was given/u],
    ['of an empty token', ['jwt.conf', ' '], {}, 2, /The token is empty/u],
    ['by a file that is not there', ['none.conf', 'x'], {}, 3, /none\.conf/u],
    [
      'by a file that has problems',
      ['bad.conf', 'x'],
      {},
      3,
      /bad\.conf:1:1: .*isuers.*Did you mean "issuers"/u,
    ],
    [
      'on behalf of somebody, where nobody is asked',
      ['jwt.conf', 'x', '--user', 'ann'],
      {},
      2,
      /--user is of use with --home only/u,
    ],
    ['by a home that is not there', ['jwt.conf', 'x', '--home', 'none'], {}, 3, /There is no home folder/u],
  ])('%s', async (_, words, given, code, error) => {
    writeFileSync(join(folder, 'bad.conf'), 'isuers: {}\n', { mode: 0o600 })
    const result = await explain(words, given)
    expect(result).toMatchObject({ code, out: '', error: expect.stringMatching(error) })
  })
})
