import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { codegen } from '@graphql-codegen/core'
import * as typescript from '@graphql-codegen/typescript'
import * as operations from '@graphql-codegen/typescript-operations'
import { parse, printSchema } from 'graphql'
import { expect, it } from 'vitest'
import { isObject } from '../../src/server/http/json-body.ts'
import { introspected } from './introspected.ts'
import { startSchemaServer } from './orchard.ts'

const page = readFileSync(new URL('../../docs/schemas.md', import.meta.url), 'utf8')

/** The configuration of the generator in the document, as the program that it is. */
async function documentedConfig(): Promise<Readonly<Record<string, unknown>>> {
  const [, program = ''] = /^```ts\n(.*?)^```$/ms.exec(page) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'espalier-config-'))
  try {
    writeFileSync(join(folder, 'codegen.mts'), program)
    const print = "import('./codegen.mts').then((made) => console.log(JSON.stringify(made.default)))"
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', print], { cwd: folder })
    const config: unknown = JSON.parse(stdout)
    if (!isObject(config) || !isObject(config['generates'])) throw new Error('It generates nothing.')
    const [file] = Object.values(config['generates'])
    if (!isObject(file)) throw new Error('It generates no file.')
    return file
  } finally {
    rmSync(folder, { recursive: true })
  }
}

it('the configuration of docs/schemas.md makes types', async () => {
  const { plugins, config } = await documentedConfig()
  expect(plugins).toEqual(['typescript', 'typescript-operations'])
  if (!isObject(config)) throw new Error('It says nothing of scalars.')
  await using server = await startSchemaServer()
  const types = await codegen({
    filename: 'types.ts',
    schema: parse(printSchema(await introspected(server.url))),
    documents: [
      { location: 'q.graphql', document: parse('query Ages { gardeners { name age @optional } }') },
    ],
    plugins: [{ typescript: {} }, { operations: {} }],
    pluginMap: { typescript, operations },
    config,
  })
  expect(types).toMatch(/Decimal: \{ input: string; output: string;? \}/)
  expect(types).toMatch(/age\??: string \| null/)
})
