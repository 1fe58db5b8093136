import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import {
  isWeaker,
  type KeptPassword,
  keptPasswordText,
  memoryOf,
  readKeptPassword,
  type ScryptParameters,
  scryptParameters,
} from './kept-password.ts'
import type { PasswordHashes } from './password-hashes.ts'
import { createTurns } from './turns.ts'

/** What is done at once, and what may wait: hashing leaves memory and cores to queries. */
const limits = { running: 2, waiting: 64 }

const saltBytes = 16
const digestBytes = 32

/**
 * Makes and checks passwords by scrypt, two at a time and in turns.
 *
 * @param parameters those of passwords that are set from now on; those of the service unless given
 */
export function createPasswordHashes(parameters: ScryptParameters = scryptParameters): PasswordHashes {
  const turns = createTurns(limits)
  let isClosed = false

  function digestOf(password: string, { parameters, salt, digest }: KeptPassword): Promise<Buffer> {
    const { costExponent, blockSize, parallelism } = parameters
    const options = {
      N: 2 ** costExponent,
      r: blockSize,
      p: parallelism,
      maxmem: 2 * memoryOf(parameters) + 2 ** 20,
    }
    if (isClosed) return Promise.reject(new ServiceError('serverBusy', 'The server stops.'))
    return new Promise((resolve, reject) => {
      scrypt(bytesOf(password), salt, digest.length, options, (error, made) => {
        if (error === null) resolve(made)
        else reject(error)
      })
    })
  }

  return {
    async hash(password, asker) {
      const salt = randomBytes(saltBytes)
      const empty = { parameters, salt, digest: new Uint8Array(digestBytes) }
      const digest = await turns.take(asker, () => digestOf(password, empty))
      return keptPasswordText({ parameters, salt, digest })
    },
    async verify(password, kept, asker) {
      const read = kept === undefined ? nobodys(parameters) : readKeptPassword(kept)
      const made = await turns.take(asker, () => digestOf(password, read))
      return timingSafeEqual(made, read.digest)
    },
    isOutdated: (kept) => isWeaker(readKeptPassword(kept).parameters, parameters),
    close() {
      isClosed = true
    },
  }
}

/** What nobody's password matches, and what costs as much to find out. */
function nobodys(parameters: ScryptParameters): KeptPassword {
  return { parameters, salt: randomBytes(saltBytes), digest: randomBytes(digestBytes) }
}

/** The same letters are the same bytes, however a keyboard composes them (RFC 8265, 4.2.2). */
function bytesOf(password: string): Uint8Array {
  return Buffer.from(password.normalize('NFC'), 'utf8')
}
