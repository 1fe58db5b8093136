import type { RecentLog } from '../server/recent-log.ts'
import type { ServerParts } from '../server/server-parts.ts'

/** Number of the level `warn`, as lines of the log have it. */
const warning = 40

/**
 * The log of a server: a line of JSON for each request and event, on the error output of the process. A person at a terminal sees
 * warnings only; those who ask the server for its log of late get all of it.
 */
export function serverLog(
  recent: Pick<RecentLog, 'write'>,
  output: { write(line: string): unknown },
  interactive: boolean,
): NonNullable<ServerParts['log']> {
  return {
    level: 'info',
    stream: {
      write(line) {
        recent.write(line)
        if (!interactive || levelOf(line) >= warning) output.write(line)
      },
    },
  }
}

/** A line of the log for what happens beside requests. */
export function logLine(message: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return `${JSON.stringify({ level: 50, time: Date.now(), pid: process.pid, err: reason, msg: message })}\n`
}

function levelOf(line: string): number {
  const read: unknown = JSON.parse(line)
  if (typeof read !== 'object' || read === null || !('level' in read)) return warning
  return typeof read.level === 'number' ? read.level : warning
}
