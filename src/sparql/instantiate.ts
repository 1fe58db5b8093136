import { freshLabelScope } from '../rdf/blank-labels.ts'
import { type BlankNode, blank, type Quad, type Term } from '../rdf/term.ts'
import type { TemplateTerm } from './query-form.ts'
import type { QuadTemplate } from './update.ts'

/** The term that a solution binds a variable to, by the variable's name; `undefined` where unbound. */
export type Solution = (variable: string) => Term | undefined

/** Makes blank nodes that occur nowhere else. */
export type FreshBlankNodes = () => BlankNode

/** A supply of blank nodes whose labels no other supply gives out, nor any document that is loaded. */
export function freshBlankNodes(): FreshBlankNodes {
  const scope = freshLabelScope()
  let number = 0
  return () => blank(`${scope}x${number++}`)
}

/**
 * The quads that templates come to in one solution (SPARQL 1.1, 16.2.1; SPARQL 1.1 Update, 4.1.2): blank nodes of the
 * templates are new nodes, the same throughout the solution. A quad with an unbound variable, or with a term where such
 * cannot stand, is left out.
 */
export function instantiate(
  templates: readonly QuadTemplate[],
  solution: Solution,
  freshBlank: FreshBlankNodes,
): readonly Quad[] {
  const nodes = new Map<string, BlankNode>()
  const termOf = (part: TemplateTerm): Term | undefined => {
    if (part.kind === 'variable') return solution(part.name)
    if (part.kind !== 'blank') return part
    const node = nodes.get(part.value) ?? freshBlank()
    nodes.set(part.value, node)
    return node
  }
  return templates.flatMap((template): readonly Quad[] => {
    const subject = termOf(template.subject)
    const predicate = termOf(template.predicate)
    const object = termOf(template.object)
    const graph = template.graph && termOf(template.graph)
    if (subject === undefined || subject.kind === 'literal' || predicate?.kind !== 'iri') return []
    if (object === undefined || graph === undefined || (graph !== null && graph.kind !== 'iri')) return []
    return [{ subject, predicate, object, graph }]
  })
}
