import { Kind, OperationTypeNode } from 'graphql'
import type { Declarations } from './declarations.ts'
import { addFault, type SchemaFault } from './schema-faults.ts'

/**
 * Name of the query type: what `schema { query: … }` says, else `Query`; empty where there is none. That, and types for anything
 * but queries, is added to `faults`.
 */
export function findQueryType(declarations: Declarations, faults: SchemaFault[]): string {
  const { operations, schemaNode, types } = declarations
  if (schemaNode === undefined) {
    for (const name of ['Mutation', 'Subscription']) {
      const type = types.get(name)
      if (type?.kind !== 'object') continue
      const message = `The type "${name}" would be for more than queries, as no schema can be. Where it is a class, add schema { query: Query }.`
      addFault(faults, message, type.node.name)
    }
    if (types.has('Query')) return 'Query'
    const message = 'There is no query type: the schema needs a type "Query", or a block schema { query: … }.'
    addFault(faults, message)
    return ''
  }
  let queryType = ''
  for (const node of operations) {
    if (node.operation === OperationTypeNode.QUERY) queryType = node.type.name.value
    else addFault(faults, `A schema is for queries only; it cannot have a ${node.operation} type.`, node)
  }
  if (queryType === '') {
    const message =
      schemaNode.kind === Kind.SCHEMA_EXTENSION
        ? 'There is no block schema { query: … } to extend.'
        : 'The block schema { … } has no query type: schema { query: … }.'
    addFault(faults, message, schemaNode)
  }
  return queryType
}
