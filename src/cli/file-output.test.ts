import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CommandContext, UsageError } from './command.ts'
import { writeFileWhole } from './file-output.ts'

let directory: string
let context: CommandContext
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'espalier-output-'))
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))
beforeEach(() => {
  for (const name of readdirSync(directory)) rmSync(join(directory, name), { recursive: true })
  const silent = { interactive: false, colour: false, columns: 80, write: async () => {} }
  context = {
    terminal: { input: Readable.from([]), out: silent, error: silent },
    environment: {},
    directory,
    signal: new AbortController().signal,
    program: 'espalier',
  }
})

async function* parts(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text)
}

it('writes a file, packed where its name says so', async () => {
  expect(await writeFileWhole('a.nt', parts('one ', 'two'), context)).toBe(7)
  expect(readFileSync(join(directory, 'a.nt'), 'utf8')).toBe('one two')
  expect(await writeFileWhole('a.nt.gz', parts('one ', 'two'), context)).toBe(7)
  expect(gunzipSync(readFileSync(join(directory, 'a.nt.gz'))).toString()).toBe('one two')
  expect(await writeFileWhole('empty', parts(), context)).toBe(0)
})

it('leaves a former file as it is, and nothing else, where the bytes end in a failure', async () => {
  writeFileSync(join(directory, 'a.nt'), 'former')
  async function* failing(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('new')
    throw new Error('broke off')
  }
  await expect(writeFileWhole('a.nt', failing(), context)).rejects.toThrow('broke off')
  expect(readdirSync(directory)).toEqual(['a.nt'])
  expect(readFileSync(join(directory, 'a.nt'), 'utf8')).toBe('former')
})

it('says that a file cannot be written', async () => {
  const written = writeFileWhole('missing/a.nt', parts('x'), context)
  await expect(written).rejects.toThrow(UsageError)
  await expect(written).rejects.toThrow(
    'Cannot write the file missing/a.nt: there is no such file or folder.',
  )
  mkdirSync(join(directory, 'folder'))
  const inPlace = writeFileWhole('folder', parts('x'), context)
  await expect(inPlace).rejects.toThrow(/^Cannot write the file folder: it is a folder\.$/u)
  expect(readdirSync(directory)).toEqual(['folder'])
})
