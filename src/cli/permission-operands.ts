import { parsePermission } from '../accounts/parse-permission.ts'
import { actions, type Permission, resourceTypes } from '../accounts/permission.ts'
import { ServiceError } from '../errors.ts'
import { type CommandOption, type Invocation, optionValue, UsageError } from './command.ts'
import { leadingOperand } from './operands.ts'

/** The options that a permission can be given by, in place of operands. */
export const permissionOptions: readonly CommandOption[] = [
  { name: 'action', short: 'a', value: 'ACTION', summary: 'What may be done, in place of the operand' },
  { name: 'object', short: 'o', value: 'RESOURCE', summary: 'To what, in place of the operand' },
]

/** What the help tells of permissions. */
export const permissionDetails: readonly string[] = [
  `Actions are ${actions.map((action) => action.toLowerCase()).join(', ')}.`,
  `A resource is TYPE:NAME, such as db:people or role:reader, and TYPE:* is every one; types are`,
  `${resourceTypes.join(', ')}. A graph is 'named-graph:DB\\IRI'; *:* is everything.`,
]

/**
 * Whom a command line is about, and which permission: `ann read db:people`, or `ann --action read --object db:people`.
 *
 * @throws UsageError
 */
export function permissionOperands(invocation: Invocation): {
  readonly name: string
  readonly permission: Permission
} {
  const { first: name, rest } = leadingOperand(invocation, 'NAME')
  const action = optionValue(invocation, 'action')
  const resource = optionValue(invocation, 'object')
  if (rest.length > 0 && (action !== undefined || resource !== undefined)) {
    throw new UsageError('Give the permission by operands, or by --action and --object, not by both.')
  }
  if ((action === undefined) !== (resource === undefined)) {
    throw new UsageError('--action and --object go together.')
  }
  const text = action === undefined ? rest.join(' ') : `${action} ${resource ?? ''}`
  if (text === '')
    throw new UsageError('The permission is missing: an action and a resource, such as read db:people.')
  try {
    return { name, permission: parsePermission(text) }
  } catch (error) {
    throw error instanceof ServiceError ? new UsageError(error.message) : error
  }
}
