import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { nearestName } from '../../rdf/nearest-name.ts'
import { bodyText, jsonObject } from '../http/json-body.ts'

/** A JSON object that was sent to change accounts. */
export type AccountBody = Readonly<Record<string, unknown>>

/**
 * The JSON object that the body of a request holds, whatever its `Content-Type` says. No error tells any of it, as it may hold a
 * password. Members that are not `known` are left aside, as clients send more than is needed; but for those that are
 * nearly a known one.
 *
 * @throws ServiceError `illegalArgument`
 */
export function accountBody(request: FastifyRequest, known: readonly string[]): AccountBody {
  const body = jsonObject(bodyText(request.body))
  for (const name of Object.keys(body)) {
    if (known.includes(name)) continue
    const meant = nearestName(name, known)
    if (meant === undefined) continue
    const message = `There is no member ${JSON.stringify(name)}. Did you mean ${JSON.stringify(meant)}?`
    throw new ServiceError('illegalArgument', message)
  }
  return body
}

/** A member that must be a text with something in it: the name of a user or a role. */
export function nameMember(body: AccountBody, name: string, what: string): string {
  const value = body[name]
  if (typeof value === 'string' && value !== '') return value
  throw wrongMember(body, name, `the name of ${what}, a string`)
}

/** A member that must be `true` or `false`. */
export function booleanMember(body: AccountBody, name: string): boolean {
  const value = body[name]
  if (typeof value === 'boolean') return value
  throw wrongMember(body, name, 'true or false')
}

/** A member that is `true`, `false`, or not there. */
export function optionalBooleanMember(body: AccountBody, name: string): boolean {
  return (body[name] ?? undefined) === undefined ? false : booleanMember(body, name)
}

/** A member that must be a list of names. */
export function namesMember(body: AccountBody, name: string, what: string): readonly string[] {
  const value = body[name]
  const isName = (one: unknown): one is string => typeof one === 'string' && one !== ''
  if (Array.isArray(value) && value.every(isName)) return value
  throw wrongMember(body, name, `a list of names of ${what}`)
}

/**
 * A password: a string, or the list of its characters, as clients send it who do not want it to be one string in their memory. A
 * character that needs two units of UTF-16 is one of the list, or two.
 */
export function passwordMember(body: AccountBody, name: string): string {
  const value = body[name]
  const isCharacter = (one: unknown): one is string => typeof one === 'string' && [...one].length === 1
  const text = Array.isArray(value) && value.every(isCharacter) ? value.join('') : value
  if (typeof text !== 'string') {
    throw wrongMember(body, name, 'a password: a string, or a list of its characters')
  }
  if (!text.isWellFormed()) {
    throw new ServiceError(
      'illegalArgument',
      `The member "${name}" is no Unicode text: it has half a character.`,
    )
  }
  return text
}

/** A password that need not be there; an empty one is none. */
export function optionalPasswordMember(body: AccountBody, name: string): string | undefined {
  return (body[name] ?? undefined) === undefined ? undefined : passwordMember(body, name) || undefined
}

function wrongMember(body: AccountBody, name: string, expected: string): ServiceError {
  const message = Object.hasOwn(body, name)
    ? `The member "${name}" must be ${expected}.`
    : `The member "${name}" is missing: ${expected}.`
  return new ServiceError('illegalArgument', message)
}
