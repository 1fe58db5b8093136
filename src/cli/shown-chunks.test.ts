import { expect, it } from 'vitest'
import { shownChunks } from './shown-chunks.ts'

const hostile =
  '<a:s> <a:p> "\u001b[2J\u009b1m \u202eevil\u2066\u0007\rgone" ;\r\n\t<a:q> "grün \u{1f600}" .\n'

/** What comes of a text of which each byte comes by itself. */
async function shown(text: string, interactive: boolean): Promise<string> {
  async function* bytes() {
    for (const byte of Buffer.from(text)) yield Uint8Array.of(byte)
  }
  const pieces: Uint8Array[] = []
  for await (const piece of shownChunks(bytes(), { interactive })) pieces.push(piece)
  return Buffer.concat(pieces).toString('utf8')
}

it('escapes on a terminal what would steer it, in characters that come in pieces', async () => {
  expect(await shown(hostile.replace('\rgone', 'gone'), true)).toBe(
    '<a:s> <a:p> "\\u001B[2J\\u009B1m \\u202Eevil\\u2066\\u0007gone" ;\r\n\t<a:q> "grün \u{1f600}" .\n',
  )
})

it('escapes a return to the beginning of a line', async () => {
  async function* whole() {
    yield Buffer.from('kept\rgone\r\n')
  }
  const pieces: Uint8Array[] = []
  for await (const piece of shownChunks(whole(), { interactive: true })) pieces.push(piece)
  expect(Buffer.concat(pieces).toString('utf8')).toBe('kept\\u000Dgone\r\n')
})

it('leaves every byte as it is for a program', async () => {
  expect(await shown(hostile, false)).toBe(hostile)
})

it('shows nothing of nothing', async () => {
  expect(await shown('', true)).toBe('')
})
