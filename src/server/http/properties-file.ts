import { ServiceError } from '../../errors.ts'

/**
 * The names and values in the text of a file of properties: lines `name = value`, `name: value` or `name value`, and remarks
 * after `#` or `!` at a line's start. Of a name that stands there twice the last value counts.
 *
 * @throws ServiceError `illegalArgument` with the line that is none of these
 */
export function readPropertiesFile(text: string): Readonly<Record<string, string>> {
  const pairs = text
    .replace(/^\uFEFF/u, '')
    .split(/\r\n|\n|\r/u)
    .map((line, index) => ({ line: line.trim(), number: index + 1 }))
    .filter(({ line }) => line !== '' && !line.startsWith('#') && !line.startsWith('!'))
    .map(({ line, number }) => {
      // Its last part takes any character: it fits at the first try, which many spaces would be too slow without.
      const [, name, value] = /^([^=:\s]+)\s*[=:\s]\s*(.*)$/su.exec(line) ?? []
      if (name !== undefined && value !== undefined) return [name, value] as const
      throw new ServiceError(
        'illegalArgument',
        `Line ${number} of the file of properties is none: write "name = value".`,
      )
    })
  return Object.fromEntries(pairs)
}
