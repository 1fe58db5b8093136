import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../errors.ts'

/** The server that runs on a home folder. */
export interface RunningServer {
  readonly pid: number
  /** Where it answers; absent while it starts. */
  readonly url?: string
}

/** The claim of this process to a home folder. */
export interface HomeClaim {
  /** Tells other commands where the server answers. */
  publish(url: string): void
  release(): void
}

/** The server that runs on the home folder, if one does; what a dead one left behind does not count. */
export function runningServer(folder: string): RunningServer | undefined {
  const record = readRecord(recordPath(folder))
  return record !== undefined && isAlive(record) ? record : undefined
}

/**
 * Claims a home folder for this process, until it is released or the process ends.
 *
 * @throws ServiceError `invalidDatabaseState` where a living process has it
 */
export function claimHome(folder: string): HomeClaim {
  const path = recordPath(folder)
  const own: ServerRecord = { pid: process.pid, started: startOf(process.pid) }
  if (!create(path, own)) {
    const other = readRecord(path)
    if (other !== undefined && isAlive(other)) throw homeInUse(folder, other)
    rmSync(path, { force: true })
    if (!create(path, own)) throw homeInUse(folder, readRecord(path))
  }
  return {
    publish(url) {
      // In its place, by one write: a full disk has no room for another file.
      const file = openSync(path, 'r+')
      writeSync(file, JSON.stringify({ ...own, url }), 0)
      closeSync(file)
    },
    release() {
      if (readRecord(path)?.pid === process.pid) rmSync(path, { force: true })
    },
  }
}

/** `server.json`: `started` tells two processes apart that had the same pid, where the system says when they began. */
interface ServerRecord extends RunningServer {
  readonly started: string | null
}

function recordPath(folder: string): string {
  return join(folder, 'server.json')
}

function homeInUse(folder: string, other: RunningServer | undefined): ServiceError {
  const by =
    other === undefined ? '' : ` (process ${other.pid}${other.url === undefined ? '' : `, ${other.url}`})`
  return new ServiceError(
    'invalidDatabaseState',
    `A server runs on the home folder "${folder}" already${by}. Stop it, or name another folder in ESPALIER_HOME.`,
  )
}

function create(path: string, record: ServerRecord): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeFileSync(file, JSON.stringify(record))
    closeSync(file)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    const message = `The file "${path}" cannot be written.`
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
}

function readRecord(path: string): ServerRecord | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || typeof value.pid !== 'number')
      return
    const started = 'started' in value && typeof value.started === 'string' ? value.started : null
    const url = 'url' in value && typeof value.url === 'string' ? { url: value.url } : {}
    return { pid: value.pid, started, ...url }
  } catch {
    // A file that is absent or cut names no server.
    return undefined
  }
}

function isAlive(record: ServerRecord): boolean {
  try {
    process.kill(record.pid, 0)
  } catch (error) {
    // EPERM: it lives, and belongs to somebody else.
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const started = startOf(record.pid)
  return record.started === null || started === null || record.started === started
}

/** When a process began, in ticks since the system did; `null` where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name before it may hold spaces and brackets: fields are counted from its closing bracket.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}
