import { isIriReference, isPlainLocalName, isPrefix } from './names.ts'
import type { Namespaces } from './namespaces.ts'
import type { QuadWriter } from './quad-writer.ts'
import { type Quad, rdf, sameTerm, type Term } from './term.ts'
import { blankText, iriText, isBare, literalText } from './term-text.ts'

/**
 * Writes TriG, or Turtle where `graphs` is false (RDF 1.1 TriG and Turtle). Quads that follow each other in the same
 * graph, with the same subject or predicate, are written together; every namespace is declared at the beginning.
 */
export function createTurtleWriter(namespaces: Namespaces, graphs: boolean): QuadWriter {
  const usable = [...namespaces].filter(
    ([prefix, namespace]) => isPrefix(prefix) && namespace !== '' && isIriReference(namespace),
  )
  const name = createIriNamer(usable)
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
      const declarations = usable
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

/** IRIs that are remembered with their names: graphs have few predicates, types and datatypes. */
const rememberedNames = 10_000

/** What writes IRIs as prefixed names, of several the one with the longest namespace, or else between `<` and `>`. */
function createIriNamer(
  namespaces: readonly (readonly [prefix: string, namespace: string])[],
): (iri: string) => string {
  const byLength = namespaces.toSorted(([, a], [, b]) => b.length - a.length)
  const known = new Map<string, string>()
  return (iri) => {
    const remembered = known.get(iri)
    if (remembered !== undefined) return remembered
    const text = nameOf(iri)
    if (known.size >= rememberedNames) known.clear()
    known.set(iri, text)
    return text
  }

  function nameOf(iri: string): string {
    for (const [prefix, namespace] of byLength) {
      if (!iri.startsWith(namespace)) continue
      const local = iri.slice(namespace.length)
      if (isPlainLocalName(local)) return `${prefix}:${local}`
    }
    return iriText(iri)
  }
}
