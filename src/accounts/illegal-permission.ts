import { ServiceError } from '../errors.ts'

/** The error of a permission that cannot be read, or that means nothing. */
export function illegalPermission(message: string): ServiceError {
  return new ServiceError('illegalArgument', message)
}

/** What a client wrote, as JSON, and not all of it where it is long. */
export function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}
