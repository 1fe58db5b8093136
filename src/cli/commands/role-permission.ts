import { permissionText } from '../../accounts/permission-text.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `role permission` */
export const rolePermission: Command = {
  name: 'role permission',
  operands: 'NAME',
  summary: 'List the permissions of a role',
  details: ['Prints one a line, as "role grant" takes it.'],
  options: serviceOptions,
  async run(invocation, context) {
    const [name = ''] = exactOperands(invocation, ['NAME'])
    await using target = await openTarget(invocation, context)
    const permissions = await target.accounts.permissionsOf({ kind: 'role', name })
    const { out, error } = context.terminal
    await out.write(permissions.map((one) => `${oneLine(permissionText(one))}\n`).join(''))
    if (permissions.length === 0) await error.write(`The role ${oneLine(name)} has no permissions.\n`)
    return exitCodes.ok
  },
}
