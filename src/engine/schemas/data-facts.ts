import { ServiceError } from '../../errors.ts'
import { rdf, type Term } from '../../rdf/term.ts'
import type { Dataset } from '../../sparql/algebra.ts'
import type { Database } from '../database.ts'
import type { OpenStore } from '../open-store.ts'
import { dataQueries } from './data-queries.ts'
import { queryRows, type TermRow } from './query-rows.ts'

/** What the data of a database say of its classes: counts, each of what there is and not of what there may be. */
export interface DataFacts {
  /** By IRI. */
  readonly classes: ReadonlyMap<string, ClassFacts>
  /** Nodes with properties that are of no class. */
  readonly classless: number
}

/** What is known of the nodes of a class. A node of several classes is counted in each. */
export interface ClassFacts {
  readonly nodes: number
  /** By IRI, without `rdf:type`. */
  readonly properties: ReadonlyMap<string, PropertyFacts>
}

/** What is known of a property of the nodes of a class. */
export interface PropertyFacts {
  /** Nodes that have a value. */
  readonly nodes: number
  /** Values of all nodes; as many as `nodes` where no node has two. */
  readonly values: number
  /** Values that are literals, by datatype. */
  readonly datatypes: ReadonlyMap<string, number>
  /** Values that are of a class, by its IRI; one of several classes is counted in each. */
  readonly classes: ReadonlyMap<string, number>
  /** Values that are nodes without a class. */
  readonly classless: number
  /** Values that are numbers beyond 32 bits. */
  readonly large: number
}

/** Classes of which a schema is made at most: one of more would not be read by anybody. */
export const mostClasses = 10_000

/** Counts of one database at most, of properties, datatypes and ranges: they are held together. */
const mostCounts = 1_000_000

/**
 * Counts what the nodes of each class have, in the graphs that GraphQL queries ask: by a few queries that each pass over
 * the data once, however many classes and properties there are.
 *
 * @throws ServiceError `limitExceeded` for more than {@link mostClasses} classes, or more than a million counts
 */
export async function readDataFacts(
  open: OpenStore,
  database: Database,
  signal: AbortSignal | undefined,
): Promise<DataFacts> {
  const { graphqlGraphs } = database
  const dataset: Dataset | undefined = graphqlGraphs && { default: graphqlGraphs, named: [] }
  // An endpoint may show a triple as often as there are graphs that have it.
  const queries = dataQueries(database.kind !== 'remote' || database.endpoint.union === 'graphs')
  let counts = 0
  async function* ask(sparql: string, node?: string): AsyncGenerator<TermRow> {
    const query = { sparql, ...(dataset && { dataset }), ...(node && { node }) }
    for await (const row of queryRows(open, database, query, signal)) {
      counts += 1
      if (counts > mostCounts) throw tooManyCounts()
      yield row
    }
  }

  const classes = new Map<string, MutableClass>()
  for await (const [type, count] of ask(queries.classes, 'class')) {
    classes.set(iriOf(type), { nodes: countOf(count), properties: new Map() })
    if (classes.size > mostClasses) throw tooManyClasses()
  }
  const propertyOf = (type: Term | undefined, property: Term | undefined): MutableProperty | undefined =>
    classes.get(iriOf(type))?.properties.get(iriOf(property))

  for await (const [type, property, nodes, values] of ask(queries.properties, 'class')) {
    classes.get(iriOf(type))?.properties.set(iriOf(property), {
      nodes: countOf(nodes),
      values: countOf(values),
      datatypes: new Map(),
      classes: new Map(),
      classless: 0,
      large: 0,
    })
  }
  for await (const [type, property, datatype, values] of ask(queries.datatypes, 'class')) {
    // An engine that has no datatype for a text with a language has none for it.
    const name = datatype === undefined ? rdf.langString : iriOf(datatype)
    propertyOf(type, property)?.datatypes.set(name, countOf(values))
  }
  for await (const [type, property, range, values] of ask(queries.ranges, 'class'))
    propertyOf(type, property)?.classes.set(iriOf(range), countOf(values))
  for await (const [type, property, values] of ask(queries.classlessValues, 'class')) {
    const known = propertyOf(type, property)
    if (known !== undefined) known.classless = countOf(values)
  }
  for await (const [type, property, values] of ask(queries.largeValues, 'class')) {
    const known = propertyOf(type, property)
    if (known !== undefined) known.large = countOf(values)
  }
  let classless = 0
  for await (const [nodes] of ask(queries.classless)) classless = countOf(nodes)
  return { classes, classless }
}

interface MutableClass extends ClassFacts {
  readonly properties: Map<string, MutableProperty>
}

interface MutableProperty extends PropertyFacts {
  readonly datatypes: Map<string, number>
  readonly classes: Map<string, number>
  classless: number
  large: number
}

function iriOf(term: Term | undefined): string {
  if (term?.kind === 'iri') return term.value
  throw new Error('A store gives something else for an IRI.')
}

function countOf(term: Term | undefined): number {
  const count = term?.kind === 'literal' ? Number(term.value) : Number.NaN
  if (Number.isSafeInteger(count)) return count
  throw new Error('A store gives something else for a count.')
}

function tooManyClasses(): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `The nodes of the data are of more than ${mostClasses.toLocaleString('en')} classes, and a schema is made of that many at most. Write the schema for those that matter.`,
  )
}

function tooManyCounts(): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `The classes of the data have too many different properties for a schema: there are more than ${mostCounts.toLocaleString('en')} kinds of values. Write the schema for those that matter.`,
  )
}
