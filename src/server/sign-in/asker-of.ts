import { anonymous } from './anonymous.ts'
import type { Caller } from './caller.ts'

/** The user whose queries and transactions those of a caller are; `undefined` where nobody signs in, and for the owner of the home folder. */
export function askerOf(caller: Caller | undefined): string | undefined {
  return caller === undefined || caller.session === anonymous ? undefined : caller.session.user
}
