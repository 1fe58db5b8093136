import { existsSync, readFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'

/** The folder of this package, in a checkout and installed. */
export function packageFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error('The package has no package.json.')
    folder = parent
  }
  return folder
}

/** The version in the package's `package.json`. */
export function packageVersion(): string {
  const content: unknown = JSON.parse(readFileSync(join(packageFolder(), 'package.json'), 'utf8'))
  if (typeof content === 'object' && content !== null && 'version' in content) {
    if (typeof content.version === 'string') return content.version
  }
  throw new Error('The package has no version.')
}

/** How a person calls this program from `directory`: by its name, or by its path in a checkout. */
export function programName(directory: string): string {
  const isCheckout = extname(import.meta.filename) === '.ts'
  return isCheckout ? relative(directory, join(packageFolder(), 'bin', 'espalier')) : 'espalier'
}
