import type { QuadWriter } from './quad-writer.ts'
import { type BlankNode, type NamedNode, type Quad, rdf, sameTerm, type Term, xsd } from './term.ts'
import { blankText, iriText } from './term-text.ts'

/**
 * Writes JSON-LD in expanded document form (JSON-LD 1.1 API, 7.1.2: no context, every name an IRI), one node object for
 * quads of one subject in one graph that follow each other. Lists are not abbreviated: a reader makes the same triples.
 */
export function createJsonLdWriter(): QuadWriter {
  let last: Quad | undefined
  let key = ''
  const keys = new Set<string>()

  return {
    start: () => '[',
    quad(quad) {
      const before = last
      last = quad
      const own = keyOf(quad)
      const value = valueText(quad.object, own)
      const sameGraph = before !== undefined && sameName(before.graph, quad.graph)
      const sameNode = sameGraph && sameTerm(before.subject, quad.subject)
      if (sameNode && key === own) return `,${value}`
      key = own
      // A key can stand in an object but once, and what stood in it must not take memory without end.
      if (sameNode && !keys.has(own) && keys.size < mostKeys) {
        keys.add(own)
        return `],${JSON.stringify(own)}:[${value}`
      }
      keys.clear()
      keys.add(own)
      const node = `{"@id":${idText(quad.subject)},${JSON.stringify(own)}:[${value}`
      if (sameGraph) return `]},\n${node}`
      const opening = quad.graph === null ? '' : `{"@id":${idText(quad.graph)},"@graph":[\n`
      return `${before === undefined ? '\n' : `${ending(before)},\n`}${opening}${node}`
    },
    end: () => `${last === undefined ? '' : `${ending(last)}\n`}]\n`,
  }
}

/** Keys of one node object. */
const mostKeys = 1000

function ending(quad: Quad): string {
  return quad.graph === null ? ']}' : ']}\n]}'
}

function sameName(a: Quad['graph'], b: Quad['graph']): boolean {
  return a === null || b === null ? a === b : sameTerm(a, b)
}

function keyOf({ predicate, object }: Quad): string {
  if (predicate.value === rdf.type && object.kind !== 'literal') return '@type'
  iriText(predicate.value)
  return predicate.value
}

function valueText(object: Term, key: string): string {
  if (object.kind !== 'literal') return key === '@type' ? idText(object) : `{"@id":${idText(object)}}`
  const value = `{"@value":${JSON.stringify(object.value)}`
  if (object.language !== '') return `${value},"@language":${JSON.stringify(object.language)}}`
  if (object.datatype === xsd.string) return `${value}}`
  iriText(object.datatype)
  return `${value},"@type":${JSON.stringify(object.datatype)}}`
}

function idText(node: NamedNode | BlankNode): string {
  if (node.kind === 'blank') return JSON.stringify(blankText(node))
  iriText(node.value)
  return JSON.stringify(node.value)
}
