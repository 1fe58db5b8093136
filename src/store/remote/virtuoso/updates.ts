import { ServiceError } from '../../../errors.ts'
import { bgp } from '../../../sparql/algebra.ts'
import type { Update } from '../../../sparql/update.ts'

/** INSERT DATA with blank nodes as an INSERT for the one solution of no pattern, which makes the same nodes. */
export function insertBlankNodes(operation: Update): Update {
  if (operation.kind !== 'insertData') return operation
  const hasBlankNodes = operation.quads.some(
    ({ subject, object }) => subject.kind === 'blank' || object.kind === 'blank',
  )
  if (!hasBlankNodes) return operation
  return { kind: 'modify', delete: [], insert: operation.quads, using: false, operation: bgp([]) }
}

/** @throws ServiceError `unsupported` for CLEAR and DROP of several graphs */
export function refuseSeveralGraphs(operation: Update): Update {
  if (operation.kind !== 'clear' && operation.kind !== 'drop') return operation
  if (operation.target !== 'all' && operation.target !== 'named') return operation
  const text = `${operation.kind.toUpperCase()} ${operation.target.toUpperCase()}`
  throw new ServiceError(
    'unsupported',
    `Virtuoso answers ${text} as if it had done it, and removes nothing. Clear its graphs one by one.`,
  )
}
