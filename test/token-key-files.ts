import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder with files of keys, made for a test. */
export interface TokenKeyFiles extends Disposable {
  readonly folder: string
  /** Writes a file that is its owner's alone, and returns its path. */
  write(name: string, content: string | Buffer, mode?: number): string
}

/**
 * Makes a folder with an RSA key of 2,048 bits in `public.pem` and `private.pem`, and another one in `other-public.pem` and
 * `other-private.pem`.
 */
export function makeTokenKeyFiles(): TokenKeyFiles {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-token-keys-'))
  const write = (name: string, content: string | Buffer, mode = 0o600): string => {
    const path = join(folder, name)
    writeFileSync(path, content, { mode })
    return path
  }
  for (const prefix of ['', 'other-']) {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    write(`${prefix}public.pem`, publicKey.export({ type: 'spki', format: 'pem' }))
    write(`${prefix}private.pem`, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  }
  return { folder, write, [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }) }
}
