import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { iri, literal, type Quad } from '../src/rdf/term.ts'

/** What the empty relative IRIs of the files, which name the file itself, are read as. */
export const lubmBase = 'http://lubm.example/'

/** The path of a file of the university benchmark, beside the project; `undefined` where it is absent. */
export function lubmPath(universities: 1 | 5): string | undefined {
  const path = join(import.meta.dirname, '../../shared/bench', `lingbm-${universities}.nt.gz`)
  return existsSync(path) ? path : undefined
}

/** The quads of a file, read with nothing of the project's own parsers: its lines hold IRIs and plain strings only. */
export function lubmQuads(path: string): readonly Quad[] {
  const line = /^<([^>]*)> <([^>]*)> (?:<([^>]*)>|"([^"\\]*)") \.$/gm
  const text = gunzipSync(readFileSync(path)).toString()
  const quads = Array.from(
    text.matchAll(line),
    ([, subject, predicate = '', object, value]): Quad => ({
      subject: iri(subject || lubmBase),
      predicate: iri(predicate),
      object: value === undefined ? iri(object || lubmBase) : literal(value),
      graph: null,
    }),
  )
  if (quads.length !== text.split('\n').length - 1) throw new Error(`Not every line of ${path} was read.`)
  return quads
}
