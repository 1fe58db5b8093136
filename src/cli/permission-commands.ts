import type { Holder } from '../accounts/account.ts'
import { covers } from '../accounts/covers.ts'
import type { Permission } from '../accounts/permission.ts'
import { permissionText } from '../accounts/permission-text.ts'
import type { AccountService, HeldPermission } from '../server/account-service.ts'
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
      const before = await permissionsSeen({ kind, name }, target.accounts)
      await target.accounts.revoke({ kind, name }, permission)
      await context.terminal.error.write(`${revokedText({ kind, name }, permission, before)}\n`)
      return exitCodes.ok
    },
  }
}

/** What a holder may do; `undefined` where that is not for the asker to see, which is asked first: a refusal would be written down. */
async function permissionsSeen(
  { kind, name }: Holder,
  accounts: AccountService,
): Promise<readonly HeldPermission[] | undefined> {
  if (!(await accounts.holds({ action: 'READ', resource: { type: kind, name: [name] } }))) return undefined
  if (kind === 'user') return (await accounts.user(name)).permissions
  return (await accounts.permissionsOf({ kind, name })).map((one) => ({ ...one, explicit: true }))
}

/** Says too where nothing was there to be revoked, and where it makes no difference. */
function revokedText(
  { kind, name }: Holder,
  permission: Permission,
  before: readonly HeldPermission[] = [{ ...permission, explicit: true }],
): string {
  const text = permissionText(permission)
  const isIt = (one: HeldPermission): boolean => one.explicit && permissionText(one) === text
  const holder = `the ${kind} ${oneLine(name)}`
  const done = before.some(isIt)
    ? `Revoked ${oneLine(text)} from ${holder}.`
    : `There was nothing to revoke: ${oneLine(text)} was not granted to ${holder}.`
  const other = before.find((one) => !isIt(one) && covers(one, permission))
  if (other === undefined) return done
  return `${done} It still holds by ${oneLine(permissionText(other))}${other.explicit ? '' : ', which a role has'}.`
}
