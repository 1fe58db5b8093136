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
  UpdateOperationCreate,
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
  variable,
} from './algebra.ts'
import { severalGraphs } from './changed-graph.ts'
import type { Source } from './conversion.ts'
import { convertOperation } from './convert.ts'
import { convertDataset } from './convert-query.ts'
import { createTemplates, type Templates } from './convert-template.ts'
import { graphKeyword } from './graph-keyword.ts'
import type { TemplateTerm } from './query-form.ts'
import type { Refuse } from './refuse.ts'
import { toAlgebra } from './to-algebra.ts'
import type { GraphTarget, Modify, QuadTemplate, Update } from './update.ts'

/**
 * A syntax tree of an operation of an update, whose names are resolved, as algebra.
 *
 * @throws ServiceError `invalidQuery` where a name of several graphs stands in the place of one that is changed
 */
export function convertUpdate(node: UpdateOperation, source: Source, refuse: Refuse): Update {
  const changed = (name: TermIri): NamedNode | null => changedName(name, refuse)
  const nameOf = (reference: GraphRefDefault | GraphRefSpecific): string | null =>
    reference.subType === 'default' ? null : (changed(reference.graph)?.value ?? null)
  switch (node.subType) {
    case 'insertdata':
      return { kind: 'insertData', quads: convertQuads(node.data, null, changed) }
    case 'deletedata':
      return { kind: 'deleteData', quads: convertQuads(node.data, null, changed) }
    case 'deletewhere': {
      const operation = patternOf(convertQuads(node.data, null, ({ value }) => iri(value)))
      return {
        kind: 'modify',
        delete: convertQuads(node.data, null, changed),
        insert: [],
        using: false,
        operation,
      }
    }
    case 'modify':
      return convertModify(node, source, changed)
    case 'load':
      return {
        kind: 'load',
        source: node.source.value,
        into: node.destination === undefined ? null : nameOf(node.destination),
        silent: node.silent,
      }
    case 'clear':
    case 'drop':
      return { kind: node.subType, target: targetOf(node.destination), silent: node.silent }
    case 'create':
      return { kind: 'create', graph: createdName(node, changed, refuse), silent: node.silent }
    case 'add':
    case 'move':
    case 'copy':
      return {
        kind: node.subType,
        from: nameOf(node.source),
        to: nameOf(node.destination),
        silent: node.silent,
      }
  }
}

/** `WITH` names the graph of templates outside of GRAPH, and of WHERE unless USING says otherwise (SPARQL 1.1 Update, 3.1.3). */
function convertModify(node: UpdateOperationModify, source: Source, changed: GraphName): Modify {
  const graph = node.graph === undefined ? null : changed(node.graph)
  const algebra = toAlgebra({ ...emptyQuery(node), subType: 'ask', datasets: node.from, where: node.where })
  const pattern = algebra.type === Types.FROM ? algebra.input : algebra
  if (pattern.type !== Types.ASK) throw new Error(`The operation "${pattern.type}" in the place of ASK`)
  const using = algebra.type === Types.FROM
  return {
    kind: 'modify',
    delete: convertQuads(node.delete, graph, changed),
    insert: convertQuads(node.insert, graph, changed),
    ...(using ? { dataset: convertDataset(algebra) } : datasetOf(node.graph?.value)),
    using,
    operation: convertOperation(pattern.input, source),
  }
}

function datasetOf(graph: string | undefined): { readonly dataset?: Dataset } {
  return graph === undefined ? {} : { dataset: { default: [graph], named: [namedGraphs] } }
}

/** What the name of a graph stands for; `null` is the default graph. */
type GraphName = (name: TermIri) => NamedNode | null

/** The graph that a name stands for where it is changed, or taken from. */
function changedName(name: TermIri, refuse: Refuse): NamedNode | null {
  switch (graphKeyword(name.value)) {
    case undefined:
      return iri(name.value)
    case 'default':
      return null
    case 'named':
    case 'all':
      throw refuse(name, severalGraphs(name.value))
  }
}

/** The name of a graph that is created; the default one is there always, and only passed over with SILENT. */
function createdName(
  { destination: { graph }, silent }: UpdateOperationCreate,
  changed: GraphName,
  refuse: Refuse,
): string {
  if (changed(graph) === null && !silent)
    throw refuse(graph, 'The default graph is always there: it cannot be created.')
  return graph.value
}

/** Templates of quads; those outside of GRAPH are about `graph`. */
function convertQuads(
  quads: readonly Quads[],
  graph: QuadTemplate['graph'],
  nameOf: GraphName,
): readonly QuadTemplate[] {
  const templates = createTemplates()
  return quads.flatMap((part) =>
    part.type === 'graph'
      ? inGraph(templates, part.triples, graphName(part.graph, nameOf))
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
  if (reference.subType !== 'specific') return reference.subType
  const { value } = reference.graph
  return graphKeyword(value) ?? iri(value)
}

function graphName(name: TermIri | TermVariable, nameOf: GraphName): QuadTemplate['graph'] {
  return name.subType === 'variable' ? variable(name.value) : nameOf(name)
}
