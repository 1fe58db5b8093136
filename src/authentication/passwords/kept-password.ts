import { ServiceError } from '../../errors.ts'

/** What Argon2id costs (RFC 9106, 3.1). */
export interface PasswordParameters {
  /** KiB, m. */
  readonly memory: number
  /** How often all of the memory is gone over, t. */
  readonly passes: number
  /** Lanes, p. */
  readonly parallelism: number
}

/** What is kept of a password. */
export interface KeptPassword {
  readonly parameters: PasswordParameters
  readonly salt: Uint8Array
  readonly digest: Uint8Array
}

/** The parameters of passwords that are set today. */
export const passwordParameters: PasswordParameters = { memory: 65_536, passes: 2, parallelism: 1 }

/** In the form `$argon2id$v=19$m=65536,t=2,p=1$salt$digest`, the last two in base64 without padding (the PHC string format). */
export function keptPasswordText({ parameters, salt, digest }: KeptPassword): string {
  const { memory, passes, parallelism } = parameters
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(digest)}`
}

/**
 * Reads that form.
 *
 * @throws ServiceError `storage` where it is another one; nothing of it is in the message
 */
export function readKeptPassword(text: string): KeptPassword {
  const [, memory, passes, parallelism, salt = '', digest = ''] = form.exec(text) ?? []
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const kept = { parameters, salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') }
  const isWhole = kept.salt.length >= leastSalt && kept.digest.length >= leastDigest
  if (isWhole && isPossible(parameters)) return kept
  throw new ServiceError('storage', 'What is kept of a password cannot be read. Set the password anew.')
}

/** Whether parameters cost less than others, in time or in memory. */
export function isWeaker(parameters: PasswordParameters, others: PasswordParameters): boolean {
  const isLess = parameters.memory < others.memory
  return isLess || parameters.memory * parameters.passes < others.memory * others.passes
}

const form =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{1,100})\$([A-Za-z0-9+/]{1,100})$/u

/** Bytes: less is not worth much, and a broken line may have none. */
const leastSalt = 8
const leastDigest = 16

/** KiB: what is kept must not be able to take all memory. */
const mostMemory = 2 ** 18

/** RFC 9106, 3.1. */
function isPossible({ memory, passes, parallelism }: PasswordParameters): boolean {
  return passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism && memory <= mostMemory
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/u, '')
}
