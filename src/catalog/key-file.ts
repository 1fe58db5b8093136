import { randomBytes } from 'node:crypto'
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname } from 'node:path'
import { ServiceError } from '../errors.ts'

/** Bytes of a key of AES-256. */
const keyBytes = 32

/**
 * The key of a file, 32 bytes as hexadecimal digits; `undefined` where there is no such file.
 *
 * @param loss what to do where the key is lost, as words behind "remove it and"
 * @throws ServiceError `invalidConfiguration` where others than its owner may read or write it, or it holds no key;
 * `storage` where it cannot be read
 */
export function readKey(path: string, loss: string): Buffer | undefined {
  const name = basename(path)
  let text: string
  try {
    const file = openSync(path, constants.O_RDONLY)
    try {
      const { mode } = fstatSync(file)
      if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
        const message = `The key file ${name} of the home folder is open to others: only its owner may read it (chmod 600).`
        throw new ServiceError('invalidConfiguration', message, { detail: path })
      }
      text = readFileSync(file, 'latin1').trim()
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    const message = `The key file ${name} of the home folder cannot be read.`
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
  if (/^[0-9a-f]{64}$/u.test(text)) return Buffer.from(text, 'hex')
  const message = `The key file ${name} of the home folder holds no key. Put a copy of it in its place; without one, remove it and ${loss}.`
  throw new ServiceError('invalidConfiguration', message, { detail: path })
}

/**
 * Makes a file with a new key, which only its owner may read; whole or not at all, also after a power cut.
 *
 * @throws ServiceError `storage`
 */
export function makeKey(path: string): Buffer {
  const key = randomBytes(keyBytes)
  try {
    const part = `${path}.${process.pid}`
    rmSync(part, { force: true })
    const file = openSync(part, 'wx', 0o600)
    try {
      writeSync(file, `${key.toString('hex')}\n`)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(part, path)
    // The key is there before anything is sealed under it.
    const folder = openSync(dirname(path), constants.O_RDONLY)
    fsyncSync(folder)
    closeSync(folder)
    return key
  } catch (error) {
    const message = `The key file ${basename(path)} of the home folder cannot be made.`
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
}
