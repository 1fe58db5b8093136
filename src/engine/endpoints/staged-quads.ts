import { createReadStream } from 'node:fs'
import { parseRdf } from '../../rdf/parse.ts'
import type { Quad } from '../../rdf/term.ts'
import { iriText } from '../../rdf/term-text.ts'
import type { StagedQuads } from './staged-step.ts'

/** Bytes of a file that are read at once. */
const pieceBytes = 1 << 18

/** Quads of one graph as N-Triples: their lines without the name of the graph. */
export async function* triplesText(
  sources: readonly StagedQuads[],
  graph: string | null,
): AsyncGenerator<Uint8Array> {
  // A line ends here only: in literals the end of a line is escaped.
  const end = `${nameText(graph)} .\n`
  for (const { file } of sources) {
    let rest = ''
    for await (const piece of createReadStream(file, { encoding: 'utf8', highWaterMark: pieceBytes })) {
      const text = rest + piece
      const whole = text.lastIndexOf('\n') + 1
      rest = text.slice(whole)
      if (whole > 0) yield Buffer.from(text.slice(0, whole).replaceAll(end, ' .\n'))
    }
  }
}

/** Bytes of {@link triplesText}. */
export function triplesLength(sources: readonly StagedQuads[], graph: string | null): number {
  const name = Buffer.byteLength(nameText(graph))
  return sources.reduce((sum, { size, count }) => sum + size - count * name, 0)
}

/** A graph as a line of N-Quads has it. */
function nameText(graph: string | null): string {
  return graph === null ? '' : ` ${iriText(graph)}`
}

/** All quads of a source at once. */
export async function readStaged({ file }: StagedQuads): Promise<readonly Quad[]> {
  const quads: Quad[] = []
  for await (const batch of parseRdf(createReadStream(file), { format: 'n-quads' })) quads.push(...batch)
  return quads
}
