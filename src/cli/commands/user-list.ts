import type { UserFacts } from '../../server/account-service.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'
import { textColumns } from '../text-columns.ts'

/** `user list` */
export const userList: Command = {
  name: 'user list',
  operands: '',
  summary: 'List the users',
  details: [
    'Prints a line for each whom you may see: the name, "user" or "superuser", "enabled" or "disabled", and the roles; tabs between',
    'them where the output is no terminal. Whom a token of an identity provider made is "token user"; its roles are those of its last',
    'token.',
  ],
  options: serviceOptions,
  async run(invocation, context) {
    exactOperands(invocation, [])
    await using target = await openTarget(invocation, context)
    const users = await target.accounts.userList()
    await context.terminal.out.write(textColumns(users.map(cells), context.terminal.out))
    return exitCodes.ok
  },
}

function cells({ name, superuser, enabled, roles, issuer }: UserFacts): readonly string[] {
  const kind = superuser ? 'superuser' : issuer === undefined ? 'user' : 'token user'
  const words = [kind, enabled ? 'enabled' : 'disabled']
  return [oneLine(name), ...words, roles.map(oneLine).join(', ')]
}
