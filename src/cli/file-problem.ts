/**
 * Why a file cannot be read or written, in words: the reason that the operating system names, without its number and
 * without names that nobody typed.
 */
export function fileProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ENOENT':
      return 'there is no such file or folder'
    case 'EISDIR':
      return 'it is a folder'
    case 'ENOTDIR':
      return 'a part of its path is no folder'
    case 'EACCES':
    case 'EPERM':
      return 'the permission is missing'
    case 'ENOSPC':
    case 'EDQUOT':
      return 'there is no room left'
    case 'EROFS':
      return 'its file system is for reading only'
    case 'EIO':
      return 'the device reports an error'
    case 'ENAMETOOLONG':
      return 'its name is too long'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}
