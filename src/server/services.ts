import type { AccountService } from './account-service.ts'
import type { AdministrationService } from './administration-service.ts'
import type { DatabaseService } from './database-service.ts'
import type { Caller } from './sign-in/caller.ts'
import type { SparqlService } from './sparql-service.ts'

/** Everything that can be asked of a home, on behalf of one caller. */
export interface Services {
  readonly databases: DatabaseService
  readonly sparql: SparqlService
  readonly administration: AdministrationService
  readonly accounts: AccountService
}

/** The services of a home. */
export interface HomeServices {
  /**
   * The services as somebody has them: graphs beyond their access are not there, lists have what they may see, accounts change by
   * their rights, their queries and transactions are theirs. Whether they may use a database at all is settled by the route.
   * Without a caller: as the owner of the home folder has them.
   */
  for(caller?: Caller): Services
  /** Ends all work, after `graceMilliseconds` (0 unless given), and closes the home. */
  close(graceMilliseconds?: number): Promise<void>
}
