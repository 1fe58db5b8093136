import { type RunningServer, runningServer } from '../config/running-server.ts'
import type { CommandContext, Invocation } from './command.ts'
import { UnreachableServer } from './http-exchange.ts'
import { homeOf } from './target.ts'

/**
 * The home folder that a command means, and the server that runs on it.
 *
 * @throws UnreachableServer where none does
 */
export function serverOfHome(
  invocation: Invocation,
  context: CommandContext,
): { readonly folder: string; readonly running: RunningServer } {
  const folder = homeOf(invocation, context)
  const running = runningServer(folder)
  if (running === undefined) throw new UnreachableServer(`No server runs on ${folder}.`)
  return { folder, running }
}
