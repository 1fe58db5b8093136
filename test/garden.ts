import { createReadStream } from 'node:fs'
import { defaultNamespaces, type Namespaces } from '../src/rdf/namespaces.ts'
import { parseRdf } from '../src/rdf/parse.ts'
import type { Quad } from '../src/rdf/term.ts'

/** The sample garden, which the documents ask. */
export async function readGarden(): Promise<{
  readonly quads: readonly Quad[]
  readonly namespaces: Namespaces
}> {
  const quads: Quad[] = []
  const namespaces = new Map(defaultNamespaces)
  const file = createReadStream(new URL('../examples/garden.trig', import.meta.url))
  for await (const batch of parseRdf(file, {
    format: 'trig',
    fileName: 'garden.trig',
    onPrefix: (prefix, namespace) => namespaces.set(prefix, namespace),
  })) {
    quads.push(...batch)
  }
  return { quads, namespaces }
}
