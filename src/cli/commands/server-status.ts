import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { UnreachableServer } from '../http-exchange.ts'
import { exactOperands } from '../operands.ts'
import { remoteService } from '../remote-service.ts'
import { serverOfHome } from '../running-home.ts'
import { homeOption } from '../service-options.ts'

/** `server status` */
export const serverStatus: Command = {
  name: 'server status',
  operands: '',
  summary: 'Tell whether a server runs on the home folder, and where it answers',
  details: [],
  options: [homeOption],
  async run(invocation, context) {
    exactOperands(invocation, [])
    const { folder, running } = serverOfHome(invocation, context)
    if (running.url === undefined)
      throw new UnreachableServer(`Process ${running.pid} has ${folder}, and serves nothing.`)
    const databases = await remoteService(new URL(running.url)).databases()
    const count = databases.length === 1 ? '1 database' : `${databases.length} databases`
    await context.terminal.out.write(
      `A server answers at ${running.url} (process ${running.pid}, ${count}).\n`,
    )
    return exitCodes.ok
  },
}
