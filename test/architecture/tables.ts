/** The tables of ARCHITECTURE.md that the sources are held to. */
export interface ArchitectureTables {
  /** Folder, or file beside the folders → the folders that it may import, besides itself. */
  readonly folders: ReadonlyMap<string, ReadonlySet<string>>
  /** Third-party library or restricted built-in module → the folders that may import it. */
  readonly homes: ReadonlyMap<string, ReadonlySet<string>>
  /** Sets of files that may import each other in a circle. */
  readonly circles: readonly ReadonlySet<string>[]
}

/** Reads the tables by their headings. Throws where one is missing or empty. */
export function readTables(markdown: string): ArchitectureTables {
  return {
    folders: namesByName(readRows(markdown, 'Folders'), 2),
    homes: namesByName(readRows(markdown, 'Libraries'), 1),
    circles: readRows(markdown, 'Circles').map(([files]) => new Set(codeSpans(files))),
  }
}

/** The folders inside the larger ones that ARCHITECTURE.md tells of. */
export function readInnerFolders(markdown: string): readonly string[] {
  return readRows(markdown, 'Inside the larger ones').flatMap(([name]) => codeSpans(name))
}

/** Cells of the rows of the table under a heading. */
function readRows(markdown: string, heading: string): string[][] {
  const section = markdown.split(/^## /m).find((text) => text.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`ARCHITECTURE.md has no section "${heading}".`)
  const rows = section.split('\n').filter((line) => line.startsWith('| `'))
  if (rows.length === 0) throw new Error(`The section "${heading}" of ARCHITECTURE.md has no table.`)
  return rows.map((row) => row.split('|').slice(1, -1))
}

/** Each name of the first column → the names in the column numbered `column`. */
function namesByName(
  rows: readonly (readonly string[])[],
  column: number,
): ReadonlyMap<string, ReadonlySet<string>> {
  return new Map(
    rows.flatMap((cells) => {
      const names = new Set(codeSpans(cells[column]))
      return codeSpans(cells[0]).map((name) => [name, names] as const)
    }),
  )
}

function codeSpans(text = ''): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, name]) => name ?? [])
}
