/** The tables of ARCHITECTURE.md that the sources are held to. */
export interface ArchitectureTables {
  /** Folder, or file beside the folders → the folders that it may import, besides itself. */
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>
  /** Third-party library or restricted built-in module → the folders that may import it. */
  readonly homes: ReadonlyMap<string, ReadonlySet<string>>
}

/** Reads the tables by their headings. Throws where one is missing or empty. */
export function readTables(markdown: string): ArchitectureTables {
  return { folders: readTable(markdown, 'Folders', 2), homes: readTable(markdown, 'Libraries', 1) }
}

/** First column → names in code spans of the column numbered `column`, under the heading `heading`. */
function readTable(
  markdown: string,
  heading: string,
  column: number,
): ReadonlyMap<string, ReadonlySet<string>> {
  const section = markdown.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`ARCHITECTURE.md has no section "${heading}".`)
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  if (rows.length === 0) throw new Error(`The section "${heading}" of ARCHITECTURE.md has no table.`)
  return new Map(
    rows.flatMap((row) => {
      const cells = row.split('|').slice(1, -1)
      const allowed = new Set(codeSpans(cells[column] ?? ''))
      return codeSpans(cells[0] ?? '').map((name) => [name, allowed] as const)
    }),
  )
}

function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])
}
