import { ServiceError } from '../../errors.ts'
import type { RemoteDatabase } from '../database.ts'

/** Why something cannot be done with a database behind an endpoint. */
const reasons = {
  transaction: 'The SPARQL protocol has no transactions: send the changes as one update',
  optimize: 'it is kept in order where its data are',
  check: 'it is checked where its data are',
  backup: 'it is backed up where its data are',
} as const

/** The error of what cannot be done with a database behind an endpoint, with the reason. */
export function remoteRefusal({ name }: RemoteDatabase, deed: keyof typeof reasons): ServiceError {
  return new ServiceError('unsupported', `The database "${name}" is remote: ${reasons[deed]}.`)
}
