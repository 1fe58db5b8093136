import { askNewPassword } from '../ask-password.ts'
import { type Command, flag } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { oneLine } from '../one-line.ts'
import { exactOperands } from '../operands.ts'
import { passwordInputOption, serviceOptions } from '../service-options.ts'
import { openTarget } from '../target.ts'

/** `user add` */
export const userAdd: Command = {
  name: 'user add',
  operands: 'NAME',
  summary: 'Add a user',
  details: [
    'The password is that in ESPALIER_NEW_PASSWORD; else it is asked for without showing it. The user may see and change the own',
    'account, and nothing more until permissions or roles are given.',
  ],
  options: [
    { name: 'superuser', summary: 'The user may do everything; only superusers make superusers' },
    passwordInputOption,
    ...serviceOptions,
  ],
  async run(invocation, context) {
    const [name = ''] = exactOperands(invocation, ['NAME'])
    const superuser = flag(invocation, 'superuser')
    await using target = await openTarget(invocation, context)
    const password = await askNewPassword(`Password for ${oneLine(name)}`, invocation, context)
    await target.accounts.addUser({ name, password, superuser })
    const kind = superuser ? 'superuser' : 'user'
    await context.terminal.error.write(`Added the ${kind} ${oneLine(name)} in ${target.place}.\n`)
    return exitCodes.ok
  },
}
