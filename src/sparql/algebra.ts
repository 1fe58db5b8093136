import type { Literal, NamedNode, Term } from '../rdf/term.ts'
import type { GraphSet } from './graph-access.ts'
import type { PropertyPath } from './property-path.ts'

/**
 * SPARQL 1.1 algebra (SPARQL 1.1 Query Language, section 18) as plain data.
 *
 * Every node has a `kind`; consumers switch over it exhaustively. Blank nodes of query patterns are variables here
 * (the parser names them), so a `BlankNode` never stands in a pattern.
 */

/** A query variable; `name` is without `?`. */
export interface Variable {
  readonly kind: 'variable'
  readonly name: string
}

/** What can stand in a triple pattern. */
export type PatternTerm = Variable | NamedNode | Literal

/** One triple pattern; the graph that it is matched in comes from the `graph` operations around it. */
export interface TriplePattern {
  readonly subject: PatternTerm
  readonly predicate: Variable | NamedNode
  readonly object: PatternTerm
  /** Matches what is stated, not what is inferred, also where the query is asked with reasoning. */
  readonly stated?: true
}

/** A basic graph pattern; with no patterns it has the one empty solution. */
export interface BasicGraphPattern {
  readonly kind: 'bgp'
  readonly patterns: readonly TriplePattern[]
}

/** A property path from one end to the other, of those that no other operation can say: repeated or negated. */
export interface Path {
  readonly kind: 'path'
  readonly subject: PatternTerm
  readonly path: PropertyPath
  readonly object: PatternTerm
}

/** Compatible solutions of all operands, merged. */
export interface Join {
  readonly kind: 'join'
  readonly operands: readonly Operation[]
}

/** `OPTIONAL`: solutions of `left`, extended by those of `right` for which the condition holds, where there are any. */
export interface LeftJoin {
  readonly kind: 'leftJoin'
  readonly left: Operation
  readonly right: Operation
  readonly condition?: Expression
}

/** Solutions of all operands. */
export interface Union {
  readonly kind: 'union'
  readonly operands: readonly Operation[]
}

/** `MINUS`: solutions of `left` that share a variable with no compatible solution of `right`. */
export interface Minus {
  readonly kind: 'minus'
  readonly left: Operation
  readonly right: Operation
}

/** Solutions for which the condition is true; one that errs leaves a solution out. */
export interface Filter {
  readonly kind: 'filter'
  readonly operand: Operation
  readonly condition: Expression
}

/** `BIND`: each solution with a variable bound to the value of an expression; unbound where it errs. */
export interface Extend {
  readonly kind: 'extend'
  readonly operand: Operation
  readonly variable: string
  readonly expression: Expression
}

/**
 * Inline data; a cell of `null` is UNDEF. Rows are as long as `variables`. A blank node is the one with that label, which
 * SPARQL text cannot say.
 */
export interface Values {
  readonly kind: 'values'
  readonly variables: readonly string[]
  readonly rows: readonly (readonly (Term | null)[])[]
}

/** `GRAPH`: the operand, matched in a named graph, or in each of them. */
export interface Graph {
  readonly kind: 'graph'
  readonly name: Variable | NamedNode
  readonly operand: Operation
}

/** `SERVICE`: the solutions of the operand at another endpoint; with `silent` the empty one where that fails. */
export interface Service {
  readonly kind: 'service'
  readonly endpoint: Variable | NamedNode
  readonly silent: boolean
  readonly operand: Operation
}

/** Solutions with these variables only. */
export interface Project {
  readonly kind: 'project'
  readonly operand: Operation
  readonly variables: readonly string[]
}

/** Solutions without repetitions. */
export interface Distinct {
  readonly kind: 'distinct'
  readonly operand: Operation
}

/** One key to order by. */
export interface Comparator {
  readonly expression: Expression
  readonly descending: boolean
}

/** Solutions ordered by the first comparator, among equals by the next. */
export interface OrderBy {
  readonly kind: 'orderBy'
  readonly operand: Operation
  readonly comparators: readonly Comparator[]
}

/** A part of the sequence of solutions. */
export interface Slice {
  readonly kind: 'slice'
  readonly operand: Operation
  readonly offset: number
  /** Absent: no limit. */
  readonly limit?: number
}

/** The aggregates of SPARQL 1.1, section 11. */
export type AggregateFunction = 'count' | 'sum' | 'min' | 'max' | 'avg' | 'sample' | 'groupConcat'

/** A variable bound to an aggregate of each group. */
export interface Aggregate {
  readonly variable: string
  readonly function: AggregateFunction
  readonly distinct: boolean
  /** Absent: `COUNT(*)`. */
  readonly expression?: Expression
  /** Of `groupConcat`. */
  readonly separator?: string
}

/** Grouping by variables (expressions are bound by an `extend` below) with aggregates; no keys is one group of all. */
export interface Group {
  readonly kind: 'group'
  readonly operand: Operation
  readonly keys: readonly string[]
  readonly aggregates: readonly Aggregate[]
}

/** A graph pattern or a solution modifier: what makes a sequence of solutions. */
export type Operation =
  | BasicGraphPattern
  | Path
  | Join
  | LeftJoin
  | Union
  | Minus
  | Filter
  | Extend
  | Values
  | Graph
  | Service
  | Project
  | Distinct
  | OrderBy
  | Slice
  | Group

/** A constant. */
export interface TermExpression {
  readonly kind: 'term'
  readonly term: NamedNode | Literal
}

/**
 * An operator or built-in function of SPARQL 1.1, section 17, by its name in the grammar (`&&`, `=`, `STRLEN`,
 * `COALESCE`). `IRI` has the base of its text, as an IRI, for a second argument where there is one, and `BNODE` of a
 * string what tells the solution from others.
 */
export interface Call {
  readonly kind: 'call'
  readonly operator: Operator
  readonly arguments: readonly Expression[]
}

/** A function called by IRI: the XSD casts. */
export interface FunctionCall {
  readonly kind: 'function'
  readonly iri: string
  readonly arguments: readonly Expression[]
}

/** `EXISTS` and `NOT EXISTS`: whether a pattern has a solution, with the variables of the solution around it put in. */
export interface Exists {
  readonly kind: 'exists'
  readonly negated: boolean
  readonly operand: Operation
}

/** An expression (SPARQL 1.1, section 17). */
export type Expression = Variable | TermExpression | Call | FunctionCall | Exists

/** Operators and built-in functions, spelled as SPARQL spells them; `UMINUS`/`UPLUS` are the unary signs, `NOT IN` one operator. */
export const operators = [
  '||',
  '&&',
  '!',
  '=',
  '!=',
  '<',
  '>',
  '<=',
  '>=',
  '+',
  '-',
  '*',
  '/',
  'UMINUS',
  'UPLUS',
  'IN',
  'NOT IN',
  'BOUND',
  'IF',
  'COALESCE',
  'sameTerm',
  'isIRI',
  'isBlank',
  'isLiteral',
  'isNumeric',
  'STR',
  'LANG',
  'DATATYPE',
  'IRI',
  'BNODE',
  'STRDT',
  'STRLANG',
  'UUID',
  'STRUUID',
  'STRLEN',
  'SUBSTR',
  'UCASE',
  'LCASE',
  'STRSTARTS',
  'STRENDS',
  'CONTAINS',
  'STRBEFORE',
  'STRAFTER',
  'ENCODE_FOR_URI',
  'CONCAT',
  'LANGMATCHES',
  'REGEX',
  'REPLACE',
  'ABS',
  'ROUND',
  'CEIL',
  'FLOOR',
  'RAND',
  'NOW',
  'YEAR',
  'MONTH',
  'DAY',
  'HOURS',
  'MINUTES',
  'SECONDS',
  'TIMEZONE',
  'TZ',
  'MD5',
  'SHA1',
  'SHA256',
  'SHA384',
  'SHA512',
] as const

/** One of {@link operators}. */
export type Operator = (typeof operators)[number]

/** The RDF dataset of a query: graphs merged into its default graph, and graphs that `GRAPH` reaches. */
export interface Dataset {
  readonly default: readonly string[]
  readonly named: readonly string[]
  /**
   * The only graphs that there are to whoever asks: what the dataset names beyond them is empty. SPARQL text does not say it.
   * Absent: all.
   */
  readonly within?: GraphSet
}

/** The name under which a query's scope is the union of all graphs of a database. */
export const allGraphs = 'tag:stardog:api:context:local'

/** Another name of {@link allGraphs}, which clients use. */
export const everyGraph = 'tag:stardog:api:context:all'

/** The name of the default graph, where a graph is given by name. */
export const defaultGraph = 'tag:stardog:api:context:default'

/** The name of all named graphs together, where a dataset is given by names. */
export const namedGraphs = 'tag:stardog:api:context:named'

/** The name of no graph, where a dataset of no graphs is given by names. */
export const noGraphs = 'tag:espalier:context:none'

/** A SELECT query. Without a dataset the default graph is the union of all graphs. */
export interface SelectQuery {
  readonly kind: 'select'
  readonly dataset?: Dataset
  readonly operation: Operation
}

/** The one empty solution, the unit of {@link join}. */
export const unit: BasicGraphPattern = { kind: 'bgp', patterns: [] }

/** The variable `name`, without `?`. */
export function variable(name: string): Variable {
  return { kind: 'variable', name }
}

/** A term as an expression. */
export function term(value: NamedNode | Literal): TermExpression {
  return { kind: 'term', term: value }
}

/** A call of an operator or built-in function. */
export function call(operator: Operator, ...args: readonly Expression[]): Call {
  return { kind: 'call', operator, arguments: args }
}

/** The basic graph pattern of triple patterns. */
export function bgp(patterns: readonly TriplePattern[]): BasicGraphPattern {
  return { kind: 'bgp', patterns }
}

/** Joins operands: nested joins are flattened, adjacent basic graph patterns merged, units dropped; one operand is itself. */
export function join(operands: readonly Operation[]): Operation {
  const flat: Operation[] = []
  for (const operand of operands.flatMap((o) => (o.kind === 'join' ? o.operands : [o]))) {
    const last = flat.at(-1)
    if (operand.kind === 'bgp' && operand.patterns.length === 0) continue
    if (operand.kind === 'bgp' && last?.kind === 'bgp') {
      flat[flat.length - 1] = bgp([...last.patterns, ...operand.patterns])
    } else {
      flat.push(operand)
    }
  }
  const [only] = flat
  if (only === undefined) return unit
  return flat.length === 1 ? only : { kind: 'join', operands: flat }
}

/** The union of operands; one operand is itself. */
export function union(operands: readonly Operation[]): Operation {
  const [only] = operands
  return only !== undefined && operands.length === 1 ? only : { kind: 'union', operands }
}

/** Filters by the conjunction of conditions; none leaves the operand as it is. */
export function filter(operand: Operation, conditions: readonly Expression[]): Operation {
  const [first, ...rest] = conditions
  if (first === undefined) return operand
  return { kind: 'filter', operand, condition: rest.reduce((all, one) => call('&&', all, one), first) }
}
