import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../../test/real-server.ts'
import { commands } from './commands.ts'
import { runProgram } from './run-program.ts'
import type { Output } from './terminal.ts'

let server: RealServer

beforeAll(async () => {
  server = await startRealServer()
})
afterAll(() => server[Symbol.asyncDispose]())

async function run(words: readonly string[], interactive = false) {
  const printed = { out: '', error: '' }
  const output = (name: 'out' | 'error'): Output => ({
    interactive,
    colour: false,
    columns: 100,
    write: async (piece) => {
      printed[name] += Buffer.from(piece).toString()
    },
  })
  const code = await runProgram([...words, '--server', server.url], commands, {
    terminal: { input: Readable.from([]), out: output('out'), error: output('error') },
    environment: {},
    directory: tmpdir(),
    signal: new AbortController().signal,
    program: 'espalier',
  })
  return { code, ...printed }
}

// Every triple with every other, eight times over: more than anybody waits for.
const patterns = Array.from({ length: 8 }, (_, n) => `?s${n} ?p${n} ?o${n} .`).join('\n\t')
const endless = `SELECT (count(*) AS ?n) {\n\t${patterns}\n\tFILTER(?s0 != ?s1)\n}`

it('lists and kills what runs', async () => {
  expect(await run(['query', 'list'])).toEqual({
    code: 0,
    out: '',
    error: `No queries are running in ${server.url}.\n`,
  })
  const asked = run(['query', 'execute', 'garden', endless])
  await expect.poll(async () => (await run(['query', 'list'])).out).not.toBe('')
  const { out } = await run(['query', 'list'])
  const [id = '', ...rest] = out.trimEnd().split('\t')
  const text = `SELECT (count(*) AS ?n) { ${patterns.replaceAll('\n\t', ' ')} FILTER(?s0 != ?s1) }`
  expect(rest).toEqual(['sparql', 'garden', expect.stringMatching(/^\d+\.\d s$/u), text])

  const [line = '', ...more] = (await run(['query', 'list'], true)).out.split('\n')
  expect(more).toEqual([''])
  expect(line).toMatch(/^[0-9a-f-]{36} {2}sparql {2}garden {2}\d+\.\d s {2}SELECT \(count.*…$/u)
  expect(line).toHaveLength(100)

  expect(await run(['query', 'kill', id])).toEqual({ code: 0, out: '', error: `Killed the query ${id}.\n` })
  const { code, error } = await asked
  expect([code, error]).toEqual([3, 'espalier: The query was killed by an administrator.\n'])
  expect((await run(['query', 'list'])).out).toBe('')
})

it('kills nothing that does not run', async () => {
  expect(await run(['query', 'kill', 'none'])).toEqual({
    code: 1,
    out: '',
    error: 'espalier: Query not found: none\n',
  })
  expect((await run(['query', 'kill'])).code).toBe(2)
})
