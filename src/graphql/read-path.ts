import { isAbsoluteIri } from '../rdf/iri.ts'
import { isPlainLocalName } from '../rdf/names.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import type { Path, PathStep } from './schema.ts'

const stepForm = /^\s*(\^?)\s*(?:<([^>]*)>|([^\s<>:/^]*):([^\s<>/^]*))\s*(\/|$)/u

/**
 * Reads the text of `@path`: steps over `<iri>`, `prefix:local` or `:local`, `/` between them, `^` before one that is taken from
 * object to subject. A string is what is wrong with it.
 */
export function readPath(text: string, namespaces: Namespaces): Path | string {
  const steps: PathStep[] = []
  let rest = text
  for (;;) {
    const match = stepForm.exec(rest)
    if (match === null) {
      const here = rest.trim() === '' ? 'at the end' : `at "${rest.trim()}"`
      return `"${text}" is no path: a step <IRI>, prefix:name or :name is missing ${here}.`
    }
    const [whole, caret = '', full, prefix = '', local = '', slash = ''] = match
    const namespace = full === undefined ? namespaces.get(prefix) : ''
    if (namespace === undefined) return unknownPrefix(prefix, `in the path "${text}"`, namespaces)
    if (full === undefined && local !== '' && !isPlainLocalName(local)) {
      return `"${local}" in the path "${text}" is no local name; write the whole IRI in < >.`
    }
    const predicate = namespace + (full ?? local)
    if (!isAbsoluteIri(predicate)) return `"${predicate}" in the path "${text}" is no absolute IRI.`
    steps.push({ predicate, inverse: caret === '^' })
    if (slash === '') break
    rest = rest.slice(whole.length)
  }
  const [first, ...others] = steps
  return first === undefined ? `"${text}" is no path.` : [first, ...others]
}

/** The sentence for a prefix that the database does not have. */
export function unknownPrefix(prefix: string, where: string, namespaces: Namespaces): string {
  const near = nearestName(prefix, namespaces.keys())
  return `Unknown prefix "${prefix}" ${where}.${near === undefined ? '' : ` Did you mean "${near}"?`}`
}
