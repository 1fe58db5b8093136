import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readQueryText, readVariables } from './query-text.ts'

let directory: string
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'espalier-query-'))
  writeFileSync(join(directory, 'q.graphql'), '{ file }')
  mkdirSync(join(directory, 'folder'))
  writeFileSync(join(directory, 'plain'), '{ plain }')
  writeFileSync(join(directory, 'latin1.graphql'), Buffer.from([0x7b, 0xe9, 0x7d]))
  writeFileSync(join(directory, 'v.json'), '{"a": 1}')
})
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const place = (input = '') => ({ input: Readable.from([Buffer.from(input)]), directory })

it.each([
  ['{ text }', '{ text }'],
  ['query', 'query'],
  ['q.graphql', '{ file }'],
  ['plain', '{ plain }'],
  ['{ x } # q.graphql', '{ x } # q.graphql'],
  ['', ''],
])('reads %j', async (given, text) => {
  expect(await readQueryText(given, place())).toBe(text)
})

it('reads the standard input', async () => {
  expect(await readQueryText('-', place('{ é }'))).toBe('{ é }')
})

it('takes a text of two megabytes for a text', async () => {
  const text = 'a '.repeat(1_000_000)
  expect(await readQueryText(text, place())).toBe(text)
})

it.each([
  ['missing.graphql', 'Cannot read the file missing.graphql: there is no such file or folder.'],
  ['missing.GQL', 'Cannot read the file missing.GQL'],
  ['folder', 'Cannot read the file folder: it is a folder.'],
  ['./folder/', 'Cannot read the file ./folder/: it is a folder.'],
  ['latin1.graphql', 'The file latin1.graphql is not UTF-8 text.'],
])('refuses %s', async (given, message) => {
  await expect(readQueryText(given, place())).rejects.toThrow(message)
})

it.each([
  ['{"a": 1}', { a: 1 }],
  ['@v.json', { a: 1 }],
  ['{}', {}],
])('reads the variables %s', async (given, variables) => {
  expect(await readVariables(given, directory)).toEqual(variables)
})

it.each([
  ['{', '--variables is not JSON'],
  ['[]', '--variables needs a JSON object'],
  ['null', '--variables needs a JSON object'],
  ['@none.json', 'Cannot read the file none.json'],
])('refuses the variables %s', async (given, message) => {
  await expect(readVariables(given, directory)).rejects.toThrow(message)
})
