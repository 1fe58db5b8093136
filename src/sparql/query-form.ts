import type { BlankNode, Literal, NamedNode } from '../rdf/term.ts'
import type { Dataset, Operation, SelectQuery, Variable } from './algebra.ts'

/** A query of any form (SPARQL 1.1, section 16). */
export type Query = SelectQuery | AskQuery | ConstructQuery | DescribeQuery

/** Whether there is a solution. */
export interface AskQuery {
  readonly kind: 'ask'
  readonly dataset?: Dataset
  readonly operation: Operation
}

/** What can stand in a template; a blank node is a new node for each solution. */
export type TemplateTerm = Variable | NamedNode | Literal | BlankNode

/** A triple to be made of each solution that makes it a legal one. */
export interface TripleTemplate {
  readonly subject: TemplateTerm
  readonly predicate: TemplateTerm
  readonly object: TemplateTerm
}

/** The graph of a template's triples over all solutions. */
export interface ConstructQuery {
  readonly kind: 'construct'
  readonly template: readonly TripleTemplate[]
  readonly dataset?: Dataset
  readonly operation: Operation
}

/** The concise bounded descriptions of terms: those given, and those that variables are bound to. */
export interface DescribeQuery {
  readonly kind: 'describe'
  readonly terms: readonly (Variable | NamedNode)[]
  readonly dataset?: Dataset
  /** The unit where the query has no pattern. */
  readonly operation: Operation
}
