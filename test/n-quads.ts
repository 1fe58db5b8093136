import type { Quad, Term } from '../src/rdf/term.ts'

const xsdString = 'http://www.w3.org/2001/XMLSchema#string'

/** Quads as N-Quads, a line each. */
export function nQuads(quads: readonly Quad[]): string {
  return quads
    .map(({ subject, predicate, object, graph }) =>
      [subject, predicate, object, ...(graph === null ? [] : [graph])].map(termText).join(' '),
    )
    .map((line) => `${line} .\n`)
    .join('')
}

function termText(term: Term): string {
  if (term.kind === 'iri') return `<${term.value}>`
  if (term.kind === 'blank') return `_:${term.value}`
  const text = `"${term.value.replace(/[\\"\n\r]/g, (one) => escapes.get(one) ?? one)}"`
  if (term.language !== '') return `${text}@${term.language}`
  return term.datatype === xsdString ? text : `${text}^^<${term.datatype}>`
}

const escapes = new Map([
  ['\\', '\\\\'],
  ['"', '\\"'],
  ['\n', '\\n'],
  ['\r', '\\r'],
])
