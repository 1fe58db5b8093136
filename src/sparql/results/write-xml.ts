import { type Term, xsd } from '../../rdf/term.ts'
import { blankLabel } from '../../rdf/term-text.ts'
import { xmlAttribute, xmlText } from '../../rdf/xml-text.ts'
import type { SolutionWriter } from './solution-writer.ts'

const opening =
  '<?xml version="1.0" encoding="UTF-8"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">\n'

/** Writes SPARQL Query Results XML (second edition), one result a line. Characters that XML cannot hold are refused. */
export function createXmlWriter(): SolutionWriter {
  let bindings: readonly string[] = []
  return {
    start(variables) {
      bindings = variables.map((name) => `<binding name="${xmlAttribute(name)}">`)
      const head = variables.map((name) => `<variable name="${xmlAttribute(name)}"/>`)
      return `${opening}<head>${head.join('')}</head>\n<results>\n`
    },
    solution(terms) {
      let text = ''
      for (const [at, term] of terms.entries()) {
        if (term !== null) text += `${bindings[at] ?? ''}${termText(term)}</binding>`
      }
      return `<result>${text}</result>\n`
    },
    end: () => '</results>\n</sparql>\n',
    boolean: (value) => `${opening}<head/>\n<boolean>${value}</boolean>\n</sparql>\n`,
  }
}

/** A term as SPARQL Query Results XML, 2.3.1 has it. */
function termText(term: Term): string {
  switch (term.kind) {
    case 'iri':
      return `<uri>${xmlText(term.value)}</uri>`
    case 'blank':
      return `<bnode>${blankLabel(term)}</bnode>`
    case 'literal': {
      const value = `${xmlText(term.value)}</literal>`
      if (term.language !== '') return `<literal xml:lang="${xmlAttribute(term.language)}">${value}`
      if (term.datatype === xsd.string) return `<literal>${value}`
      return `<literal datatype="${xmlAttribute(term.datatype)}">${value}`
    }
  }
}
