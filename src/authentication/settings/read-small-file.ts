import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Far more than any key, certificate or file of settings has. */
const mostBytes = 2 ** 20

/** A file that was read, or why it cannot be: a sentence that goes on from its name. */
export type SmallFile =
  | {
      readonly kind: 'file'
      readonly bytes: Buffer
      /** Whether every user of the machine may read it. */
      readonly readByOthers: boolean
      /** Whether every user of the machine may write it. */
      readonly writtenByOthers: boolean
    }
  | { readonly kind: 'problem'; readonly message: string }

/** Reads a file of at most 1 MiB. What is no file, such as a pipe, is not waited for. */
export function readSmallFile(path: string): SmallFile {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const stats = fstatSync(file)
    if (stats.isDirectory()) return { kind: 'problem', message: 'is a folder.' }
    if (!stats.isFile()) return { kind: 'problem', message: 'is no file.' }
    if (stats.size > mostBytes) return { kind: 'problem', message: 'is larger than 1 MiB.' }
    const mode = process.platform === 'win32' ? 0 : stats.mode
    return {
      kind: 'file',
      bytes: readFileSync(file),
      readByOthers: (mode & 0o004) !== 0,
      writtenByOthers: (mode & 0o002) !== 0,
    }
  } catch (error) {
    return { kind: 'problem', message: `cannot be read: ${reasonOf(error)}.` }
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
      return 'there is no such file'
    case 'EACCES':
    case 'EPERM':
      return 'the permission is missing'
    case 'ENOTDIR':
      return 'a part of its path is no folder'
    default:
      return typeof code === 'string' ? `the operating system says ${code}` : 'it is no path of a file'
  }
}
