import type { Holder } from '../accounts/account.ts'
import { permissionText } from '../accounts/permission-text.ts'
import type { Command } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { oneLine } from './one-line.ts'
import { permissionDetails, permissionOperands, permissionOptions } from './permission-operands.ts'
import { serviceOptions } from './service-options.ts'
import { openTarget } from './target.ts'

/** `user grant` or `role grant` */
export function grantCommand(kind: Holder['kind']): Command {
  return {
    name: `${kind} grant`,
    operands: 'NAME ACTION RESOURCE',
    summary: `Give a permission to a ${kind}`,
    details: [...permissionDetails, 'It needs "grant" on the resource, and the permission itself.'],
    options: [...permissionOptions, ...serviceOptions],
    async run(invocation, context) {
      const { name, permission } = permissionOperands(invocation)
      await using target = await openTarget(invocation, context)
      await target.accounts.grant({ kind, name }, permission)
      const text = oneLine(permissionText(permission))
      await context.terminal.error.write(`Granted ${text} to the ${kind} ${oneLine(name)}.\n`)
      return exitCodes.ok
    },
  }
}

/** `user revoke` or `role revoke` */
export function revokeCommand(kind: Holder['kind']): Command {
  return {
    name: `${kind} revoke`,
    operands: 'NAME ACTION RESOURCE',
    summary: `Take a permission from a ${kind}`,
    details: [
      ...permissionDetails,
      'It is taken as it was given: "all db:people" stays where "read db:people" is taken.',
    ],
    options: [...permissionOptions, ...serviceOptions],
    async run(invocation, context) {
      const { name, permission } = permissionOperands(invocation)
      await using target = await openTarget(invocation, context)
      await target.accounts.revoke({ kind, name }, permission)
      const text = oneLine(permissionText(permission))
      await context.terminal.error.write(`Revoked ${text} from the ${kind} ${oneLine(name)}.\n`)
      return exitCodes.ok
    },
  }
}
