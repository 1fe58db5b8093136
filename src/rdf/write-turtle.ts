import { createIriNamer, usableNamespaces } from './iri-namer.ts'
import type { Namespaces } from './namespaces.ts'
import type { QuadWriter } from './quad-writer.ts'
import { type Quad, rdf, sameTerm, type Term } from './term.ts'
import { blankText, isBare, literalText } from './term-text.ts'

/**
 * Writes TriG, or Turtle where `graphs` is false (RDF 1.1 TriG and Turtle). Quads that follow each other in the same
 * graph, with the same subject or predicate, are written together; every namespace is declared at the beginning.
 */
export function createTurtleWriter(namespaces: Namespaces, graphs: boolean): QuadWriter {
  const name = createIriNamer(namespaces)
  let last: Quad | undefined

  function termText(term: Term): string {
    if (term.kind === 'iri') return name(term.value)
    if (term.kind === 'blank') return blankText(term)
    return isBare(term) ? term.value : literalText(term, name)
  }

  function wholeTriple({ subject, predicate, object }: Quad): string {
    return `${termText(subject)} ${predicateText(predicate.value)} ${termText(object)}`
  }

  function predicateText(value: string): string {
    return value === rdf.type ? 'a' : name(value)
  }

  return {
    start() {
      const declarations = usableNamespaces(namespaces)
        .map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`)
        .join('')
      return declarations === '' ? '' : `${declarations}\n`
    },
    quad(quad) {
      const before = last
      const graph = graphs ? quad.graph : null
      const indent = graph === null ? '' : '  '
      const first = before === undefined || (graphs && !sameGraph(before.graph, graph))
      if (!first && sameTerm(before.subject, quad.subject)) {
        const object = termText(quad.object)
        const text =
          before.predicate.value === quad.predicate.value
            ? `, ${object}`
            : ` ;\n${indent}  ${predicateText(quad.predicate.value)} ${object}`
        last = quad
        return text
      }
      const opening = first && graph !== null ? `${termText(graph)} {\n` : ''
      const text = `${first ? ending(before) : ' .\n'}${opening}${indent}${wholeTriple(quad)}`
      last = quad
      return text
    },
    end: () => ending(last),
  }

  function ending(quad: Quad | undefined): string {
    if (quad === undefined) return ''
    return graphs && quad.graph !== null ? ' .\n}\n' : ' .\n'
  }
}

function sameGraph(a: Quad['graph'], b: Quad['graph']): boolean {
  return a === null || b === null ? a === b : sameTerm(a, b)
}
