import { OperationTypeNode } from 'graphql'
import type { Declarations } from './declarations.ts'
import type { SchemaFault } from './reading.ts'

/**
 * Name of the query type: what `schema { query: … }` says, else `Query`; empty where there is none. That, and types for anything
 * but queries, is added to `faults`.
 */
export function findQueryType(declarations: Declarations, faults: SchemaFault[]): string {
  const { operations, schemaNode, types } = declarations
  if (operations === undefined) {
    for (const name of ['Mutation', 'Subscription']) {
      const type = types.get(name)
      if (type?.kind !== 'object') continue
      const message = `Without a block schema { query: … } "${name}" is no class, but an operation, and schemas here are for queries only.`
      faults.push({ message, positions: [type.node.name.loc?.start ?? 0] })
    }
    if (types.has('Query')) return 'Query'
    const message = 'The schema has no query type: it needs a type Query, or a block schema { query: … }.'
    faults.push({ message, positions: [0] })
    return ''
  }
  let queryType = ''
  for (const { operation, type, loc } of operations) {
    if (operation === OperationTypeNode.QUERY) queryType = type.name.value
    else {
      const message = `A schema is for queries only; it cannot have a ${operation} type.`
      faults.push({ message, positions: [loc?.start ?? 0] })
    }
  }
  if (queryType === '') {
    const message = 'The block schema { … } names no query type: query: ….'
    faults.push({ message, positions: [schemaNode?.loc?.start ?? 0] })
  }
  return queryType
}
