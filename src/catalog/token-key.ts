import { join } from 'node:path'
import { makeKey, readKey } from './key-file.ts'

/**
 * The secret of the tokens that a home issues, 32 bytes in `token.key`, made where there is none yet.
 *
 * @throws ServiceError `invalidConfiguration` where others may read or write the file, or it holds no key; `storage`
 */
export function tokenKey(home: string): Buffer {
  return knownTokenKey(home) ?? makeKey(tokenKeyPath(home))
}

/**
 * The secret of the tokens that a home issues; `undefined` where it has issued none yet.
 *
 * @throws ServiceError as {@link tokenKey}
 */
export function knownTokenKey(home: string): Buffer | undefined {
  return readKey(tokenKeyPath(home), 'have everybody log in again')
}

function tokenKeyPath(home: string): string {
  return join(home, 'token.key')
}
