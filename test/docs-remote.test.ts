import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readTokenSettings } from '../src/authentication/settings/read-token-settings.ts'
import type { Invocation } from '../src/cli/command.ts'
import { commands } from '../src/cli/commands.ts'
import { pairsOf } from '../src/cli/option-values.ts'
import { parseArguments } from '../src/cli/parse-arguments.ts'
import { remoteOperands } from '../src/cli/remote-operands.ts'
import { checkDatabaseOptions } from '../src/config/database-options.ts'
import { optionTable } from '../src/config/option-table.ts'
import { usualSettings } from '../src/store/remote/client/endpoint-settings.ts'
import { engines, quirksOf } from '../src/store/remote/engine-quirks.ts'
import { createRowLimit } from '../src/store/remote/parts/row-limit.ts'

const root = new URL('..', import.meta.url)
const text = readFileSync(new URL('docs/remote.md', root), 'utf8')

/** The lines of shell in the page that are commands of the program, each as its words. */
const shown = [...text.matchAll(/^ *```sh\n(.*?)^ *```/gms)]
  .flatMap(([, block = '']) => block.trim().split('\n'))
  .map((line) => line.trim())

/** Splits a line as a shell would that knows single quotes only. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

function invocationOf(line: string): { readonly name: string; readonly invocation: Invocation } {
  const [program, ...words] = wordsOf(line)
  expect(program).toBe('espalier')
  const parsed = parseArguments(words, commands)
  if (parsed.kind !== 'command') throw new Error(`${line} is no command.`)
  return { name: parsed.command.name, invocation: parsed.invocation }
}

/** The section of an engine. */
function sectionOf(engine: string): string {
  return text.split(/^### /m).find((section) => section.startsWith(`${engine}\n`)) ?? ''
}

describe('docs/remote.md', () => {
  it('has settings of an issuer that can be read, and that exchange tokens', () => {
    const [, yaml = ''] = /^```yaml\n(.*?)^```/ms.exec(text) ?? []
    const read = readTokenSettings(yaml)
    if (read.kind !== 'settings') throw new Error(JSON.stringify(read))
    const [issuer] = read.settings.issuers.values()
    expect(issuer?.tokenExchange?.clientId).toBe('films-api')
    expect(read.warnings).toEqual([])
  })

  it('has commands', () => expect(shown.length).toBeGreaterThan(10))

  it.each(shown)('has a command line that is one: %s', (line) => {
    const { name, invocation } = invocationOf(line)
    const options = { ...Object.fromEntries(pairsOf(invocation, 'set')), ...remoteOperands(invocation) }
    if (name === 'db create') {
      const secrets = invocation.options.has('remote-user')
        ? { 'remote.password': 'secret' }
        : invocation.options.has('token-from') && { 'remote.token': 'secret' }
      expect(() => checkDatabaseOptions({ ...options, ...secrets })).not.toThrow()
    } else {
      const unread = Object.entries(options).filter(
        ([option, value]) => optionTable.get(option)?.kind.read(value) === undefined,
      )
      expect(unread).toEqual([])
    }
  })

  it.each(['Virtuoso', 'GraphDB', 'Stardog', 'Neptune', 'QLever', 'Fuseki'])(
    'says how %s is connected, and what its union is',
    (engine) => {
      const section = sectionOf(engine)
      expect(section).toMatch(/espalier db create \S+ --remote https?:/)
      expect(section).toContain('- Union: ')
      const key = engine.toLowerCase()
      expect(Object.keys(engines)).toContain(key)
      const { union } = quirksOf(key)
      const said = typeof union === 'object' ? union.iri : (union ?? 'graphs')
      expect(section).toContain(`\`${said}\``)
    },
  )

  it('names options that there are', () => {
    const named = [...text.matchAll(/`(remote\.[a-z.]*[a-z])`/g)].flatMap(([, name]) => name ?? [])
    expect(named.filter((name) => !optionTable.has(name))).toEqual([])
    const create = commands.find(({ name }) => name === 'db create')?.options.map(({ name }) => name)
    const options = [...text.matchAll(/`--([a-z-]+)`/g)].flatMap(([, name]) => name ?? [])
    expect(options.filter((name) => create?.includes(name) !== true)).toEqual([])
  })

  it('tells the limits that there are', () => {
    expect(usualSettings.failures).toBe(3)
    expect(text).toContain('After three requests in a row')
    expect(usualSettings).toMatchObject({ silenceTimeout: 120_000, longestPause: 10_000 })
    expect(text).toContain('stands still for two minutes')
    expect(text).toContain('ten seconds at most')
    expect(usualSettings.pauses).toHaveLength(2)
    expect(text).toContain('three times in all')
    const limits = createRowLimit(undefined)
    const isLookedAt = (rows: number): boolean => limits.suspected(rows, undefined, 0) !== undefined
    expect([99, 100, 101, 128, 256, 257, 8_192, 99_999, 100_001].filter(isLookedAt)).toEqual([
      100, 256, 8_192, 100_001,
    ])
    expect(text).toContain('a multiple of 100, a power of two from 256 on, or more than 100,000 rows')
  })
})
