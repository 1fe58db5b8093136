import { createReadStream } from 'node:fs'
import { formatOfFileName } from '../../src/rdf/formats.ts'
import { parseRdf } from '../../src/rdf/parse.ts'
import { iri, type Quad } from '../../src/rdf/term.ts'
import type { TestGraphs } from './manifest.ts'

/** The folder of the W3C test suites for SPARQL. */
export const suiteRoot = new URL('../../../shared/w3c/sparql/', import.meta.url)

/** What relative names of the suites' files are resolved against: a file `f` has the IRI `suiteBase + f`. */
export const suiteBase = 'http://manifest/'

/** The quads of a file of the suites, named from {@link suiteRoot} on. */
export async function readQuads(file: string): Promise<readonly Quad[]> {
  const format = formatOfFileName(file)
  if (format === undefined) throw new Error(`${file} tells no syntax.`)
  const quads: Quad[] = []
  const input = createReadStream(new URL(file, suiteRoot))
  // Blank nodes of one file are not those of another.
  const blankPrefix = file.replaceAll(/[^A-Za-z0-9]/g, '')
  for await (const batch of parseRdf(input, { format, baseIri: suiteBase + file, blankPrefix }))
    quads.push(...batch)
  return quads
}

/** The quads of all graphs of a test. */
export async function readGraphFiles({ data, graphs }: TestGraphs): Promise<readonly Quad[]> {
  const unnamed = await Promise.all(data.map(readQuads))
  const named = await Promise.all(
    graphs.map(async ({ file, name }) =>
      (await readQuads(file)).map((quad): Quad => ({ ...quad, graph: iri(name) })),
    ),
  )
  return [...unnamed.flat(), ...named.flat()]
}
