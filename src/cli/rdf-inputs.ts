import type { RdfSource } from '../engine/rdf-source.ts'
import type { RdfFormat } from '../rdf/formats.ts'
import { type CommandContext, UsageError } from './command.ts'
import { rdfFiles } from './rdf-files.ts'

/** What the help of a command on RDF says on its operands. */
export const inputDetail =
  'Files are Turtle, TriG, N-Triples, N-Quads, RDF/XML or JSON-LD by their extension, also packed (.gz); - is standard input.'

/**
 * The RDF of files, and of the standard input where `-` is named.
 *
 * @throws UsageError where one is missing, or nothing tells its syntax
 */
export async function rdfInputs(
  names: readonly string[],
  { terminal, directory }: CommandContext,
  graph: string | undefined,
  format: RdfFormat | undefined,
): Promise<readonly RdfSource[]> {
  const sources: RdfSource[] = []
  for (const name of names) {
    if (name !== '-') {
      sources.push(...(await rdfFiles([name], directory, graph, format)))
      continue
    }
    if (format === undefined)
      throw new UsageError('The standard input needs --format, such as --format turtle.')
    if (sources.some((source) => source.bytes === terminal.input))
      throw new UsageError('The standard input can be read once only.')
    sources.push({
      name: 'standard input',
      format,
      bytes: terminal.input,
      ...(graph === undefined ? {} : { graph }),
    })
  }
  return sources
}
