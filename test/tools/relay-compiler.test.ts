import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { printSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { introspected } from './introspected.ts'
import { type SchemaServer, startSchemaServer } from './orchard.ts'

const compiler = fileURLToPath(new URL('../../node_modules/.bin/relay-compiler', import.meta.url))

let server: SchemaServer
let folder: string
beforeAll(async () => {
  server = await startSchemaServer()
  folder = mkdtempSync(join(tmpdir(), 'espalier-relay-'))
  mkdirSync(join(folder, 'src'))
  writeFileSync(join(folder, 'schema.graphql'), printSchema(await introspected(server.url)))
  const config = { src: './src', schema: './schema.graphql', language: 'typescript', eagerEsModules: true }
  writeFileSync(join(folder, 'relay.config.json'), JSON.stringify(config))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server[Symbol.asyncDispose]()
})

/** What the compiler says of a source with a document; `made`: the texts that it generated, by the name of their file. */
async function compiled(
  document: string,
): Promise<{ readonly said: string; readonly made: ReadonlyMap<string, string> }> {
  writeFileSync(
    join(folder, 'src', 'garden.ts'),
    `import { graphql } from 'relay-runtime'\n\nexport const query = graphql\`${document}\`\n`,
  )
  const program = [compiler, 'relay.config.json']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, program, { cwd: folder }).catch(
    (error: unknown) => {
      if (error instanceof Error && 'stdout' in error && 'stderr' in error) return error
      throw error
    },
  )
  const made = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.graphql.ts'))
    .map((path) => [basename(path), readFileSync(join(folder, 'src', path), 'utf8')] as const)
  return { said: `${stdout}${stderr}`, made: new Map(made) }
}

describe("Relay's compiler", () => {
  it('compiles a query with our directives, and sends them to the server as they are', async () => {
    const { said, made } = await compiled(
      'query gardenQuery($name: String) { gardeners(name: $name) { iri name email @optional born @filter(if: "$born > 1900") tends @optional { name } } }',
    )
    const artifact = made.get('gardenQuery.graphql.ts') ?? said
    expect(artifact).toContain('readonly tends: ReadonlyArray<{')
    const text = /"text": ("(?:[^"\\]|\\.)*")/.exec(artifact)?.[1] ?? '""'
    const query: unknown = JSON.parse(text)
    expect(said).toContain('Compilation completed')
    expect(query).toContain('email @optional')
    expect(query).toContain('born @filter(if: "$born > 1900")')
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/graphql-response+json' },
      body: JSON.stringify({ query, variables: { name: 'Ada' } }),
    })
    expect(await response.json()).toMatchObject({
      data: { gardeners: [{ name: 'Ada', email: 'ada@garden.example' }] },
    })
  })

  it('finds a field that the schema does not declare', async () => {
    const { said } = await compiled('query gardenQuery { gardeners { name phone } }')
    expect(said).toContain('The type `Gardener` has no field `phone`')
  })
})
