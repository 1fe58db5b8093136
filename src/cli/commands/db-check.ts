import { ServiceError } from '../../errors.ts'
import type { Finding } from '../../server/administration-service.ts'
import { type Command, flag, UsageError } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { serviceOptions } from '../service-options.ts'
import { databaseOperand, openServer, openTarget, type Target } from '../target.ts'
import { styled } from '../terminal.ts'

/** `db check` */
export const dbCheck: Command = {
  name: 'db check',
  operands: '[DB]',
  summary: 'Look for what is wrong with a database',
  details: ['Prints a line for everything that is wrong, and then ends with the exit code 1.'],
  options: [{ name: 'all', summary: 'Check every database' }, ...serviceOptions],
  async run(invocation, context) {
    const [given, extra] = invocation.operands
    const all = flag(invocation, 'all')
    if (extra !== undefined) throw new UsageError(`Unexpected operand ${JSON.stringify(extra)}.`)
    if ((given === undefined) !== all) throw new UsageError('Give a database, or --all.')
    const { server, database } = given === undefined ? {} : databaseOperand(given)
    await using target =
      server === undefined
        ? await openTarget(invocation, context)
        : await openServer(server, invocation, context)
    const names = database === undefined ? await target.service.databases() : [database]
    const { out, error } = context.terminal
    let wrong = 0
    for (const name of names) {
      context.signal.throwIfAborted()
      const findings = await findingsOf(name, target, all)
      if (typeof findings === 'string') {
        await error.write(`${findings}\n`)
        continue
      }
      wrong += findings.length
      const lines = findings.map(
        ({ part, message }) => `${name}: ${styled(part, 'yellow', out.colour)}: ${message}\n`,
      )
      await out.write(lines.join(''))
      if (findings.length === 0) await error.write(`${name}: nothing is wrong.\n`)
    }
    if (names.length === 0) await error.write(`There are no databases in ${target.place}.\n`)
    return wrong === 0 ? exitCodes.ok : exitCodes.requestFailed
  },
}

/** What is wrong with a database; among all of them, why one is not looked at. */
async function findingsOf(
  name: string,
  { administration }: Target,
  all: boolean,
): Promise<readonly Finding[] | string> {
  try {
    return await administration.check(name)
  } catch (error) {
    if (all && error instanceof ServiceError && error.kind === 'unsupported') return error.message
    throw error
  }
}
