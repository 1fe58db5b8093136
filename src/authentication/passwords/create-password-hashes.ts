import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  isWeaker,
  type KeptPassword,
  keptPasswordText,
  type PasswordParameters,
  passwordParameters,
  readKeptPassword,
} from './kept-password.ts'
import { networkOf } from './network-of.ts'
import type { Asker, PasswordHashes } from './password-hashes.ts'
import { createTurns } from './turns.ts'

/** What is done at once, and what may wait: hashing leaves memory, cores and half of the threads of Node.js to queries. */
const limits = { running: 2, waiting: 64 }

const saltBytes = 16
const digestBytes = 32

/**
 * Makes and checks passwords by Argon2id (RFC 9106), two at a time and in turns.
 *
 * @param parameters those of passwords that are set from now on; those of the service unless given
 */
export function createPasswordHashes(parameters: PasswordParameters = passwordParameters): PasswordHashes {
  const turns = createTurns(limits)

  function inTurn(kept: KeptPassword, password: string, { user, address }: Asker): Promise<Uint8Array> {
    return turns.take({ user, address: networkOf(address) }, () => digestOf(password, kept))
  }

  return {
    async hash(password, asker) {
      const salt = randomBytes(saltBytes)
      const empty = { parameters, salt, digest: new Uint8Array(digestBytes) }
      const digest = await inTurn(empty, password, asker)
      return keptPasswordText({ parameters, salt, digest })
    },
    async verify(password, kept, asker) {
      const read = kept === undefined ? nobodys(parameters) : readKeptPassword(kept)
      const made = await inTurn(read, password, asker)
      return timingSafeEqual(made, read.digest)
    },
    isOutdated: (kept) => isWeaker(readKeptPassword(kept).parameters, parameters),
  }
}

/** The digest of a password by the parameters and the salt of what is kept, of the same length. */
function digestOf(password: string, { parameters, salt, digest }: KeptPassword): Promise<Uint8Array> {
  const all = { ...parameters, message: bytesOf(password), nonce: salt, tagLength: digest.length }
  return new Promise((resolve, reject) => {
    argon2('argon2id', all, (error, made) => {
      if (error === null) resolve(made)
      else reject(error)
    })
  })
}

/** What nobody's password matches, and what costs as much to find out. */
function nobodys(parameters: PasswordParameters): KeptPassword {
  return { parameters, salt: randomBytes(saltBytes), digest: randomBytes(digestBytes) }
}

/** The same letters are the same bytes, however a keyboard composes them (RFC 8265, 4.2.2). */
function bytesOf(password: string): Uint8Array {
  return Buffer.from(password.normalize('NFC'), 'utf8')
}
