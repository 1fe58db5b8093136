import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { permissionText } from '../src/accounts/permission-text.ts'
import { commands } from '../src/cli/commands.ts'
import { createDemo } from '../src/cli/demo.ts'
import { parseArguments } from '../src/cli/parse-arguments.ts'
import { buildApp } from '../src/server/app.ts'
import { httpLimits } from '../src/server/server-parts.ts'
import type { Needs } from '../src/server/sign-in/needs.ts'
import { basicAuthorization } from './basic-authorization.ts'
import { type HomeServer, startHomeServer } from './home-server.ts'
import { hasPrograms } from './programs.ts'
import { commandsOf, shellWords } from './shell-commands.ts'
import { openTo } from './unused-services.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const page = readFileSync(join(root, 'docs', 'accounts.md'), 'utf8')

describe('docs/accounts.md, what each route needs', () => {
  it('is what the routes say', async () => {
    const app = buildApp({
      ...openTo(),
      stopping: new AbortController().signal,
      spoolFolder: tmpdir(),
      version: '0.0.0',
      limits: httpLimits,
    })
    await app.ready()
    const needs = app.routeNeeds.map((route) => {
      const url = route.url.replaceAll(/:(\w+)/g, '{$1}')
      return `| \`${route.method} ${url}\` | ${needsText(route.needs)} |`
    })
    await app.close()
    const told = page
      .split('\n')
      .filter((line) => /^\| `[A-Z]+ \//.test(line))
      // What stands in the last column is prose.
      .map((line) => `${line.split(' | ').slice(0, 2).join(' | ')} |`)
    expect(told.toSorted()).toEqual(needs.toSorted())
  })
})

function needsText(needs: Needs): string {
  if (typeof needs === 'string') return needs
  const texts = needs.map(({ action, type, name }) => permissionText({ action, resource: { type, name } }))
  return texts.map((one) => `\`${one.replace(/::db$/, ':{db}')}\``).join(', ')
}

/** A block of code of the page: what to run, what is typed, and what comes of it. */
interface Example {
  readonly language: string
  readonly code: string
  readonly typed: readonly string[]
  readonly answer: string | undefined
  /** Heading of the second level that it stands under. */
  readonly section: string
}

/** The blocks that are run, in their order. */
const examples = page.split(/^## /m).flatMap((part): readonly Example[] => {
  const blocks = part.matchAll(
    /^(?:<!-- (types|runs|runs not): ?(.*?) -->\n|<!-- runs -->\n)?```(sh|js|python)\n(.*?)^```\n(?:\n```(?:json|text)\n(.*?)^```)?/gms,
  )
  return [...blocks]
    .filter(([, kind]) => kind !== 'runs not')
    .map(([, , typed = '', language = '', code = '', answer]) => ({
      language,
      code,
      typed: typed === '' ? [] : typed.split(', '),
      answer,
      section: part.slice(0, part.indexOf('\n')),
    }))
})

const newPasswords = [...new Set(examples.flatMap(({ typed }) => typed))].filter((word) => word !== 'admin')

const hasPython = hasPrograms('python3')

describe('docs/accounts.md, its examples', () => {
  let server: HomeServer
  let folder: string
  let programs: string
  let annToken: string

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-docs-accounts-'))
    mkdirSync(join(folder, 'bin'))
    symlinkSync(join(root, 'bin', 'espalier'), join(folder, 'bin', 'espalier'))
    // Where the packages that the programs import are found.
    const cache = join(root, 'node_modules', '.cache')
    mkdirSync(cache, { recursive: true })
    programs = mkdtempSync(join(cache, 'espalier-accounts-'))
    server = await startHomeServer('', { security: 'on' })
    await createDemo(server.service, new AbortController().signal)
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
    rmSync(programs, { recursive: true, force: true })
  })

  it('are many, and none keeps a password in the history of a shell', () => {
    expect(examples.length).toBeGreaterThan(10)
    expect(newPasswords).toHaveLength(3)
    for (const { code } of examples) {
      for (const password of newPasswords) expect(code).not.toContain(password)
      expect(code).not.toMatch(/:admin|--password(?!-)/)
    }
  })

  it.for(examples)('$section: $code', async ({ language, code, typed, answer, section }, { skip }) => {
    skip(language === 'python' && !hasPython, 'There is no python3.')
    const program = code.replaceAll('http://127.0.0.1:5820', server.url)
    const signingIn = section === 'Signing in'
    if (signingIn) annToken ??= await tokenOf('ann', newPasswords[1] ?? '')
    const home = join(folder, 'home')
    const onFolder = code.includes('/srv/espalier')
    if (onFolder) await run('sh', ['-c', `espalier db create none --home ${home}`], {}, [])
    const environment = onFolder
      ? {}
      : {
          ESPALIER_SERVER: server.url,
          ...(signingIn && {
            ESPALIER_USER: 'ann',
            ESPALIER_PASSWORD: newPasswords[1] ?? '',
            ...(code.includes('ESPALIER_TOKEN') && { ESPALIER_TOKEN: annToken }),
          }),
        }
    const { out, error, status } = await run(
      ...commandOf(language, program.replaceAll('/srv/espalier', home)),
      environment,
      typed,
    )
    const refusals = error.split('\n').filter((line) => line.startsWith('espalier:'))
    if (answer === undefined) {
      expect({ refusals, status }).toEqual({ refusals: [], status: 0 })
    } else if (language === 'sh') {
      expect(words(`${out}${refusals.join('\n')}`), error).toEqual(words(answer))
    } else {
      expect(error).toBe('')
      expect(JSON.parse(out)).toEqual(JSON.parse(answer))
    }
  })

  it('are in the audit log as the page tells', () => {
    const [, told = ''] = /^```json\n(\{"time".*?)^```/ms.exec(page) ?? []
    const { time, requestId, ...rest } = parsed(told)
    const log = readFileSync(join(server.folder, 'audit.log'), 'utf8')
    const kept = log
      .trim()
      .split('\n')
      .map(parsed)
      .find(
        ({ action, details }) => action === 'user.grant' && JSON.stringify(details).includes('metadata:demo'),
      )
    expect(kept).toMatchObject(rest)
    expect(kept?.['time']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Object.keys(kept ?? {}).toSorted()).toEqual(Object.keys({ time, requestId, ...rest }).toSorted())
    for (const password of newPasswords) expect(log).not.toContain(password)
  })

  async function tokenOf(user: string, password: string): Promise<string> {
    const answer = await fetch(`${server.url}/admin/token`, {
      headers: { Authorization: basicAuthorization(user, password) },
    })
    const { token } = parsed(await answer.text())
    return String(token)
  }

  function commandOf(language: string, program: string): readonly [string, readonly string[]] {
    if (language === 'sh') return ['sh', ['-c', program]]
    const path = join(programs, language === 'js' ? 'program.mjs' : 'program.py')
    writeFileSync(path, program)
    return language === 'js' ? [process.execPath, [path]] : ['python3', [path]]
  }

  async function run(
    command: string,
    operands: readonly string[],
    environment: Readonly<Record<string, string>>,
    typed: readonly string[],
  ): Promise<{ readonly out: string; readonly error: string; readonly status: unknown }> {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(command, operands, {
      cwd: root,
      env: { PATH: `${join(folder, 'bin')}:${PATH}`, HOME, XDG_CONFIG_HOME: folder, ...environment },
    })
    child.stdin.on('error', () => {})
    child.stdin.end(typed.map((line) => `${line}\n`).join(''))
    const [out, error, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { out, error, status }
  }
})

function parsed(json: string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(JSON.parse(json)))
}

/** Lines as their words, since a page lines columns up by spaces. */
function words(lines: string): readonly string[] {
  return lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).join(' '))
}

describe.each(['docs/accounts.md', 'docs/cli.md', 'README.md'])('%s', (path) => {
  const shown = [...readFileSync(join(root, path), 'utf8').matchAll(/^```sh\n(.*?)^```/gms)]
    .flatMap(([, block = '']) => commandsOf(block))
    .filter((line) => /^(bin\/)?espalier /.test(line))

  it('shows commands', () => expect(shown.length).toBeGreaterThan(10))

  it.each(shown)('shows a command line that is one: %s', (line) => {
    const [, ...words] = shellWords(line)
    expect(parseArguments(words, commands).kind).toBe('command')
  })
})
