import { ServiceError } from '../../errors.ts'

/** What scrypt costs (RFC 7914, 2). */
export interface ScryptParameters {
  /** Logarithm to base 2 of the number of blocks, N. */
  readonly costExponent: number
  /** Size of a block in units of 128 bytes, r. */
  readonly blockSize: number
  /** How often all of it is done, p. */
  readonly parallelism: number
}

/** What is kept of a password. */
export interface KeptPassword {
  readonly parameters: ScryptParameters
  readonly salt: Uint8Array
  readonly digest: Uint8Array
}

/** The parameters of passwords that are set today: 32 MiB, three times. */
export const scryptParameters: ScryptParameters = { costExponent: 15, blockSize: 8, parallelism: 3 }

/** In the form `$scrypt$ln=15,r=8,p=3$salt$digest`, the last two in base64 without padding (the PHC string format). */
export function keptPasswordText({ parameters, salt, digest }: KeptPassword): string {
  const { costExponent, blockSize, parallelism } = parameters
  return `$scrypt$ln=${costExponent},r=${blockSize},p=${parallelism}$${base64(salt)}$${base64(digest)}`
}

/**
 * Reads that form.
 *
 * @throws ServiceError `storage` where it is another one; nothing of it is in the message
 */
export function readKeptPassword(text: string): KeptPassword {
  const [, costExponent, blockSize, parallelism, salt = '', digest = ''] = form.exec(text) ?? []
  const parameters = {
    costExponent: Number(costExponent),
    blockSize: Number(blockSize),
    parallelism: Number(parallelism),
  }
  const kept = { parameters, salt: Buffer.from(salt, 'base64'), digest: Buffer.from(digest, 'base64') }
  if (kept.salt.length >= leastSalt && kept.digest.length >= leastDigest && isAffordable(parameters))
    return kept
  throw new ServiceError('storage', 'What is kept of a password cannot be read. Set the password anew.')
}

/** Whether parameters cost less than others, in time or in memory. */
export function isWeaker(parameters: ScryptParameters, others: ScryptParameters): boolean {
  const memory = memoryOf(parameters)
  const least = memoryOf(others)
  return memory < least || memory * parameters.parallelism < least * others.parallelism
}

/** Bytes that scrypt needs for its blocks at a time. */
export function memoryOf({ costExponent, blockSize }: ScryptParameters): number {
  return 128 * blockSize * 2 ** costExponent
}

const form = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/u

/** Bytes: what a digest or a salt of fewer is worth is little, and a broken line may have none. */
const leastSalt = 8
const leastDigest = 16

/** What is kept must not be able to take all memory, or minutes. */
const mostMemory = 256 * 2 ** 20
const mostParallelism = 16

function isAffordable(parameters: ScryptParameters): boolean {
  const { costExponent, blockSize, parallelism } = parameters
  const isPositive = costExponent > 0 && blockSize > 0 && parallelism > 0
  return isPositive && memoryOf(parameters) <= mostMemory && parallelism <= mostParallelism
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replace(/=+$/u, '')
}
