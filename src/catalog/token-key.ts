import { join } from 'node:path'
import { makeKey, readKey } from './key-file.ts'

/**
 * The secret of the tokens that a home issues, 32 bytes in `token.key`, made where there is none yet.
 *
 * @throws ServiceError `invalidConfiguration` where others may read or write the file, or it holds no key; `storage`
 */
export function tokenKey(home: string): Buffer {
  const path = join(home, 'token.key')
  return readKey(path, 'have everybody log in again') ?? makeKey(path)
}
