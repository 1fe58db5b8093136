import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { UsageError } from './command.ts'
import { readableFile } from './readable-file.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'espalier-readable-'))
  writeFileSync(join(directory, 'a.ttl'), 'some text')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

async function read(name: string): Promise<string> {
  let text = ''
  for await (const piece of readableFile(name, join(directory, name))) text += Buffer.from(piece).toString()
  return text
}

it('reads a file, as often as it is asked', async () => {
  const file = readableFile('a.ttl', join(directory, 'a.ttl'))
  for (const _ of [1, 2]) {
    for await (const piece of file) expect(Buffer.from(piece).toString()).toBe('some text')
  }
})

it('says of what cannot be read why, in words', async () => {
  await expect(read('.')).rejects.toThrow(UsageError)
  await expect(read('.')).rejects.toThrow(/^Cannot read the file \.: it is a folder\.$/u)
  await expect(read('b.ttl')).rejects.toThrow(
    /^Cannot read the file b\.ttl: there is no such file or folder\.$/u,
  )
})

it('leaves what its consumer throws as it is', async () => {
  const reading = (async () => {
    for await (const _ of readableFile('a.ttl', join(directory, 'a.ttl'))) throw new Error('Enough.')
  })()
  await expect(reading).rejects.toThrow(/^Enough\.$/u)
})
