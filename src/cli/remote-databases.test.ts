import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramContext, type ProgramResult, runInProcess } from '../../test/program-in-process.ts'
import { type RealServer, startRealServer } from '../../test/real-server.ts'
import { type OxigraphEndpoint, startOxigraphEndpoint } from '../../test/remote/oxigraph-endpoint.ts'
import { iri, literal } from '../rdf/term.ts'

const password = 'a pass word'
const quads = [
  { subject: iri('urn:a'), predicate: iri('urn:p'), object: literal('a'), graph: null },
  { subject: iri('urn:b'), predicate: iri('urn:p'), object: literal('b'), graph: iri('urn:g') },
]

let endpoint: OxigraphEndpoint
let guarded: OxigraphEndpoint
let tokened: OxigraphEndpoint

beforeAll(async () => {
  endpoint = await startOxigraphEndpoint(quads, { server: 'Stone/1.0' })
  const basic = Buffer.from(`ada:${password}`).toString('base64')
  guarded = await startOxigraphEndpoint(quads, { authorization: `Basic ${basic}` })
  tokened = await startOxigraphEndpoint(quads, { authorization: 'Bearer t0ken' })
})
afterAll(async () => {
  await Promise.all([endpoint, guarded, tokened].map((one) => one.close()))
})

/** Runs a command line in this process, on a home folder. */
function run(
  words: readonly string[],
  home: string,
  { environment, ...given }: Partial<ProgramContext> = {},
): Promise<ProgramResult> {
  return runInProcess(words, { ...given, environment: { ESPALIER_HOME: home, ...environment } })
}

describe.each(['a home folder', 'a server'])('remote databases by commands, on %s', (where) => {
  let home: string
  let server: RealServer | undefined
  const espalier = (
    words: readonly string[],
    given: Partial<ProgramContext> = {},
  ): Promise<ProgramResult> => {
    const known = server === undefined ? {} : { ESPALIER_SERVER: server.url }
    return run(words, home, { ...given, environment: { ...known, ...given.environment } })
  }
  const size = async (name: string) => (await espalier(['data', 'size', name])).out

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'espalier-remote-'))
    if (where === 'a server') server = await startRealServer()
  })
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    rmSync(home, { recursive: true, force: true })
  })

  it('are created, tell their status, and go', async () => {
    const made = await espalier(['db', 'create', 'open', '--remote', endpoint.queryUrl])
    const host = new URL(endpoint.queryUrl).host
    expect(made).toMatchObject({
      code: 0,
      out: '',
      error: expect.stringMatching(
        RegExp(`^Created the database open for ${host} \\(Stone/1\\.0\\) in .*: remote\\.union=graphs\\.\n$`),
      ),
    })
    expect(await espalier(['db', 'status', 'open'])).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        RegExp(
          `^name=open\nkind=remote\nonline=true\nendpoint=${host}\nreachable=true\nserver=Stone/1\\.0\nlatencyMilliseconds=[\\d.]+\n$`,
        ),
      ),
    })
    await espalier(['db', 'create', 'here'])
    expect((await espalier(['db', 'status', 'here'])).out).toBe(
      'name=here\nkind=embedded\nonline=true\ntriples=0\n',
    )
    // What is not here is passed over where all are checked.
    const checked = await espalier(['db', 'check', '--all'])
    expect(checked).toMatchObject({ code: 0, out: '' })
    expect(checked.error).toContain("Database 'open' is remote, and cannot be checked")
    expect(checked.error).toContain('here: nothing is wrong.')
    expect((await espalier(['db', 'check', 'open'])).code).toBe(1)
    expect((await espalier(['db', 'drop', 'open'])).code).toBe(0)
    expect((await espalier(['db', 'status', 'open'])).code).toBe(1)
  })

  it.each<[way: string, given: Partial<ProgramContext>]>([
    ['on the standard input', { input: `${password}\n` }],
    ['on the standard input without a line break', { input: password }],
    ['on the standard input with a line break of Windows', { input: `${password}\r\n` }],
    ['in the environment', { environment: { ESPALIER_REMOTE_PASSWORD: password } }],
    ['typed', { input: `${password}\r`, typed: true }],
    ['typed, and corrected', { input: `${password}xy\u007f\u007f\r`, typed: true }],
  ])('take a password %s, and show it to nobody', async (_, given) => {
    const words = ['db', 'create', 'guarded', '--remote', guarded.queryUrl, '--remote-user', 'ada']
    const { code, error, raw } = await espalier(words, given)
    expect({ code, error: code === 0 ? '' : error }).toEqual({ code: 0, error: '' })
    // A terminal that is raw echoes nothing by itself.
    expect(raw).toEqual(given.typed === true ? [true, false] : [])
    if (given.typed === true) expect(error).toContain('Password of ada: \n')
    expect(error).not.toContain('pass word')
    expect(await size('guarded')).toBe('2\n')
    const { out } = await espalier(['db', 'options', 'guarded'])
    expect(out).toContain('remote.password=***\n')
    expect(out).not.toContain('pass word')
    await espalier(['db', 'drop', 'guarded'])
  })

  it('take a token by the name of its variable', async () => {
    const words = ['db', 'create', 'tokened', '--remote', tokened.queryUrl, '--token-from', 'THE_TOKEN']
    const unset = await espalier(words)
    expect(unset).toMatchObject({ code: 2, error: expect.stringContaining('THE_TOKEN is not set') })
    expect((await espalier(words, { environment: { THE_TOKEN: 't0ken' } })).code).toBe(0)
    expect(await size('tokened')).toBe('2\n')
    // And another one later.
    const secret = (operand: string, given: Partial<ProgramContext> = {}) =>
      espalier(['db', 'options', 'tokened', '--secret', operand], given)
    expect((await secret('remote.token', { input: 'wr0ng' })).code).toBe(0)
    expect((await espalier(['data', 'size', 'tokened'])).code).toBe(3)
    expect((await espalier(['db', 'status', 'tokened'])).code).toBe(3)
    expect(await secret('remote.token=THE_TOKEN', { environment: { THE_TOKEN: 't0ken' } })).toMatchObject({
      code: 0,
      error: 'Set remote.token of tokened.\n',
    })
    expect(await size('tokened')).toBe('2\n')
    await espalier(['db', 'drop', 'tokened'])
  })

  it.each<[words: readonly string[], message: string, given?: Partial<ProgramContext>]>([
    [['--remote-user', 'ada'], '--remote-user goes with --remote only.'],
    [['--update-url', 'http://a.example/'], '--update-url goes with --remote only.'],
    [
      ['--remote', 'http://a.example/', '--remote-user', 'a', '--token-from', 'A'],
      'Give --remote-user or --token-from, not both.',
    ],
    [['--remote', 'http://a.example/', '--option', 'remote.password=hidden'], 'is seen by others'],
    [['--option', 'remote.token=hidden'], 'is seen by others'],
    [['--remote', 'http://ada:hidden@a.example/'], 'without a user name, a password'],
    [
      ['--remote', 'http://a.example/', '--option', 'remote.query.url=http://b.example/'],
      'by an option of its own too',
    ],
    [
      ['--remote', 'http://a.example/', '--remote-user', 'ada'],
      'Password of ada: nothing was given. Type it',
    ],
    [
      ['--remote', 'http://a.example/', '--remote-user', 'ada'],
      'without control characters',
      { input: 'hid\nden\n' },
    ],
    [
      ['--remote', 'http://a.example/', '--remote-user', 'ada'],
      'more than 65536 bytes',
      { input: 'x'.repeat(70_000) },
    ],
    [
      ['--remote', 'http://a.example/', '--remote-user', 'ada'],
      'nothing was given',
      { input: '\r', typed: true },
    ],
    [['FILE', '--remote', 'http://a.example/'], 'espalier data add none FILE'],
    [['--remote', 'http://a.example/', '--graph', 'urn:g'], '--graph is about files'],
  ])('refuse %j', async (words, message, given) => {
    const file = join(home, 'a.ttl')
    writeFileSync(file, '<urn:a> <urn:b> <urn:c> .')
    const real = words.map((word) => (word === 'FILE' ? file : word))
    const { code, error } = await espalier(['db', 'create', 'none', ...real], given)
    expect({ code, error }).toMatchObject({ code: 2, error: expect.stringContaining(message) })
    expect(error).not.toMatch(/hidden|hid\nden/)
  })

  it('have made nothing where they were refused', async () => {
    expect((await espalier(['db', 'list'])).out).not.toContain('none')
  })

  it('move to another host together with their secret', async () => {
    const words = ['db', 'create', 'moved', '--remote', endpoint.queryUrl, '--token-from', 'THE_TOKEN']
    const environment = { THE_TOKEN: 't0ken' }
    expect((await espalier(words, { environment })).code).toBe(0)
    const move = ['db', 'options', 'moved', '--set', `remote.query.url=${tokened.queryUrl}`]
    const alone = await espalier(move)
    expect(alone).toMatchObject({
      code: 1,
      error: expect.stringContaining('"remote.token" was not given for'),
    })
    expect((await espalier([...move, '--secret', 'remote.token=THE_TOKEN'], { environment })).code).toBe(0)
    expect(await size('moved')).toBe('2\n')
    await espalier(['db', 'drop', 'moved'])
  })

  it.each([
    [['--set', 'remote.password=hidden'], 'Give it by --secret remote.password.'],
    [['--secret', 'query.timeout'], '--secret takes remote.password or remote.token, not "query.timeout".'],
    [['--secret', 'remote.token', '--reset', 'remote.token'], 'name remote.token more than once'],
    [['query.timeout', '--secret', 'remote.token'], 'not both'],
  ])('refuse the options %j', async (words, message) => {
    const { code, error } = await espalier(['db', 'options', 'any', ...words], { input: 'hidden' })
    expect({ code, error }).toMatchObject({ code: 2, error: expect.stringContaining(message) })
    expect(error).not.toContain('hidden')
  })
})
