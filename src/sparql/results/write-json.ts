import { type Term, xsd } from '../../rdf/term.ts'
import { blankLabel } from '../../rdf/term-text.ts'
import type { SolutionWriter } from './solution-writer.ts'

/** Writes SPARQL 1.1 Query Results JSON, without white space. */
export function createJsonWriter(): SolutionWriter {
  let keys: readonly string[] = []
  return {
    start(variables) {
      keys = variables.map((name) => `${JSON.stringify(name)}:`)
      return `{"head":{"vars":${JSON.stringify(variables)}},"results":{"bindings":[`
    },
    solution(terms, first) {
      let text = ''
      for (const [at, term] of terms.entries()) {
        if (term === null) continue
        if (text !== '') text += ','
        text += (keys[at] ?? '') + termText(term)
      }
      return `${first ? '' : ','}{${text}}`
    },
    end: () => ']}}',
    boolean: (value) => `{"head":{},"boolean":${value}}`,
  }
}

/** A term as SPARQL 1.1 Query Results JSON, 3.2.2 has it. */
function termText(term: Term): string {
  switch (term.kind) {
    case 'iri':
      return `{"type":"uri","value":${JSON.stringify(term.value)}}`
    case 'blank':
      return `{"type":"bnode","value":${JSON.stringify(blankLabel(term))}}`
    case 'literal': {
      const value = `{"type":"literal","value":${JSON.stringify(term.value)}`
      if (term.language !== '') return `${value},"xml:lang":${JSON.stringify(term.language)}}`
      return term.datatype === xsd.string
        ? `${value}}`
        : `${value},"datatype":${JSON.stringify(term.datatype)}}`
    }
  }
}
