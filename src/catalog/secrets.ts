import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { ServiceError } from '../errors.ts'
import { makeKey, readKey } from './key-file.ts'

/** Whose secret it is: a sealed text opens for that option of that database only. */
export interface SecretPlace {
  /** Name of the database. */
  readonly database: string
  /** Name of the option. */
  readonly option: string
}

/** Secrets as they are kept: sealed under a key of the home folder. */
export interface Secrets {
  /**
   * What is kept of a secret: letters, digits and `.`, `-`, `_`. The key is made where there is none yet.
   *
   * @throws ServiceError `storage`, `invalidConfiguration` for the key file
   */
  seal(place: SecretPlace, secret: string): string
  /**
   * The secret in what was kept of it.
   *
   * @throws ServiceError `invalidConfiguration` where the key is gone or another one, or the text was changed; `storage`
   */
  open(place: SecretPlace, sealed: string): string
}

/** AES-256 in Galois/Counter Mode (NIST SP 800-38D), with nonces of 96 random bits. */
const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/** What a sealed text begins with; another way to seal would have another one. */
const mark = 'sealed1.'

const loss = 'set the secrets of the remote databases anew'

/** The secrets of a home folder whose key is in the file at `path`, which is read when it is needed. */
export function openSecrets(path: string): Secrets {
  return {
    seal(place, secret) {
      const key = readKey(path, loss) ?? makeKey(path)
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, key, nonce).setAAD(textOf(place))
      const text = Buffer.concat([sealing.update(secret, 'utf8'), sealing.final()])
      return `${mark}${Buffer.concat([nonce, sealing.getAuthTag(), text]).toString('base64url')}`
    },

    open(place, sealed) {
      const key = readKey(path, loss)
      const bytes = Buffer.from(sealed.slice(mark.length), 'base64url')
      if (key === undefined || !sealed.startsWith(mark) || bytes.length < nonceBytes + tagBytes)
        throw lostSecret(place)
      try {
        const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), {
          authTagLength: tagBytes,
        })
          .setAAD(textOf(place))
          .setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
        const text = opening.update(bytes.subarray(nonceBytes + tagBytes))
        return Buffer.concat([text, opening.final()]).toString('utf8')
      } catch (error) {
        throw lostSecret(place, error)
      }
    },
  }
}

/** Names of databases and options have no line breaks. */
function textOf({ database, option }: SecretPlace): Buffer {
  return Buffer.from(`${database}\n${option}`)
}

function lostSecret({ database, option }: SecretPlace, cause?: unknown): ServiceError {
  const message = `The option ${option} of database '${database}' cannot be read: the key file of the home folder is gone, or another one than it was sealed under. Put the file back, or set the option again.`
  return new ServiceError('invalidConfiguration', message, { cause })
}
