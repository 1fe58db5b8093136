import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Whether programs are there that tests start; where CI=true they have to be. */
export function hasPrograms(...names: readonly string[]): boolean {
  return process.env['CI'] === 'true' || names.every(isProgram)
}

function isProgram(name: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, name), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
}
