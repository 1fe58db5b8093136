import { isAbsoluteIri } from '../../rdf/iri.ts'
import { isPlainLocalName } from '../../rdf/names.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import { nearestName } from '../../rdf/nearest-name.ts'
import type { Path, PathStep } from '../schema.ts'
import { quoted } from './schema-faults.ts'

/** What is wrong with the text of a path, and at which of its characters, from 0. */
export interface PathProblem {
  readonly problem: string
  readonly at: number
}

/** Steps of one path. */
const longestPath = 20

const stepForm = /\s*(\^?)\s*(?:<([^>]*)>|([^\s<>:/^]*):([^\s<>/^]*))\s*(?:(\/)|$)/uy

/**
 * Reads the text of `@path`: steps over `<iri>`, `prefix:local` or `:local`, `/` between them, `^` before one that is taken from
 * object to subject (a part of the paths of SPARQL 1.1, 9.1).
 */
export function readPath(text: string, namespaces: Namespaces): Path | PathProblem {
  const steps: PathStep[] = []
  for (let at = 0; ; at = stepForm.lastIndex) {
    if (steps.length === longestPath) {
      return { problem: `The path has more steps; the limit is ${longestPath}.`, at }
    }
    stepForm.lastIndex = at
    const match = stepForm.exec(text)
    const start = at + (/^\s*\^?\s*/.exec(text.slice(at))?.[0].length ?? 0)
    if (match === null) {
      const rest = text.slice(start).trim()
      const fault =
        rest === '' ? 'A step is missing at the end of the path' : `${quoted(rest)} is no step of a path`
      return {
        problem: `${fault}: <IRI>, prefix:name or :name, each with or without "^" before it.`,
        at: start,
      }
    }
    const [, caret = '', full, prefix = '', local = '', slash] = match
    const step = full === undefined ? readName(prefix, local, namespaces) : full
    if (typeof step !== 'string') return { ...step, at: start }
    if (!isAbsoluteIri(step)) return { problem: `${quoted(step)} is no absolute IRI.`, at: start }
    steps.push({ predicate: step, inverse: caret === '^' })
    if (slash === undefined) break
  }
  const [first, ...others] = steps
  return first === undefined ? { problem: 'The path is empty.', at: 0 } : [first, ...others]
}

function readName(prefix: string, local: string, namespaces: Namespaces): string | { problem: string } {
  const namespace = namespaces.get(prefix)
  if (namespace === undefined) return { problem: unknownPrefix(prefix, namespaces) }
  if (local === '' || isPlainLocalName(local)) return namespace + local
  return { problem: `${quoted(local)} cannot stand after a prefix; write the whole IRI in < >.` }
}

/** The sentence for a prefix that the database does not have. */
export function unknownPrefix(prefix: string, namespaces: Namespaces): string {
  const near = nearestName(prefix, namespaces.keys())
  return `Unknown prefix ${quoted(prefix)}.${near === undefined ? '' : ` Did you mean "${near}"?`}`
}
