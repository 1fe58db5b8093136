import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type CommandContext, UsageError } from './command.ts'
import { fileProblem } from './file-problem.ts'
import { bytesText } from './load-progress.ts'
import { styled } from './terminal.ts'

/**
 * Writes bytes to a file as they come, packed where its name ends in `.gz`; what is in the making has another name, so
 * that where something fails no half of a file is left, and a former one stays. Returns the bytes that came.
 *
 * @throws UsageError where the file cannot be written
 */
export async function writeFileWhole(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  context: CommandContext,
): Promise<number> {
  const path = resolve(context.directory, name)
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}`)
  const counter = { count: 0 }
  const source = Readable.from(shown(bytes, name, counter, context), { objectMode: false })
  const file = createWriteStream(draft, { mode: 0o600, flags: 'wx' })
  try {
    if (/\.gz$/iu.test(name)) await pipeline(source, createGzip(), file)
    else await pipeline(source, file)
    await rename(draft, path)
    return counter.count
  } catch (error) {
    await rm(draft, { force: true })
    throw isFileError(error) ? new UsageError(`Cannot write the file ${name}: ${fileProblem(error)}.`) : error
  } finally {
    await clearLine(context)
  }
}

const millisecondsBetweenUpdates = 100

/** Shows on a terminal how many bytes have come. */
async function* shown(
  bytes: AsyncIterable<Uint8Array>,
  name: string,
  counter: { count: number },
  { terminal: { error } }: CommandContext,
): AsyncGenerator<Uint8Array> {
  let shownAt = performance.now()
  for await (const piece of bytes) {
    counter.count += piece.length
    yield piece
    if (!error.interactive || performance.now() - shownAt < millisecondsBetweenUpdates) continue
    shownAt = performance.now()
    const line = `${name}: ${bytesText(counter.count)}`.slice(0, error.columns - 1)
    await error.write(`\r\u001b[K${styled(line, 'dim', error.colour)}`)
  }
}

async function clearLine({ terminal: { error } }: CommandContext): Promise<void> {
  if (error.interactive) await error.write('\r\u001b[K')
}

function isFileError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error
}
