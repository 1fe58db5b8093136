import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RealServer, startRealServer } from '../../test/real-server.ts'
import { commands } from './commands.ts'
import { runProgram } from './run-program.ts'

describe.each(['a home folder', 'a server'])('data for %s', (where) => {
  let folder: string
  let server: RealServer | undefined
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-inputs-'))
    writeFileSync(join(folder, 'broken.ttl'), '<a:b> <a:c> .')
    if (where === 'a server') server = await startRealServer()
    expect((await run(['db', 'create', 'p'])).code).toBe(0)
  })
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run(words: readonly string[], input = '') {
    let error = ''
    const quiet = { interactive: false, colour: false, columns: 80 }
    const write = async (piece: string | Uint8Array) => {
      error += Buffer.from(piece).toString()
    }
    const code = await runProgram(words, commands, {
      terminal: {
        input: Readable.from([Buffer.from(input)]),
        out: { ...quiet, write: async () => {} },
        error: { ...quiet, write },
      },
      environment: {
        ESPALIER_HOME: join(folder, 'home'),
        ...(server === undefined ? {} : { ESPALIER_SERVER: server.url }),
      },
      directory: folder,
      signal: new AbortController().signal,
      program: 'espalier',
    })
    return { code, error }
  }

  it('is named where it is malformed', async () => {
    for (const what of ['add', 'remove']) {
      const failed = await run(['data', what, 'p', 'broken.ttl'])
      expect(failed.code).toBe(1)
      expect(failed.error).toMatch(/^espalier: broken\.ttl, line 1, column 13: /u)
    }
    const piped = await run(['data', 'add', 'p', '-', '--format', 'turtle'], '<a:b> <a:c> .')
    expect(piped.error).toMatch(/^espalier: standard input, line 1, column 13: /u)
  })

  // A file that can be opened by whoever runs this test, and read by nobody.
  const unreadable = '/proc/self/mem'
  it.skipIf(!existsSync(unreadable))('is named where it cannot be read, with the reason', async () => {
    for (const words of [
      ['data', 'add', 'p', unreadable, '--format', 'turtle'],
      ['namespace', 'import', 'p', unreadable, '--format', 'turtle'],
      ['db', 'restore', unreadable],
    ]) {
      const { code, error } = await run(words)
      expect({ words, code, error }).toMatchObject({ words, code: 2 })
      expect(error).toContain(`espalier: Cannot read the file ${unreadable}: the device reports an error.\n`)
    }
  })
})
