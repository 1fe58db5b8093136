import { commentPredicates, labelPredicates } from '../../graphql/generate/vocabulary.ts'
import {
  classExpressionPredicates,
  owl,
  rdfs,
  vocabularyPredicates,
  vocabularyTypes,
} from '../../rdf/vocabulary-terms.ts'

/** A vocabulary in which a database says what its data are; `axioms` is what can be inferred by. */
export type Vocabulary = 'owl' | 'shacl' | 'axioms'

/** Graphs that are asked one by one, of an endpoint that has no name for their union. */
export interface GraphsOneByOne {
  /** Whether the default graph is one of them. */
  readonly hasDefault: boolean
  readonly named: 'all' | readonly string[]
}

/** What of a vocabulary is looked for, as prefixed names or IRIs in `<>`. */
interface Terms {
  /** Classes of the vocabulary: what is of one of them is part of it. */
  readonly types: readonly string[]
  /** Predicates of the vocabulary: every triple with one of them is part of it. */
  readonly predicates: readonly string[]
  /** Those of the predicates whose objects can be blank nodes that say more. */
  readonly links: readonly string[]
  /** Those of the predicates whose objects are RDF lists. */
  readonly lists: readonly string[]
  /** Patterns that bind `?s` to what labels and comments are asked of. */
  readonly described: readonly string[]
  /** Patterns that bind `?root`, an IRI, to what a blank node `?n1` belongs to that is the object of nothing. */
  readonly owners: readonly string[]
  /** Predicates by which blank nodes are classes; one triple that says of a node that it is of such a class is part of it. */
  readonly anonymous?: readonly string[]
}

function prefixed(prefix: string, names: string): readonly string[] {
  return names
    .trim()
    .split(/\s+/)
    .map((name) => `${prefix}:${name}`)
}

const classTypes = ['rdfs:Class', 'owl:Class']

const owlTypes = [
  ...classTypes,
  'rdf:Property',
  'rdfs:Datatype',
  'schema:DataType',
  'so:DataType',
  ...prefixed(
    'owl',
    `Restriction DataRange DeprecatedClass DeprecatedProperty ObjectProperty DatatypeProperty AnnotationProperty
     FunctionalProperty InverseFunctionalProperty SymmetricProperty`,
  ),
]

const ofOntology = [
  ...prefixed('rdfs', 'subClassOf subPropertyOf domain range'),
  ...prefixed('schema', 'domainIncludes rangeIncludes supersededBy'),
  ...prefixed('so', 'domainIncludes rangeIncludes supersededBy'),
]

const owlLists = prefixed('owl', 'unionOf intersectionOf oneOf disjointUnionOf withRestrictions')

const owlLinks = [
  ...ofOntology,
  ...owlLists,
  ...prefixed(
    'owl',
    `allValuesFrom complementOf datatypeComplementOf equivalentClass inverseOf onClass onDataRange onProperty
     someValuesFrom`,
  ),
]

/** Lists whose members can be lists: sequences of paths hold sequences. */
const pathLists = prefixed('sh', 'path alternativePath inversePath')

const shapeLists = [...prefixed('sh', 'in or xone and'), ...pathLists]

const shapeLinks = [
  ...shapeLists,
  ...prefixed(
    'sh',
    'property zeroOrMorePath oneOrMorePath zeroOrOnePath node not target qualifiedValueShape',
  ),
]

const shapeTypes = ['sh:NodeShape', 'sh:PropertyShape']

const inBrackets = (iri: string): string => `<${iri}>`

const axiomLists = [
  owl.propertyChainAxiom,
  owl.hasKey,
  owl.intersectionOf,
  owl.unionOf,
  owl.disjointUnionOf,
  owl.oneOf,
  owl.onProperties,
].map(inBrackets)

/** What can state an axiom of a blank node that nothing leads to. */
const axiomPredicates = [
  rdfs.subClassOf,
  rdfs.subPropertyOf,
  rdfs.domain,
  rdfs.range,
  owl.equivalentClass,
  owl.equivalentProperty,
].map(inBrackets)

const axiomLinks = [
  ...axiomPredicates,
  ...axiomLists,
  ...[
    owl.inverseOf,
    owl.complementOf,
    owl.datatypeComplementOf,
    owl.onProperty,
    owl.onClass,
    owl.onDataRange,
    owl.someValuesFrom,
    owl.allValuesFrom,
  ].map(inBrackets),
]

const terms: Readonly<Record<Vocabulary, Terms>> = {
  axioms: {
    types: [...vocabularyTypes].map(inBrackets),
    predicates: [...vocabularyPredicates]
      .filter((iri) => iri !== rdfs.first && iri !== rdfs.rest)
      .map(inBrackets),
    links: axiomLinks,
    lists: axiomLists,
    described: [],
    owners: axiomPredicates.map((predicate) => `?n1 ${predicate} ?root`),
    anonymous: [...classExpressionPredicates].map(inBrackets),
  },
  owl: {
    types: owlTypes,
    predicates: [
      ...owlLinks,
      ...prefixed(
        'owl',
        `cardinality deprecated equivalentProperty hasValue maxCardinality maxQualifiedCardinality minCardinality
         minQualifiedCardinality onDatatype qualifiedCardinality`,
      ),
    ],
    links: owlLinks,
    lists: owlLists,
    described: [
      ...owlTypes.map((type) => `?s a ${type}`),
      ...[...ofOntology, 'owl:equivalentClass'].map((name) => `?s ${name} ?is`),
    ],
    owners: [],
  },
  shacl: {
    types: [...classTypes, ...shapeTypes],
    predicates: [
      'rdfs:subClassOf',
      'owl:deprecated',
      ...shapeLinks,
      ...prefixed(
        'sh',
        `datatype class nodeKind minCount maxCount hasValue defaultValue name description order deactivated closed
         targetClass targetNode targetSubjectsOf targetObjectsOf qualifiedMinCount qualifiedMaxCount`,
      ),
    ],
    links: shapeLinks,
    lists: shapeLists,
    described: [
      ...[...classTypes, ...shapeTypes].map((type) => `?s a ${type}`),
      '?is sh:targetClass ?s',
      '?s sh:targetClass ?is',
      '?is sh:node ?s',
      '?is sh:property ?s',
      '?is sh:path ?s',
    ],
    owners: ['?n1 sh:targetClass ?root'],
  },
}

/** The triples `?s ?p ?o` of a vocabulary, without the members of lists; each pattern names its predicate. */
function triples({ types, predicates }: Terms): string {
  return alternatives([
    ...predicates.map((name) => `?s ${name} ?o BIND(${name} AS ?p)`),
    ...types.map((type) => `?s a ${type} BIND(rdf:type AS ?p) BIND(${type} AS ?o)`),
  ])
}

/**
 * The triples `?s ?p ?o` that lists of a vocabulary consist of, and those of no other list. Each pattern begins with its
 * list: an engine that finds the members of all lists first takes a time that grows with the square of their length.
 */
function members({ lists }: Terms): string {
  return alternatives(
    lists.flatMap((name) =>
      ['rdf:first', 'rdf:rest'].map(
        (of) => `?has ${name} ?list . ?list ${placesOf(name)} ?s . ?s ${of} ?o BIND(${of} AS ?p)`,
      ),
    ),
  )
}

/**
 * The first node of each class that is a blank node: it may have thousands. Of graphs one by one it is all of them: not every
 * engine holds a subselect to the graph that `GRAPH` around it names.
 */
function membersOfBlank({ anonymous }: Terms, oneByOne: GraphsOneByOne | undefined): readonly string[] {
  if (anonymous === undefined) return []
  const classes = `?o ${anonymous.join('|')} ?any FILTER(isBlank(?o))`
  const first = `{ SELECT (MIN(?x) AS ?s) ?o { ${classes} ?x a ?o } GROUP BY ?o }`
  return [`${oneByOne === undefined ? first : `${classes} ?s a ?o`} BIND(rdf:type AS ?p)`]
}

/** The way from the head of a list to its places, those of lists within it too where it can have some. */
function placesOf(list: string): string {
  return pathLists.includes(list) ? '(rdf:rest|rdf:first)*' : 'rdf:rest*'
}

/** All triples of a vocabulary, but for labels: blank nodes are the same in one answer only. */
export function wholeQuery(vocabulary: Vocabulary, oneByOne: GraphsOneByOne | undefined): string {
  const asked = terms[vocabulary]
  const all = alternatives([triples(asked), members(asked), ...membersOfBlank(asked, oneByOne)])
  return `SELECT ?s ?p ?o { ${everywhere(all, oneByOne)} }`
}

/** The triples of a vocabulary without blank nodes, by their subjects `?s`. */
export function namedQuery(vocabulary: Vocabulary): string {
  return `SELECT ?s ?p ?o { ${triples(terms[vocabulary])} FILTER(isIRI(?s) && !isBlank(?o)) }`
}

/** Labels and comments of what the triples of a vocabulary are about, by their subjects `?s`; absent: nobody asks for them. */
export function labelQuery(vocabulary: Vocabulary): string | undefined {
  const { described } = terms[vocabulary]
  if (described.length === 0) return undefined
  const said = [...labelPredicates, ...commentPredicates].map((iri) => `?s <${iri}> ?o BIND(<${iri}> AS ?p)`)
  return `SELECT ?s ?p ?o {
    { SELECT DISTINCT ?s { ${alternatives(described)} FILTER(isIRI(?s)) } }
    ${alternatives(said)}
  }`
}

/** Blank nodes that are followed from an IRI: each step is a predicate, or a place in the list that it leads to. */
const deepest = 8

/**
 * The triples of a vocabulary with blank nodes, by the IRIs `?root` that lead to these: those of one IRI say all of the blank
 * nodes that it leads to, whatever these are called in another answer.
 */
export function blankQuery(vocabulary: Vocabulary, oneByOne: GraphsOneByOne | undefined): string {
  const { links, owners } = terms[vocabulary]
  const step = `(${[...links, 'rdf:first'].join('|')})/rdf:rest*`
  const begin = alternatives([`?root ${step} ?n1`, ...owners])
  const levels = Array.from({ length: deepest }, (_, depth) => {
    const steps = Array.from({ length: depth }, (_, at) => `?n${at + 1} ${step} ?n${at + 2}`)
    const nodes = Array.from({ length: depth + 1 }, (_, at) => `isBlank(?n${at + 1})`)
    const last = `?n${depth + 1}`
    return `${[begin, ...steps, `${last} ?p ?o`].join(' . ')} FILTER(isIRI(?root) && ${nodes.join(' && ')}) BIND(${last} AS ?s)`
  })
  const direct = `?root ?p ?o FILTER(isIRI(?root) && isBlank(?o) && ?p IN (${links.join(', ')})) BIND(?root AS ?s)`
  return `SELECT ?root ?s ?p ?o { ${everywhere(alternatives([direct, ...levels]), oneByOne)} }`
}

/** A pattern, where there is no union of graphs for paths: in the default graph, and in each of the others by itself. */
function everywhere(pattern: string, oneByOne: GraphsOneByOne | undefined): string {
  if (oneByOne === undefined) return pattern
  const { hasDefault, named } = oneByOne
  const chosen = named === 'all' ? '' : `VALUES ?graph { ${named.map(inBrackets).join(' ')} } `
  const inNamed = `${chosen}GRAPH ?graph { ${pattern} }`
  return alternatives([...(hasDefault ? [pattern] : []), inNamed])
}

function alternatives(patterns: readonly string[]): string {
  return patterns.map((pattern) => `{ ${pattern} }`).join(' UNION ')
}
