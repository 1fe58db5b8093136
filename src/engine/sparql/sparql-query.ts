import { ServiceError } from '../../errors.ts'
import { isAbsoluteIri } from '../../rdf/iri.ts'
import type { Literal, NamedNode, Term } from '../../rdf/term.ts'
import { allGraphs, type Dataset, defaultGraph, namedGraphs, type Operation } from '../../sparql/algebra.ts'
import { bindVariables } from '../../sparql/bind-variables.ts'
import { parseQuery } from '../../sparql/parse.ts'
import type { Query } from '../../sparql/query-form.ts'
import type { Database } from '../database.ts'
import type { SparqlRequest } from './sparql-request.ts'

/**
 * The query of a request, with what its parameters say put in.
 *
 * @throws ServiceError `invalidQuery` where the text is no query, `illegalArgument` for parameters that mean nothing
 */
export function readQuery(request: SparqlRequest, database: Database): Query {
  const { query: text, baseIri, bindings = new Map() } = request
  const query = parseQuery(text, {
    namespaces: database.namespaces,
    ...(baseIri === undefined ? {} : { baseIri }),
  })
  const bound = bindVariables(query, boundTerms(bindings))
  const { limit, offset = 0 } = request
  const dataset = datasetOf(request, bound.dataset, database)
  // A boolean has no solutions to leave out.
  const operation = bound.kind === 'ask' ? bound.operation : sliced(bound.operation, offset, limit)
  return { ...bound, dataset, operation }
}

/**
 * The dataset of a query: that of the request, else its own (SPARQL 1.1 Protocol, 2.1.4), else that of the database. Where
 * only graphs of one kind are named, there are none of the other.
 */
function datasetOf(
  { defaultGraphs = [], namedGraphs: named = [] }: SparqlRequest,
  own: Dataset | undefined,
  database: Database,
): Dataset {
  for (const graph of [...defaultGraphs, ...named]) {
    if (isAbsoluteIri(graph)) continue
    throw new ServiceError('illegalArgument', `The graph <${graph}> is not an absolute IRI.`)
  }
  if (defaultGraphs.length + named.length > 0) return { default: defaultGraphs, named }
  return own ?? databaseDataset(database)
}

/** What a query without a dataset is about. */
function databaseDataset({ allGraphs: all }: Database): Dataset {
  return { default: [all === true ? allGraphs : defaultGraph], named: [namedGraphs] }
}

function boundTerms(bindings: ReadonlyMap<string, Term>): ReadonlyMap<string, NamedNode | Literal> {
  const terms = new Map<string, NamedNode | Literal>()
  for (const [name, term] of bindings) {
    if (term.kind === 'blank') {
      throw new ServiceError(
        'illegalArgument',
        `The variable $${name} cannot stand for a blank node, which no query can name.`,
      )
    }
    terms.set(name, term)
  }
  return terms
}

/** A part of the solutions of an operation, which may be a part already. */
function sliced(operation: Operation, offset: number, limit: number | undefined): Operation {
  if (offset === 0 && limit === undefined) return operation
  if (operation.kind !== 'slice') {
    return { kind: 'slice', operand: operation, offset, ...(limit === undefined ? {} : { limit }) }
  }
  const left = operation.limit === undefined ? undefined : Math.max(0, operation.limit - offset)
  const most = limit === undefined || left === undefined ? (limit ?? left) : Math.min(limit, left)
  return {
    kind: 'slice',
    operand: operation.operand,
    offset: operation.offset + offset,
    ...(most === undefined ? {} : { limit: most }),
  }
}
