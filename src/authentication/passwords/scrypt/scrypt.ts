import { pbkdf2Sync } from 'node:crypto'
import type { ScryptParameters } from '../kept-password.ts'
import { createRomMix, type RomMix } from './rom-mix.ts'

/** A key of `length` bytes that is made of a password and a salt. */
export type Scrypt = (password: Uint8Array, salt: Uint8Array, length: number) => Buffer

/** scrypt (RFC 7914, 6), which computes for a tenth of a second and more where it is called; it keeps its memory from call to call. */
export function createScrypt({ costExponent, blockSize, parallelism }: ScryptParameters): Scrypt {
  const romMix: RomMix = createRomMix(2 ** costExponent, blockSize)
  const blockBytes = 128 * blockSize
  return (password, salt, length) => {
    const blocks = pbkdf2Sync(password, salt, 1, parallelism * blockBytes, 'sha256')
    for (let start = 0; start < blocks.length; start += blockBytes)
      romMix(blocks.subarray(start, start + blockBytes))
    return pbkdf2Sync(password, blocks, 1, length, 'sha256')
  }
}
