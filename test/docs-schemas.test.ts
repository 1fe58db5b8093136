import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mostSchemaBytes } from '../src/engine/schemas/schema-limits.ts'
import { httpLimits } from '../src/server/server-parts.ts'
import { runInProcess } from './program-in-process.ts'
import { type RealServer, startRealServer } from './real-server.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** The command lines of the shell examples of a text, as words. */
function commandLines(text: string): readonly (readonly string[])[] {
  const blocks = [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block)
  return blocks.flatMap((block) =>
    [...block.matchAll(/^(?:bin\/)?espalier (.*)$/gm)].map(([, line = '']) =>
      [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? ''),
    ),
  )
}

const page = read('docs/schemas.md')
const onCommand =
  read('docs/cli.md')
    .split(/^##+ /m)
    .find((part) => part.startsWith('espalier graphql schema')) ?? ''
const [, orchard = ''] = /^```graphql schema\n(.*?)^```$/ms.exec(page) ?? []

describe('the commands on schemas', () => {
  let folder: string
  let server: RealServer

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-docs-'))
    for (const name of ['orchard.graphql', 'people.graphql']) writeFileSync(join(folder, name), orchard)
    writeFileSync(join(folder, 'people.ttl'), '@prefix : <http://e.org/> . :ada a :Person ; :name "Ada" .')
    server = await startRealServer({}, { demo: true })
  })
  afterAll(async () => {
    await server[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  it.each([
    ['docs/schemas.md', page, 9],
    ['docs/cli.md', onCommand, 6],
  ])('of %s run', async (_, text, count) => {
    const lines = commandLines(text)
    expect(lines).toHaveLength(count)
    for (const line of lines) {
      const words = line.map((word) => word.replace(/^examples\//, `${root}examples/`))
      const environment = { ESPALIER_SERVER: server.url }
      const { code, error } = await runInProcess(words, { environment, directory: folder })
      expect({ line, code, error: code === 0 ? '' : error }).toEqual({ line, code: 0, error: '' })
    }
  })
})

it('tells the limits that there are', () => {
  expect(httpLimits.schemaBytes).toBe(mostSchemaBytes)
  const ofText = `| text of a schema | ${httpLimits.schemaBytes / 2 ** 20} MiB |`
  expect(read('docs/http.md')).toContain(ofText)
  expect(page).toContain(ofText)
  for (const [path, constant, row] of [
    ['graphql/read/parse-schema.ts', 'mostDefinitions', 'types, extensions and directives of a schema'],
    [
      'graphql/read/check-size.ts',
      'mostParts',
      'fields, arguments, values, members and interfaces of all its types',
    ],
    [
      'graphql/read/check-size.ts',
      'mostImplemented',
      'fields of interfaces and their arguments, for each type that implements them',
    ],
    ['graphql/read/read-path.ts', 'longestPath', 'steps of a path'],
    ['engine/schemas/schema-limits.ts', 'mostSchemas', 'schemas of a database'],
    ['engine/schemas/data-facts.ts', 'mostClasses', 'classes of which a schema is inferred'],
  ] as const) {
    const [, number = ''] = new RegExp(`${constant} = ([\\d_]+)`).exec(read(`src/${path}`)) ?? []
    const limit = Number(number.replaceAll('_', '')).toLocaleString('en')
    expect(page).toContain(`| ${row} | ${limit} |`)
  }
})
