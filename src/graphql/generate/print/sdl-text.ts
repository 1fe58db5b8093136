import { Kind, print } from 'graphql'

/** A string of the schema language, on one line. */
export function stringText(value: string): string {
  return print({ kind: Kind.STRING, value: value.toWellFormed() })
}

/** A description above what it describes, on lines of its own that end with a line break; nothing where there is none. */
export function descriptionText(description: string | undefined, indent: string): string {
  const value = tidy(description ?? '')
  if (value === '') return ''
  const block = value.includes('\n') && !/[^\P{Cc}\n\t]/u.test(value)
  const text = print({ kind: Kind.STRING, value, block })
  return text
    .split('\n')
    .map((line) => (line === '' ? '\n' : `${indent}${line}\n`))
    .join('')
}

/** Comments, a line each. */
export function commentText(notes: readonly string[] | undefined): string {
  return (notes ?? []).map((note) => `# ${note.toWellFormed().replace(/[\p{Cc}\s]+/gu, ' ')}\n`).join('')
}

/** Text as it is laid out in ontologies: without the indentation and the empty lines around it. */
function tidy(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
