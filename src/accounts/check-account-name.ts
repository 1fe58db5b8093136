import { ServiceError } from '../errors.ts'

const longest = 255

/** Names that stand for something else in a URL, as in `/admin/users/list`, that would be a step in it, or that stand for nobody. */
const reserved: ReadonlySet<string> = new Set(['list', 'valid', '.', '..', 'anonymous'])

/** Controls, marks that cannot be seen, halves of characters, and ends of lines. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/**
 * Checks the name of a new user or role: 1 to 255 characters that can be seen, none of which has a meaning in credentials or in
 * the name of a resource.
 *
 * @throws ServiceError `illegalArgument`
 */
export function checkAccountName(kind: 'user' | 'role', name: string): void {
  const count = [...name].length
  const of = `The name of a ${kind}`
  if (count === 0) throw illegal(`${of} has to have at least one character.`)
  if (count > longest) throw illegal(`${of} has at most ${longest} characters; this one has ${count}.`)
  const shown = JSON.stringify(name)
  if (unseen.test(name)) throw illegal(`${of} has no characters that cannot be seen; ${shown} has.`)
  // Else two names could look the same, and credentials with the one not be those of the other.
  if (name.normalize('NFC') !== name)
    throw illegal(`${of} has its accents composed (Unicode NFC); ${shown} has not.`)
  if (name.trim() !== name) throw illegal(`${of} has no spaces at its ends; ${shown} has.`)
  if (name.includes(':'))
    throw illegal(`${of} has no ":", which ends it where a password follows; ${shown} has.`)
  if (name.includes('*')) throw illegal(`${of} has no "*", which stands for every name; ${shown} has.`)
  if (reserved.has(name.toLowerCase())) throw illegal(`The name ${shown} is reserved. Choose another name.`)
}

function illegal(message: string): ServiceError {
  return new ServiceError('illegalArgument', message)
}
