import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

/** Where `npm start` and `bin/espalier` keep compiled modules, too. */
const compileCache = fileURLToPath(new URL('../node_modules/.cache/espalier', import.meta.url))

/** What a command came to. */
export interface CommandResult {
  readonly code: number | null
  readonly out: string
  readonly error: string
}

/** Starts a command in a process of its own, with a home folder, outside any folder that has one. */
export function startCommand(
  words: readonly string[],
  home: string,
  environment: Readonly<Record<string, string>> = {},
): ChildProcessWithoutNullStreams {
  const { ESPALIER_SERVER: _server, NO_COLOR: _noColour, FORCE_COLOR: _colour, ...inherited } = process.env
  return spawn(process.execPath, [main, ...words], {
    env: { NODE_COMPILE_CACHE: compileCache, ...inherited, ESPALIER_HOME: home, ...environment },
    cwd: fileURLToPath(new URL('..', import.meta.url)),
  })
}

/** Runs a command to its end. */
export async function runCommand(
  words: readonly string[],
  home: string,
  options: { readonly input?: string; readonly environment?: Readonly<Record<string, string>> } = {},
): Promise<CommandResult> {
  const child = startCommand(words, home, options.environment)
  child.stdin.on('error', () => {})
  child.stdin.end(options.input ?? '')
  const [out, error, ended] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  const [code]: unknown[] = ended
  return { code: typeof code === 'number' ? code : null, out, error }
}

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  readonly process: ChildProcessWithoutNullStreams
  readonly banner: string
  /** What it has written to its error output: its log. */
  readonly log: string
  /** Ends it by a signal, and waits for its exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

/** How a server is started. */
export interface ServerStart {
  /** Whether who asks it has to sign in; not unless it is said. */
  readonly security?: 'on' | 'off'
  readonly environment?: Readonly<Record<string, string>>
}

/** Starts a server on a free port, and waits until it answers. */
export async function startServer(
  home: string,
  words: readonly string[] = [],
  { security = 'off', environment = {} }: ServerStart = {},
): Promise<ServerProcess> {
  const open = security === 'on' ? [] : ['--disable-security']
  const child = startCommand(['server', 'start', '--port', '0', ...open, ...words], home, environment)
  let banner = ''
  let errors = ''
  child.stderr.on('data', (piece) => {
    errors += String(piece)
  })
  const exited = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (piece) => {
      banner += String(piece)
      const match = /answers at (https?:\S+)\n[\s\S]*Home folder: .*\n/u.exec(banner)
      if (match?.[1] !== undefined) resolve(match[1])
    })
    child.once('exit', () => reject(new Error(`The server ended: ${errors}`)))
  })
  return {
    url,
    process: child,
    get banner() {
      return banner
    },
    get log() {
      return errors
    },
    async end(signal) {
      child.kill(signal)
      const [code]: unknown[] = await exited
      return typeof code === 'number' ? code : null
    },
  }
}
