import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runCommand } from '../../test/command-line.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-bind-'))
  writeFileSync(join(folder, 'a.ttl'), '<a:s> <a:p> <a:o> .')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['rdff:a', '--bind x: Unknown prefix "rdff". Did you mean "rdf"?'],
  ['nothing:a', '--bind x: Unknown prefix "nothing".\n'],
])('tells that nobody knows the prefix of %s', async (term, message) => {
  const words = [
    'query',
    'execute',
    '--data',
    join(folder, 'a.ttl'),
    'ASK { ?x ?y ?z }',
    '--bind',
    `x=${term}`,
  ]
  const refused = await runCommand(words, join(folder, 'home'))
  expect(refused).toMatchObject({ code: 2, out: '' })
  expect(refused.error).toContain(message)
})
