import { ServiceError } from '../../errors.ts'
import type { Command } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { UnreachableServer } from '../http-exchange.ts'
import { exactOperands } from '../operands.ts'
import { remoteService } from '../remote-service.ts'
import { serverOfHome } from '../running-home.ts'
import { accessOptions, homeOption } from '../service-options.ts'
import { serverAccess } from '../sign-in.ts'

/** `server status` */
export const serverStatus: Command = {
  name: 'server status',
  operands: '',
  summary: 'Tell whether a server runs on the home folder, and where it answers',
  details: ['Who is signed in is told the number of databases, too.'],
  options: [homeOption, ...accessOptions],
  async run(invocation, context) {
    exactOperands(invocation, [])
    const { folder, running } = serverOfHome(invocation, context)
    if (running.url === undefined)
      throw new UnreachableServer(`Process ${running.pid} has ${folder}, and serves nothing.`)
    const server = new URL(running.url)
    const databases = await remoteService(server, await serverAccess(server, invocation, context))
      .databases()
      .catch((error: unknown) => {
        if (error instanceof ServiceError && error.kind === 'unauthenticated') return undefined
        throw error
      })
    const count =
      databases === undefined
        ? ''
        : databases.length === 1
          ? ', 1 database'
          : `, ${databases.length} databases`
    await context.terminal.out.write(`A server answers at ${running.url} (process ${running.pid}${count}).\n`)
    return exitCodes.ok
  },
}
