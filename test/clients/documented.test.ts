import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../real-server.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))
const markdown = readFileSync(join(root, 'docs', 'clients.md'), 'utf8')
const onSchemas = readFileSync(join(root, 'docs', 'schemas.md'), 'utf8')
const onReasoning = readFileSync(join(root, 'docs', 'reasoning.md'), 'utf8')

/** Programs of the documents, each with the JSON that stands after it and the heading that it stands under. */
const examples = [markdown, onSchemas, onReasoning]
  .join('\n')
  .split(/^## /m)
  .flatMap((section) => {
    const heading = section.slice(0, section.indexOf('\n'))
    const blocks = section.matchAll(/^```js\n(.*?)^```\n\n```json\n(.*?)^```$/gms)
    return [...blocks].map(([, program = '', answer = ''], index) => ({
      name: `${heading} (${index + 1})`,
      program,
      answer: JSON.parse(answer),
    }))
  })

/** Shell commands marked to be run, each with the JSON that stands after it. */
const shellExamples = [...markdown.matchAll(/<!-- runs -->\n```sh\n(.*?)```\n\n```json\n(.*?)^```$/gms)].map(
  ([, command = '', answer = '']) => ({ command, answer: JSON.parse(answer) }),
)

describe('docs/clients.md, and the programs of docs/schemas.md and docs/reasoning.md', () => {
  let server: RealServer
  let folder: string

  beforeAll(async () => {
    server = await startRealServer({}, { demo: true })
    for (const [name, part] of [
      ['orchard', 'A first schema'],
      ['plants', 'Interfaces and unions'],
    ] as const) {
      const section = onSchemas.slice(onSchemas.indexOf(`\n## ${part}\n`))
      const [, body = ''] = /^```graphql schema\n(.*?)^```$/ms.exec(section) ?? []
      await fetch(`${server.url}/demo/graphql/schemas/${name}`, { method: 'PUT', body })
    }
    // Where the packages that the programs import are found.
    const cache = join(root, 'node_modules', '.cache')
    mkdirSync(cache, { recursive: true })
    folder = mkdtempSync(join(cache, 'espalier-clients-'))
  })
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true })
    await server[Symbol.asyncDispose]()
  })

  it('has an answer to every program', () => {
    expect(examples).toHaveLength(
      [markdown, onSchemas, onReasoning].join('\n').match(/^```js$/gm)?.length ?? 0,
    )
    expect(examples.length).toBeGreaterThan(8)
  })

  it.each(examples)('$name', async ({ name, program, answer }) => {
    const path = join(folder, `${name.replaceAll(/\W+/g, '-')}.mjs`)
    writeFileSync(
      path,
      program
        .replaceAll('http://127.0.0.1:5820', server.url)
        .replaceAll(`'espalier'`, `'${pathToFileURL(join(root, 'src', 'index.ts'))}'`)
        // Both versions of one package are installed here, the older one under a name of its own.
        .replaceAll(`'@apollo/client/core'`, `'apollo-client-3/core/index.js'`),
    )
    const { stdout } = await run(process.execPath, [path], { cwd: root })
    expect(JSON.parse(stdout)).toEqual(answer)
  })

  it('has an answer to every marked command', () => {
    expect(shellExamples).toHaveLength(markdown.match(/^<!-- runs -->$/gm)?.length ?? 0)
    expect(shellExamples.length).toBeGreaterThan(1)
  })

  it.each(shellExamples)('answers $command', async ({ command, answer }) => {
    const words = command.replaceAll('http://127.0.0.1:5820', server.url)
    const { stdout } = await run('sh', ['-c', words], { cwd: root })
    expect(JSON.parse(stdout)).toEqual(answer)
  })
})
