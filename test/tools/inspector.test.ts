import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { printSchema } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { introspected } from './introspected.ts'
import { orchard, type SchemaServer, startSchemaServer } from './orchard.ts'

const program = fileURLToPath(new URL('./diff-schemas.ts', import.meta.url))

let server: SchemaServer
let folder: string
beforeAll(async () => {
  server = await startSchemaServer()
  folder = mkdtempSync(join(tmpdir(), 'espalier-inspector-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await server[Symbol.asyncDispose]()
})

/** The schema as the server tells it now, as text. */
async function told(): Promise<string> {
  return printSchema(await introspected(server.url))
}

/** In a process of its own: the tool and these tests would load two copies of the same library. */
async function changes(before: string, after: string): Promise<unknown> {
  const files = [before, after].map((text, at) => {
    const path = join(folder, `${at}.graphql`)
    writeFileSync(path, text)
    return path
  })
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...files])
  return JSON.parse(stdout)
}

describe('graphql-inspector', () => {
  it('finds no difference between a schema and itself', async () => {
    expect(await changes(await told(), await told())).toEqual([])
  })

  it('tells what breaks between two versions of a schema', async () => {
    const before = await told()
    const next = orchard
      .replace('  email: String\n', '')
      .replace('  age: Decimal\n', '  age: Decimal\n  shoeSize: Int\n')
      .replace('orderBy: OrderBy, ', '')
    await server.replace(next)
    const after = await told()
    await server.replace(orchard)
    expect(await changes(before, after)).toEqual(
      expect.arrayContaining([
        ['FIELD_REMOVED', 'Gardener.email', 'BREAKING'],
        ['FIELD_ARGUMENT_REMOVED', 'Query.gardeners.orderBy', 'BREAKING'],
        ['FIELD_ADDED', 'Gardener.shoeSize', 'NON_BREAKING'],
      ]),
    )
  })
})
