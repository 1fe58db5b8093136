import { ServiceError } from '../errors.ts'

const longest = 64
const form = /^[A-Za-z][A-Za-z0-9_-]*$/u

/** Names that stand for something else in a URL, as in `/admin/databases/options`. */
const reserved: ReadonlySet<string> = new Set([
  'options',
  'admin',
  'api',
  'docs',
  'studio',
  'system',
  'health',
  'metrics',
])

/** Whether a text has the form of a name of a database, and so is the name of a folder in its parent and nowhere else. */
export function hasNameForm(text: string): boolean {
  return text.length <= longest && form.test(text)
}

/**
 * Checks the name of a new database: a letter, then letters, digits, `_` and `-`, 64 characters at most.
 *
 * @throws ServiceError `invalidDatabaseName`
 */
export function checkDatabaseName(name: string): void {
  const shown = JSON.stringify(name.length > longest ? `${name.slice(0, longest)}…` : name)
  if (name.length > longest) {
    throw new ServiceError(
      'invalidDatabaseName',
      `The database name ${shown} has ${name.length} characters; the limit is ${longest}.`,
    )
  }
  if (!form.test(name)) {
    throw new ServiceError(
      'invalidDatabaseName',
      `${shown} is no name of a database: it has to begin with a letter and to consist of letters A to Z, digits, "_" and "-".`,
    )
  }
  if (reserved.has(name.toLowerCase())) {
    throw new ServiceError('invalidDatabaseName', `The name ${shown} is reserved. Choose another name.`)
  }
}
