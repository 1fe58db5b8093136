import { ServiceError } from '../errors.ts'

/** What the operating system says of a disk, by its code. */
const messages: Readonly<Record<string, string>> = {
  ENOSPC: 'The disk of the service is full.',
  EDQUOT: 'The disk of the service is full: its quota is used up.',
  EROFS: 'The disk of the service cannot be written: it is read-only.',
  EIO: 'The disk of the service cannot be read or written: input/output error.',
}

/** A failure of the disk at a file that is no database, such as an upload; `undefined` where the error is another one. */
export function diskError(error: unknown): ServiceError | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || !('code' in error)) return undefined
  const message = messages[String(error.code)]
  return message === undefined
    ? undefined
    : new ServiceError('storage', message, { detail: error.message, cause: error })
}
