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

function nothingGiven(what: string): UsageError {
  return new UsageError(
    `${what}: nothing was given. Type it on a terminal, or send it to the standard input.`,
  )
}

/** A value of the environment. @throws UsageError where there is none */
export function environmentSecret(name: string, { environment }: CommandContext): string {
  const value = environment[name]
  if (value !== undefined && value !== '') return value
  throw new UsageError(`The environment variable ${name.slice(0, 100)} is not set.`)
}

async function typed(what: string, { terminal: { input, error }, signal }: CommandContext): Promise<string> {
  await error.write(`${what}: `)
  // A terminal of its own: it takes the echo away, and knows how a line is edited.
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input, output: silent, terminal: true, historySize: 0, signal })
  try {
    return await new Promise<string>((resolve, reject) => {
      lines.once('line', resolve)
      lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
      lines.once('close', () => reject(signal.reason ?? nothingGiven(what)))
    })
  } finally {
    lines.close()
    // Else the process waits for more of what is typed.
    input.pause()
    await error.write('\n')
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
