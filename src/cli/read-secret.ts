import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { type CommandContext, UsageError } from './command.ts'

/** Bytes of a secret that come over the standard input. */
const mostBytes = 1 << 16

/**
 * Reads a secret: from a terminal without showing what is typed, else the whole standard input but for a line break at its
 * end. What stands on a command line would be seen in the list of processes.
 *
 * @param what what a person is asked for: `Password of ada`
 * @throws UsageError where there is none
 */
export async function readSecret(what: string, context: CommandContext): Promise<string> {
  const { input, error } = context.terminal
  const secret =
    input.isTTY === true && error.interactive ? await typed(what, context) : await sent(what, context)
  if (secret === '') throw nothingGiven(what)
  return secret
}

/**
 * Reads one of several secrets: from a terminal without showing what is typed, else the next line of the standard input, the rest
 * of which stays for whoever reads on.
 *
 * @param variable of the environment, where it can stand as well
 * @throws UsageError where there is none
 */
export async function readSecretLine(
  what: string,
  context: CommandContext,
  variable?: string,
): Promise<string> {
  const { input, error } = context.terminal
  const secret =
    input.isTTY === true && error.interactive
      ? await typed(what, context)
      : await nextLine(what, input, context.signal)
  if (secret === '') throw nothingGiven(what, variable)
  return secret
}

/**
 * Reads a new secret: on a terminal twice, since nobody sees what is typed.
 *
 * @param variable of the environment, where it can stand as well
 * @throws UsageError where there is none, or the two are not the same
 */
export async function readNewSecret(
  what: string,
  context: CommandContext,
  variable?: string,
): Promise<string> {
  const secret = await readSecretLine(what, context, variable)
  const { input, error } = context.terminal
  if (input.isTTY !== true || !error.interactive) return secret
  const again = await readSecretLine(`${what}, again`, context)
  if (again === secret) return secret
  throw new UsageError(`${what}: the two are not the same. Nothing was changed.`)
}

function nothingGiven(what: string, variable?: string): UsageError {
  const also = variable === undefined ? '' : ` set ${variable},`
  return new UsageError(
    `${what}: nothing was given. Type it on a terminal,${also} or send it to the standard input.`,
  )
}

/** A value of the environment. @throws UsageError where there is none */
export function environmentSecret(name: string, { environment }: CommandContext): string {
  const value = environment[name]
  if (value !== undefined && value !== '') return value
  throw new UsageError(`The environment variable ${name.slice(0, 100)} is not set.`)
}

async function typed(what: string, { terminal: { input, error }, signal }: CommandContext): Promise<string> {
  // A terminal of its own: it takes the echo away, and knows how a line is edited.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const typedAhead: string[] = []
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0, signal })
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  lines.on('line', (line) => typedAhead.push(line))
  lines.once('line', resolve)
  lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  lines.once('close', () => reject(signal.reason ?? nothingGiven(what)))
  try {
    // Not before the echo is gone: a program may type as soon as it is asked.
    await error.write(`${what}: `)
    return await promise
  } finally {
    lines.close()
    const more = [...typedAhead.slice(1), lines.line].join('\r')
    if (more !== '') input.unshift(Buffer.from(more))
    // Else the process waits for more of what is typed.
    input.pause()
    await error.write('\n')
  }
}

/**
 * The next line of an input, without its line break; the rest stays for whoever reads on. `''` at the end of the input.
 *
 * @param what what messages call it
 * @throws UsageError where it is too long
 */
export async function nextLine(
  what: string,
  input: CommandContext['terminal']['input'],
  signal: AbortSignal,
): Promise<string> {
  let read = Buffer.alloc(0)
  while (!read.includes('\n')) {
    const piece: unknown = input.read()
    if (piece === null) {
      if (input.readableEnded || input.destroyed) break
      await moreToRead(input, signal)
      continue
    }
    if (!(piece instanceof Uint8Array)) throw new Error('The standard input gives no bytes.')
    read = Buffer.concat([read, piece])
    if (read.length > mostBytes && !read.subarray(0, mostBytes).includes('\n')) {
      throw new UsageError(`${what}: the line has more than ${mostBytes} bytes.`)
    }
  }
  const end = read.indexOf('\n')
  if (end < 0) return read.toString('utf8')
  if (end + 1 < read.length) input.unshift(read.subarray(end + 1))
  return read.toString('utf8', 0, end).replace(/\r$/u, '')
}

async function moreToRead(input: CommandContext['terminal']['input'], signal: AbortSignal): Promise<void> {
  const one = new AbortController()
  const either = { signal: AbortSignal.any([signal, one.signal]) }
  const ended = once(input, 'end', either).catch(() => {})
  try {
    await Promise.race([once(input, 'readable', either), ended])
  } finally {
    one.abort()
  }
}

async function sent(what: string, { terminal: { input }, signal }: CommandContext): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of input) {
    signal.throwIfAborted()
    const bytes = Buffer.from(piece)
    size += bytes.length
    if (size > mostBytes)
      throw new UsageError(`${what}: the standard input has more than ${mostBytes} bytes.`)
    pieces.push(bytes)
  }
  return Buffer.concat(pieces)
    .toString('utf8')
    .replace(/\r?\n$/u, '')
}
