import { randomUUID } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { ServiceError } from '../errors.ts'
import { isObject } from '../server/http/json-body.ts'
import { parsedObject } from './remote-calls.ts'
import { serverName } from './server-name.ts'
import type { Environment } from './terminal.ts'

/** What `login` keeps for a server, under its name: what is told to one scheme, host and port is never shown to another. */
export interface SavedLogin {
  readonly user: string
  readonly token: string
}

/** The login that is kept for a server. @throws ServiceError where the file of logins is open to others, or holds none */
export function savedLogin(server: URL, environment: Environment): SavedLogin | undefined {
  return readLogins(loginsPath(environment)).get(serverName(server))
}

/** Keeps a login for a server, in place of the one before; in a file that only its owner may read. */
export function saveLogin(server: URL, login: SavedLogin, environment: Environment): void {
  const path = loginsPath(environment)
  writeLogins(path, new Map([...readLogins(path), [serverName(server), login]]))
}

/** Forgets the login for a server, or all of them. Returns the servers that there was one for. */
export function forgetLogins(server: URL | undefined, environment: Environment): readonly string[] {
  const path = loginsPath(environment)
  const logins = readLogins(path)
  const forgotten = [...logins.keys()].filter((key) => server === undefined || key === serverName(server))
  if (forgotten.length > 0)
    writeLogins(path, new Map([...logins].filter(([key]) => !forgotten.includes(key))))
  return forgotten
}

/** The file of the logins of the person who runs the program (XDG Base Directory Specification). */
export function loginsPath({ XDG_CONFIG_HOME: configured = '', HOME: home = '' }: Environment): string {
  const folder = configured === '' ? join(home === '' ? homedir() : home, '.config') : configured
  return join(folder, 'espalier', 'logins.json')
}

function readLogins(path: string): ReadonlyMap<string, SavedLogin> {
  const text = readOwn(path)
  if (text === undefined) return new Map()
  const logins = parsedObject(text)?.['logins']
  if (!isObject(logins)) {
    const message = `The file ${path} holds no logins. Remove it, and sign in again by "espalier login".`
    throw new ServiceError('invalidConfiguration', message)
  }
  return new Map(
    Object.entries(logins).flatMap(([server, login]) => {
      if (!isObject(login)) return []
      const { user, token } = login
      return typeof user === 'string' && typeof token === 'string' ? [[server, { user, token }]] : []
    }),
  )
}

function readOwn(path: string): string | undefined {
  try {
    const file = openSync(path, constants.O_RDONLY)
    try {
      if (process.platform !== 'win32' && (fstatSync(file).mode & 0o077) !== 0) {
        const message = `The file ${path} is open to others: only its owner may read the tokens in it (chmod 600).`
        throw new ServiceError('invalidConfiguration', message)
      }
      return readFileSync(file, 'utf8')
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new ServiceError('storage', `The file ${path} cannot be read.`, {
      detail: String(error),
      cause: error,
    })
  }
}

/** In its place as a whole, so that no other command reads half of it, and never with a mode that it had before. */
function writeLogins(path: string, logins: ReadonlyMap<string, SavedLogin>): void {
  const part = `${path}.${randomUUID()}`
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(part, `${JSON.stringify({ logins: Object.fromEntries(logins) }, null, 2)}\n`, {
      mode: 0o600,
      flag: 'wx',
    })
    renameSync(part, path)
  } catch (error) {
    rmSync(part, { force: true })
    throw new ServiceError('storage', `The file ${path} cannot be written.`, {
      detail: String(error),
      cause: error,
    })
  }
}
