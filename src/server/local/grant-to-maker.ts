import { grantsToMaker } from '../../accounts/first-permissions.ts'
import type { Catalog } from '../../catalog/catalog.ts'
import type { Caller } from '../sign-in/caller.ts'

/** Has a caller do everything with a database that they have just made. */
export function grantToMaker(
  { accounts, has }: Pick<Catalog, 'accounts' | 'has'>,
  caller: Caller | undefined,
  made: 'database' | 'remote database',
  name: string,
): void {
  const grants = grantsToMaker(caller?.session, made, name)
  // Where it is gone again, a later one of its name is not theirs.
  if (grants.length > 0 && has(name)) accounts.change(grants)
}
