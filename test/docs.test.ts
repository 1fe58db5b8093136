import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { checkDatabaseName } from '../src/catalog/database-name.ts'
import type { Command, CommandOption } from '../src/cli/command.ts'
import { commands } from '../src/cli/commands.ts'
import { exitCodeOf, exitCodes } from '../src/cli/exit-codes.ts'
import { serviceOptions } from '../src/cli/service-options.ts'
import { defaultDocumentLimits } from '../src/compiler/limits.ts'
import { databaseOptionDefaults } from '../src/config/database-options.ts'
import { type DatabaseOption, optionTable } from '../src/config/option-table.ts'
import { propertyNames } from '../src/config/properties.ts'
import { type ErrorName, errorCodes, queryErrorCodes, ServiceError } from '../src/errors.ts'
import { buildApp } from '../src/server/app.ts'
import { statusOf } from '../src/server/http/status.ts'
import { httpLimits } from '../src/server/server-parts.ts'
import { openTo } from './unused-services.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** The text of a document, or of its section under a heading of the second level. */
function read(path: string, heading?: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  if (heading === undefined) return text
  const section = text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`${path} has no section "${heading}".`)
  return section
}

/** Cells of the rows of tables whose first cell is a code span, without the marks of code. */
function tableRows(markdown: string): string[][] {
  return markdown
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split(/ \| |^\| | \|$/).filter((cell) => cell !== ''))
    .map((cells) => cells.map((cell) => cell.replaceAll('`', '').replaceAll('\\|', '|')))
}

function firstCells(markdown: string): (string | undefined)[] {
  return tableRows(markdown).map(([first]) => first)
}

describe('docs/errors.md', () => {
  it('has name, code, status and exit code of every failure, and no other', () => {
    const isName = (name: string): name is ErrorName => name in errorCodes
    const names = Object.keys(errorCodes).filter(isName)
    const documented = tableRows(read('docs/errors.md', 'Failures of the service'))
    expect(documented.map((row) => row.slice(0, 4))).toEqual(
      names.map((name) => [errorCodes[name], name, String(statusOf(name)), String(exitCodeOf(name))]),
    )
  })

  it('has every code of an error in a request, and no other', () => {
    expect(firstCells(read('docs/errors.md', 'Errors in a GraphQL request'))).toEqual([...queryErrorCodes])
  })
})

describe('docs/properties.md', () => {
  it('has every property, and no other', () => {
    const [properties = ''] = read('docs/properties.md').split(/^## /m)
    expect(firstCells(properties)).toEqual([...propertyNames])
  })
})

describe('options of a database in docs/properties.md', () => {
  it('are those that there are, with their defaults', () => {
    const rows = tableRows(read('docs/properties.md', 'Options of a database'))
    const change = ({ mutable, mutableWhenOnline }: DatabaseOption) =>
      mutable ? (mutableWhenOnline ? 'any time' : 'offline') : 'creation'
    expect(rows.map((row) => row.slice(0, 3))).toEqual(
      [...optionTable].map(([name, option]) => [name, databaseOptionDefaults.get(name), change(option)]),
    )
  })
})

describe('the limits of requests in docs/properties.md', () => {
  it('are those of the compiler', () => {
    const rows = tableRows(read('docs/properties.md')).filter(([name]) => name?.startsWith('graphql.limit.'))
    expect(rows.map(([, value]) => Number(value))).toEqual(Object.values(defaultDocumentLimits))
  })
})

describe('docs/cli.md', () => {
  const sections = read('docs/cli.md')
    .split(/^### espalier /m)
    .slice(1)

  it('has every command with its operands, and no other', () => {
    expect(sections.map((section) => `${section.split('\n')[0]}\n`)).toEqual(commands.map(headingOf))
  })

  const headingOf = ({ name, operands }: Command) => `${`${name} ${operands}`.trim()}\n`

  const asDocumented = (options: readonly CommandOption[]) =>
    options.map((option) => `--${option.name} ${option.value ?? ''}`.trim())

  /** Whether a command has the options that are told once for all. */
  const isUsual = ({ options }: Command) => serviceOptions.every((option) => options.includes(option))

  it('has the options of every command but a few', () => {
    const text = read('docs/cli.md', 'Which databases a command works on')
    expect(firstCells(text)).toEqual(asDocumented(serviceOptions))
    const others = commands.filter((command) => !isUsual(command))
    const names = new Set(others.map(({ name }) => `\`${name.replace(/^(server|jwt) .*/, '$1 …')}\``))
    const told = /^Every command but (.*) takes/m.exec(text)?.[1]?.split(/, | and /)
    expect(told?.sort()).toEqual([...names].sort())
  })

  it.each(commands)('has the options of $name, and no other', (command) => {
    const section = sections.find((text) => text.startsWith(headingOf(command))) ?? ''
    const own = isUsual(command)
      ? command.options.filter((option) => !serviceOptions.includes(option))
      : command.options
    expect(firstCells(section)).toEqual(asDocumented(own))
  })

  it('has every exit code, and no other', () => {
    const documented = [...read('docs/cli.md').matchAll(/^\| (\d+) \|/gm)].map(([, code]) => Number(code))
    expect(documented).toEqual(Object.values(exitCodes))
  })
})

describe('docs/http.md', () => {
  it('has every route, and no other', async () => {
    const documented = firstCells(read('docs/http.md')).filter((cell) => /^[A-Z]+ \//.test(cell ?? ''))
    expect(documented.toSorted()).toEqual((await servedRoutes()).toSorted())
  })

  it('has no route that a database could be called like', async () => {
    const words = (await servedRoutes()).flatMap((route) => / \/(\w+)/.exec(route)?.[1] ?? [])
    expect(words).toContain('admin')
    for (const word of words) expect(() => checkDatabaseName(word)).toThrow(ServiceError)
  })
})

/** The routes of the server, `METHOD /path` with `{db}` for the name of a database, `{tx}` of a transaction. */
async function servedRoutes(): Promise<string[]> {
  const app = buildApp({
    ...openTo(),
    stopping: new AbortController().signal,
    spoolFolder: tmpdir(),
    version: '0.0.0',
    limits: httpLimits,
  })
  await app.ready()
  const routes: string[] = []
  for (const path of pathsOf(app.printRoutes({ commonPrefix: false }))) {
    // Every path answers a method that it does not have with those that it has.
    const { headers } = await app.inject({ method: 'PATCH', url: path.replaceAll(/:(\w+)/g, '$1') })
    const methods = String(headers.allow).split(', ')
    const own = methods.filter((method) => method !== 'HEAD')
    routes.push(...own.map((method) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`))
  }
  await app.close()
  return routes
}

/** The paths of a tree of routes, as Fastify prints it: four columns for each level, methods in parentheses. */
function pathsOf(tree: string): ReadonlySet<string> {
  const paths = new Set<string>()
  const trail: string[] = []
  for (const line of tree.split('\n')) {
    const [, indent = '', part, methods] = /^([│ ]*)[├└]── (\S+)( \(.*\))?/.exec(line) ?? []
    if (part === undefined) continue
    trail.splice(indent.length / 4, trail.length, part)
    if (methods !== undefined) paths.add(trail.join(''))
  }
  return paths
}

const documents = [
  ...readdirSync(root).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
  join('examples', 'README.md'),
]

it.each(documents)('the links of %s lead to files', (path) => {
  const prose = read(path).replaceAll(/^```.*?^```$/gms, '')
  const targets = [...prose.matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g)].flatMap(([, target]) => target ?? [])
  expect(targets.filter((target) => !existsSync(join(root, dirname(path), target)))).toEqual([])
})

/** Blocks of shell commands marked to be run, each with the JSON that stands after it. */
function examples(path: string): { readonly command: string; readonly answer: unknown }[] {
  const marked = /<!-- runs -->\n```sh\n(.*?)```\n\n```json\n(.*?)```/gs
  return [...read(path).matchAll(marked)].map(([, command = '', answer = '']) => ({
    command,
    answer: JSON.parse(answer),
  }))
}

describe.each(['README.md', 'docs/reasoning.md'])('%s', (page) => {
  it('has an example', () => {
    expect(examples(page)).not.toEqual([])
  })

  it.each(examples(page))('answers $command', async ({ command, answer }) => {
    const { stdout } = await run('sh', ['-c', command], { cwd: root })
    expect(JSON.parse(stdout)).toEqual(answer)
  })
})
