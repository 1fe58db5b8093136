import type { TemplateTerm, TripleTemplate } from './query-form.ts'
import type { QuadTemplate } from './update.ts'
import type { Writer } from './writer.ts'

/** Writes triples of a template in braces. */
export function writeTriples(writer: Writer, triples: readonly TripleTemplate[]): void {
  writer.syntax('{\n')
  for (const triple of triples) writeTriple(writer, triple)
  writer.syntax('}')
}

/** Writes quads of a template in braces; those that follow each other in one graph share its GRAPH. */
export function writeQuads(writer: Writer, quads: readonly QuadTemplate[]): void {
  writer.syntax('{\n')
  let graph: QuadTemplate['graph'] = null
  for (const quad of quads) {
    if (!sameGraph(graph, quad.graph)) {
      if (graph !== null) writer.syntax('}\n')
      graph = quad.graph
      if (graph !== null) {
        writer.syntax('GRAPH ')
        writeTerm(writer, graph)
        writer.syntax(' {\n')
      }
    }
    writeTriple(writer, quad)
  }
  if (graph !== null) writer.syntax('}\n')
  writer.syntax('}')
}

function sameGraph(one: QuadTemplate['graph'], other: QuadTemplate['graph']): boolean {
  return one?.kind === other?.kind && nameOf(one) === nameOf(other)
}

function nameOf(graph: QuadTemplate['graph']): string | undefined {
  return graph?.kind === 'variable' ? graph.name : graph?.value
}

function writeTriple(writer: Writer, { subject, predicate, object }: TripleTemplate): void {
  if (predicate.kind === 'blank' || predicate.kind === 'literal') {
    throw new Error(`A ${predicate.kind} node in the place of a predicate`)
  }
  for (const part of [subject, predicate, object]) {
    writeTerm(writer, part)
    writer.syntax(' ')
  }
  writer.syntax('.\n')
}

function writeTerm(writer: Writer, term: TemplateTerm): void {
  switch (term.kind) {
    case 'variable':
      writer.variable(term.name)
      return
    case 'blank':
      writer.blank(term)
      return
    case 'iri':
    case 'literal':
      writer.term(term)
  }
}
