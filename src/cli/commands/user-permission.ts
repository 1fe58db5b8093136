import { permissionText } from '../../accounts/permission-text.ts'
import { type Command, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { optionalOperand } from '../operands.ts'
import { whoAmI } from '../own-login.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'
import { textColumns } from '../text-columns.ts'

/** `user permission` */
export const userPermission: Command = {
  name: 'user permission',
  operands: '[NAME]',
  summary: 'List what a user may do, or what you may',
  details: [
    'Prints a line for each permission, and "explicit" after those of the user alone, or "role" after those of a role; a tab between',
    'the two where the output is no terminal.',
  ],
  options: serviceOptions,
  async run(invocation, context) {
    const given = optionalOperand(invocation)
    await using target = await openTarget(invocation, context)
    const { server } = target
    const name = given ?? (server === undefined ? undefined : await whoAmI(server.url, server.access))
    if (name === undefined) throw new UsageError('The operand NAME is missing.')
    const { permissions } = await target.accounts.user(name)
    const { out, error } = context.terminal
    const rows = permissions.map((one) => [oneLine(permissionText(one)), one.explicit ? 'explicit' : 'role'])
    await out.write(textColumns(rows, out))
    if (rows.length === 0) await error.write(`The user ${oneLine(name)} has no permissions.\n`)
    return exitCodes.ok
  },
}
