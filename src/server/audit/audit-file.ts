import {
  closeSync,
  fchmodSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { ServiceError } from '../../errors.ts'
import type { AuditLog } from './audit.ts'
import { auditLine } from './audit-line.ts'

/** Where audit events are kept, and how many. */
export interface AuditFileParts {
  /** The home folder, whose file `audit.log` it is. */
  readonly folder: string
  /** Whether anything is kept. */
  readonly on: boolean
  /** Bytes of a file, before the next one is begun. */
  readonly bytes: number
  /** Former files that are kept: `audit.log.1` is the last one. */
  readonly files: number
  /** Is told the first of failures that follow each other: what is done goes on without them. */
  readonly report?: (error: unknown) => void
  /** The clock of the machine unless given. */
  readonly now?: () => Date
}

/**
 * The audit log in files that only their owner may read, a line of JSON for each event; each line is in its file when `write` returns.
 *
 * @throws ServiceError `storage` where the file cannot be opened
 */
export function openAuditLog(parts: AuditFileParts): AuditLog {
  if (!parts.on) return { write() {}, close() {} }
  const { folder, bytes, files, report, now = () => new Date() } = parts
  const path = join(folder, name)
  let file: number | undefined = openLog(path)
  let closed = false
  let failing = false

  /** The open file, if it still is the one at the path: others may have moved it away, or removed it. */
  function current(): number {
    if (file !== undefined && !isAt(file, path)) close()
    file ??= openLog(path)
    return file
  }

  function close(): void {
    if (file === undefined) return
    const descriptor = file
    file = undefined
    closeSync(descriptor)
  }

  function append(line: Buffer): void {
    const size = fstatSync(current()).size
    if (size > 0 && size + line.length > bytes) {
      close()
      makeRoom(folder, files)
    }
    writeWhole(current(), line)
  }

  return {
    write(event) {
      if (closed) return
      try {
        append(Buffer.from(`${auditLine(event, now())}\n`))
        failing = false
      } catch (error) {
        // The next line is written to a file that is opened anew, and begins there on a line of its own.
        close()
        if (!failing) report?.(error)
        failing = true
      }
    },
    close() {
      closed = true
      close()
    },
  }
}

const name = 'audit.log'

function openLog(path: string): number {
  let file: number | undefined
  try {
    file = openSync(path, 'a+', 0o600)
    const { mode, size } = fstatSync(file)
    if ((mode & 0o077) !== 0) fchmodSync(file, 0o600)
    // A line that was cut, by a full disk or the end of the process, stays alone.
    if (size > 0 && lastByte(file, size) !== lineEnd) writeWhole(file, Buffer.of(lineEnd))
    return file
  } catch (error) {
    if (file !== undefined) closeSync(file)
    const message = `The audit log ${name} of the home folder cannot be opened.`
    throw new ServiceError('storage', message, { detail: String(error), cause: error })
  }
}

const lineEnd = 0x0a

function lastByte(file: number, size: number): number | undefined {
  const byte = Buffer.alloc(1)
  readSync(file, byte, 0, 1, size - 1)
  return byte[0]
}

function isAt(file: number, path: string): boolean {
  const there = statSync(path, { throwIfNoEntry: false })
  const open = fstatSync(file)
  return there?.ino === open.ino && there.dev === open.dev
}

function writeWhole(file: number, bytes: Buffer): void {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}

/** Renames the file to `audit.log.1` and each former one to the next; those beyond `files` are removed. */
function makeRoom(folder: string, files: number): void {
  const former = readdirSync(folder)
    .map((entry) => Number(/^audit\.log\.([1-9]\d{0,8})$/u.exec(entry)?.[1]))
    .filter((number) => number > 0)
    .sort((a, b) => b - a)
  const place = (number: number): string => join(folder, number === 0 ? name : `${name}.${number}`)
  for (const number of [...former, 0]) {
    if (number >= files) rmSync(place(number))
    else renameSync(place(number), place(number + 1))
  }
}
