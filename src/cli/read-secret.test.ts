import { PassThrough, type Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { CommandContext } from './command.ts'
import { readSecretLine } from './read-secret.ts'

function contextOf(input: Readable, signal = new AbortController().signal): CommandContext {
  const output = { interactive: false, colour: false, columns: 80, write: async () => {} }
  return {
    terminal: { input, out: output, error: output },
    environment: {},
    directory: '/',
    signal,
    program: 'espalier',
  }
}

/** Bytes that come in pieces, as those of a pipe do. */
function pipe(pieces: readonly string[]): Readable {
  const input = new PassThrough()
  for (const piece of pieces) input.write(piece)
  input.end()
  return input
}

describe('a line of the standard input', () => {
  it.each<[string, readonly string[]]>([
    ['one piece', ['first\nsecond\nrest\n']],
    ['a piece for each line', ['first\n', 'second\n', 'rest\n']],
    ['lines cut in the middle', ['fi', 'rst', '\nsec', 'ond\nre', 'st\n']],
    ['line breaks of Windows', ['first\r\nsecond\r\nrest\n']],
    ['a piece for each byte', [...'first\nsecond\nrest\n']],
  ])('leaves those after it for whoever reads on: %s', async (_, pieces) => {
    const context = contextOf(pipe(pieces))
    expect(await readSecretLine('One', context)).toBe('first')
    expect(await readSecretLine('Two', context)).toBe('second')
    expect(await text(context.terminal.input)).toBe('rest\n')
  })

  it('may be the last one without a line break, and of any characters', async () => {
    const bytes = Buffer.from('Zwetschge ß 🌱')
    const context = contextOf(pipe([bytes.toString('utf8')]))
    expect(await readSecretLine('One', context)).toBe('Zwetschge ß 🌱')
    await expect(readSecretLine('Two', context)).rejects.toThrow('Two: nothing was given.')
  })

  it.each([[[]], [['\n']], [['\r\n']]])('is missed in %j', async (pieces) => {
    await expect(readSecretLine('One', contextOf(pipe(pieces)))).rejects.toThrow('One: nothing was given.')
  })

  it('ends at 64 KiB', async () => {
    await expect(readSecretLine('One', contextOf(pipe(['x'.repeat(70_000)])))).rejects.toThrow(
      'the line has more than 65536 bytes',
    )
  })

  it('is waited for no longer than somebody interrupts', async () => {
    const interrupted = new AbortController()
    const reading = readSecretLine('One', contextOf(new PassThrough(), interrupted.signal))
    interrupted.abort(new Error('interrupted'))
    await expect(reading).rejects.toThrow()
  })
})
