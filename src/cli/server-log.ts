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

/** A line of the log for what fails beside requests. */
export function logLine(message: string, error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error)
  return lineOf({ level: 50, err: reason, msg: message })
}

/** A line of the log for what somebody should look at. */
export function warningLine(message: string): string {
  return lineOf({ level: warning, msg: message })
}

function lineOf({ level, ...rest }: Readonly<Record<string, unknown>>): string {
  return `${JSON.stringify({ level, time: Date.now(), pid: process.pid, ...rest })}\n`
}

function levelOf(line: string): number {
  const read: unknown = JSON.parse(line)
  if (typeof read !== 'object' || read === null || !('level' in read)) return warning
  return typeof read.level === 'number' ? read.level : warning
}
