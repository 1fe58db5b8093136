import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { type HomeServer, startHomeServer } from './home-server.ts'
import { type ProgramContext, type ProgramResult, runInProcess } from './program-in-process.ts'

/** The program before a server with security, which has the users `admin` and `ann` and the database `garden` of one triple. */
export interface SecuredProgram extends AsyncDisposable {
  readonly url: string
  /** Where logins are kept. */
  readonly folder: string
  /** Runs a command as a person does who is not signed in. */
  espalier(words: readonly string[], given?: Partial<ProgramContext>): Promise<ProgramResult>
  /** Runs a command by the password of a user. */
  as(user: string, password: string, ...words: readonly string[]): Promise<ProgramResult>
  /** Runs a command as the superuser. */
  admin(...words: readonly string[]): Promise<ProgramResult>
}

/** The password of `ann`: characters that a shell, a URL and a header would stumble over. */
export const annsPassword = 'Damson & "Sloe" ß'

/** Starts it. */
export async function startSecuredProgram(): Promise<SecuredProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-secured-'))
  const server: HomeServer = await startHomeServer('', { security: 'on' })
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from('<urn:ash> <urn:height> 20 .')
  }
  await server.service.create('garden', [{ name: 'trees.ttl', format: 'turtle', bytes: bytes() }])

  const espalier: SecuredProgram['espalier'] = (words, { environment = {}, ...given } = {}) =>
    runInProcess(words, {
      environment: { ESPALIER_SERVER: server.url, XDG_CONFIG_HOME: folder, ...environment },
      ...given,
    })
  const as: SecuredProgram['as'] = (user, password, ...words) =>
    espalier(words, { environment: { ESPALIER_USER: user, ESPALIER_PASSWORD: password } })

  await espalier(['user', 'add', 'ann'], {
    environment: {
      ESPALIER_USER: 'admin',
      ESPALIER_PASSWORD: 'admin',
      ESPALIER_NEW_PASSWORD: annsPassword,
    },
  })
  return {
    url: server.url,
    folder,
    espalier,
    as,
    admin: (...words) => as('admin', 'admin', ...words),
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What a command that has to succeed says on its error output. */
export async function told(result: Promise<ProgramResult>): Promise<string> {
  const { code, out, error } = await result
  expect({ code, out, error: code === 0 ? '' : error }).toEqual({ code: 0, out: '', error: '' })
  return error
}
