import { ServiceError } from '../../errors.ts'

/** The text of a body that was read whole; invalid UTF-8 is refused. */
export function bodyText(body: unknown): string {
  if (!(body instanceof Uint8Array)) throw new ServiceError('illegalArgument', 'The request has no body.')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new ServiceError('illegalArgument', 'The body is not UTF-8 text.')
  }
}

/** The JSON object that a body holds. */
export function jsonObject(text: string): Readonly<Record<string, unknown>> {
  const value = parseJson(text, 'The body')
  if (!isObject(value)) throw new ServiceError('illegalArgument', 'The body must be a JSON object.')
  return value
}

/** The value of a JSON text; `name` is what the message calls it. No error tells any of it, as it may hold a password. */
export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // What the parser says holds a piece of the text, where it does not hold a place in it.
    const place = error instanceof Error ? /line \d+ column \d+/u.exec(error.message)?.[0] : undefined
    const where = place === undefined ? '' : ` (${place.replace(' column', ', column')})`
    throw new ServiceError('illegalArgument', `${name} is not JSON${where}.`)
  }
}

/** Whether a value of JSON is an object. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
