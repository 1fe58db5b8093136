/** Name of a syntax of solutions. */
export type SolutionsFormat = 'json' | 'xml' | 'csv' | 'tsv'

/** A syntax of solutions: how people call it, and how HTTP messages and files say that they are in it. */
export interface SolutionsSyntax {
  readonly format: SolutionsFormat
  readonly label: string
  /** Without a dot. */
  readonly extension: string
  /** In lower case without parameters, the registered one first. */
  readonly mediaTypes: readonly string[]
}

/** Every syntax of solutions, the one for callers that take any first. */
export const solutionsSyntaxes: readonly SolutionsSyntax[] = [
  {
    format: 'json',
    label: 'JSON',
    extension: 'srj',
    mediaTypes: ['application/sparql-results+json', 'application/json'],
  },
  {
    format: 'xml',
    label: 'XML',
    extension: 'srx',
    mediaTypes: ['application/sparql-results+xml', 'application/xml', 'text/xml'],
  },
  { format: 'csv', label: 'CSV', extension: 'csv', mediaTypes: ['text/csv'] },
  { format: 'tsv', label: 'TSV', extension: 'tsv', mediaTypes: ['text/tab-separated-values'] },
]

/** The syntax of a media type such as `text/csv; charset=utf-8`; `undefined` where it is not one of solutions. */
export function solutionsFormatOfMediaType(mediaType: string): SolutionsFormat | undefined {
  const name = mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return solutionsSyntaxes.find((syntax) => syntax.mediaTypes.includes(name))?.format
}
