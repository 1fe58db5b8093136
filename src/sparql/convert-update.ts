import { Types } from '@traqula/algebra-transformations-1-1'
import type {
  GraphRef,
  GraphRefDefault,
  GraphRefSpecific,
  PatternBgp,
  PatternGroup,
  Quads,
  Query,
  TermIri,
  TermVariable,
  UpdateOperation,
  UpdateOperationModify,
} from '@traqula/rules-sparql-1-1'
import { iri, type NamedNode } from '../rdf/term.ts'
import {
  bgp,
  type Dataset,
  join,
  namedGraphs,
  type Operation,
  type PatternTerm,
  type TriplePattern,
  type Variable,
  variable,
} from './algebra.ts'
import type { Source } from './conversion.ts'
import { convertOperation } from './convert.ts'
import { convertDataset } from './convert-query.ts'
import { createTemplates, type Templates } from './convert-template.ts'
import type { TemplateTerm } from './query-form.ts'
import { toAlgebra } from './to-algebra.ts'
import type { GraphTarget, Modify, QuadTemplate, Update } from './update.ts'

/** A syntax tree of an operation of an update, whose names are resolved, as algebra. */
export function convertUpdate(node: UpdateOperation, source: Source): Update {
  switch (node.subType) {
    case 'insertdata':
      return { kind: 'insertData', quads: convertQuads(node.data, null) }
    case 'deletedata':
      return { kind: 'deleteData', quads: convertQuads(node.data, null) }
    case 'deletewhere': {
      const quads = convertQuads(node.data, null)
      return { kind: 'modify', delete: quads, insert: [], using: false, operation: patternOf(quads) }
    }
    case 'modify':
      return convertModify(node, source)
    case 'load':
      return {
        kind: 'load',
        source: node.source.value,
        into: node.destination?.graph.value ?? null,
        silent: node.silent,
      }
    case 'clear':
    case 'drop':
      return { kind: node.subType, target: targetOf(node.destination), silent: node.silent }
    case 'create':
      return { kind: 'create', graph: node.destination.graph.value, silent: node.silent }
    case 'add':
    case 'move':
    case 'copy':
      return {
        kind: node.subType,
        from: graphOf(node.source),
        to: graphOf(node.destination),
        silent: node.silent,
      }
  }
}

/** `WITH` names the graph of templates outside of GRAPH, and of WHERE unless USING says otherwise (SPARQL 1.1 Update, 3.1.3). */
function convertModify(node: UpdateOperationModify, source: Source): Modify {
  const graph = node.graph === undefined ? null : iri(node.graph.value)
  const algebra = toAlgebra({ ...emptyQuery(node), subType: 'ask', datasets: node.from, where: node.where })
  const pattern = algebra.type === Types.FROM ? algebra.input : algebra
  if (pattern.type !== Types.ASK) throw new Error(`The operation "${pattern.type}" in the place of ASK`)
  const using = algebra.type === Types.FROM
  return {
    kind: 'modify',
    delete: convertQuads(node.delete, graph),
    insert: convertQuads(node.insert, graph),
    ...(using ? { dataset: convertDataset(algebra) } : datasetOf(node.graph?.value)),
    using,
    operation: convertOperation(pattern.input, source),
  }
}

function datasetOf(graph: string | undefined): { readonly dataset?: Dataset } {
  return graph === undefined ? {} : { dataset: { default: [graph], named: [namedGraphs] } }
}

/** Templates of quads; those outside of GRAPH are about `graph`. */
function convertQuads(quads: readonly Quads[], graph: QuadTemplate['graph']): readonly QuadTemplate[] {
  const templates = createTemplates()
  return quads.flatMap((part) =>
    part.type === 'graph'
      ? inGraph(templates, part.triples, graphName(part.graph))
      : inGraph(templates, part, graph),
  )
}

function inGraph(
  templates: Templates,
  triples: PatternBgp,
  graph: QuadTemplate['graph'],
): readonly QuadTemplate[] {
  const where = { type: 'pattern', subType: 'group', patterns: [], loc: triples.loc } satisfies PatternGroup
  const algebra = toAlgebra({ ...emptyQuery(triples), subType: 'construct', template: triples, where })
  if (algebra.type !== Types.CONSTRUCT)
    throw new Error(`The operation "${algebra.type}" in the place of CONSTRUCT`)
  return templates.triples(algebra.template).map((triple) => ({ ...triple, graph }))
}

type QueryParts = Pick<Query, 'type' | 'context' | 'solutionModifiers' | 'datasets' | 'loc'>

/** What a query has beside its pattern, where it says none of that. */
function emptyQuery({ loc }: Pick<PatternGroup, 'loc'>): QueryParts {
  return {
    type: 'query',
    context: [],
    solutionModifiers: {},
    datasets: { type: 'datasetClauses', clauses: [], loc },
    loc,
  }
}

/** The pattern that templates are, in `DELETE WHERE` (SPARQL 1.1 Update, 3.1.3.3). */
function patternOf(quads: readonly QuadTemplate[]): Operation {
  return join(
    quads.map(({ graph, ...triple }) => {
      const operand = bgp([
        {
          subject: matched(triple.subject),
          predicate: matchedName(triple.predicate),
          object: matched(triple.object),
        },
      ])
      return graph === null ? operand : { kind: 'graph', name: graph, operand }
    }),
  )
}

function matched(term: TemplateTerm): PatternTerm {
  if (term.kind === 'blank') throw new Error('A blank node in DELETE WHERE')
  return term
}

function matchedName(term: TemplateTerm): TriplePattern['predicate'] {
  const name = matched(term)
  if (name.kind === 'literal') throw new Error('A literal in the place of a predicate')
  return name
}

function targetOf(reference: GraphRef): GraphTarget {
  return reference.subType === 'specific' ? iri(reference.graph.value) : reference.subType
}

function graphOf(reference: GraphRefDefault | GraphRefSpecific): string | null {
  return reference.subType === 'default' ? null : reference.graph.value
}

function graphName(name: TermIri | TermVariable): Variable | NamedNode {
  return name.subType === 'variable' ? variable(name.value) : iri(name.value)
}
