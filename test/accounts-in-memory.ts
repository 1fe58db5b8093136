import type { AccountStore } from '../src/accounts/account-store.ts'
import { inMemory } from '../src/catalog/catalog-file.ts'
import { openCatalogTables } from '../src/catalog/catalog-tables.ts'

/** The accounts of a new home, in memory: the superuser `admin`, whose password is `admin`, and the role `reader`. */
export function accountsInMemory(): AccountStore {
  return openCatalogTables(inMemory).accounts
}
