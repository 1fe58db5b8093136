import { isBlankKey, type Statements } from '../statements.ts'
import { strongComponents } from '../strong-components.ts'
import { owl, rdfs } from '../vocabulary.ts'
import { domainsOf, rangesOf } from './ontology-classes.ts'

/** What an ontology says of a property, by itself or by what the property is a part of. */
export interface PropertyFacts {
  /** Expressions of the classes whose members have it; empty where nothing says it. */
  readonly domains: readonly string[]
  /** Expressions of what its values are; empty where nothing says it. */
  readonly ranges: readonly string[]
  readonly isFunctional: boolean
  /** Whether its values are stated to be literals, or to be nodes. */
  readonly values: 'literals' | 'nodes' | 'any'
}

/**
 * The properties of an ontology by IRI. A property without a domain or range of its own has that of the property which it is the
 * inverse of, the other way round, or that of the properties which it is a part of: whoever has a value of a subproperty has it of
 * the property too. It is functional where they are.
 */
export function readProperties(statements: Statements): ReadonlyMap<string, PropertyFacts> {
  const nodes = propertyNodes(statements)
  const wholes = (node: string): readonly string[] =>
    [
      ...statements.nodes(node, rdfs.subPropertyOf),
      ...statements.nodes(node, owl.equivalentProperty),
      ...statements.subjectsOf(owl.equivalentProperty, node),
    ].filter((whole) => nodes.has(whole))
  const facts = new Map<string, PropertyFacts>()
  for (const component of strongComponents(nodes, wholes)) {
    const own = component.map((node) => ({ node, facts: ownFacts(statements, node) }))
    const above = [...new Set(component.flatMap(wholes))].flatMap((whole) => facts.get(whole) ?? [])
    const shared = joinFacts(own.map((one) => one.facts))
    const inherited = joinFacts(above)
    for (const { node, facts: one } of own) {
      facts.set(node, {
        domains: firstSaid(one.domains, shared.domains, inherited.domains),
        ranges: firstSaid(one.ranges, shared.ranges, inherited.ranges),
        isFunctional: shared.isFunctional || inherited.isFunctional,
        values: [one, shared, inherited].find(({ values }) => values !== 'any')?.values ?? 'any',
      })
    }
  }
  return new Map([...facts].filter(([node]) => !isBlankKey(node)))
}

/** The properties of an ontology by IRI, by what it says of each itself. */
export function readStatedProperties(statements: Statements): ReadonlyMap<string, PropertyFacts> {
  const iris = [...propertyNodes(statements)].filter((node) => !isBlankKey(node))
  return new Map(iris.map((iri) => [iri, statedFacts(statements, iri)] as const))
}

const propertyTypes = [
  rdfs.property,
  owl.objectProperty,
  owl.datatypeProperty,
  owl.functionalProperty,
  owl.inverseFunctionalProperty,
  owl.symmetricProperty,
]
const amongProperties = [rdfs.subPropertyOf, owl.inverseOf, owl.equivalentProperty]

/** Properties, and the nameless inverses of properties that some are a part of. */
function propertyNodes(statements: Statements): ReadonlySet<string> {
  const nodes = new Set<string>()
  for (const subject of statements.subjects()) {
    const others = amongProperties.flatMap((predicate) => statements.nodes(subject, predicate))
    for (const other of others) nodes.add(other)
    for (const restricted of statements.nodes(subject, owl.onProperty)) nodes.add(restricted)
    if (
      others.length > 0 ||
      domainsOf(statements, subject).length > 0 ||
      rangesOf(statements, subject).length > 0 ||
      propertyTypes.some((type) => statements.isA(subject, type))
    ) {
      nodes.add(subject)
    }
  }
  return nodes
}

function ownFacts(statements: Statements, node: string): PropertyFacts {
  const inverses = [...statements.nodes(node, owl.inverseOf), ...statements.subjectsOf(owl.inverseOf, node)]
  if (statements.isA(node, owl.symmetricProperty)) inverses.push(node)
  const stated = statedFacts(statements, node)
  return {
    domains: firstSaid(
      stated.domains,
      inverses.flatMap((inverse) => rangesOf(statements, inverse)),
    ),
    ranges: firstSaid(
      stated.ranges,
      inverses.flatMap((inverse) => domainsOf(statements, inverse)),
    ),
    isFunctional:
      stated.isFunctional ||
      inverses.some((inverse) => statements.isA(inverse, owl.inverseFunctionalProperty)),
    values: stated.values === 'any' && inverses.length > 0 ? 'nodes' : stated.values,
  }
}

/** What is said of a property itself. */
function statedFacts(statements: Statements, node: string): PropertyFacts {
  const isNodes = nodeProperties.some((type) => statements.isA(node, type))
  return {
    domains: domainsOf(statements, node),
    ranges: rangesOf(statements, node),
    isFunctional: statements.isA(node, owl.functionalProperty),
    values: statements.isA(node, owl.datatypeProperty) ? 'literals' : isNodes ? 'nodes' : 'any',
  }
}

const nodeProperties = [owl.objectProperty, owl.symmetricProperty]

const mostExpressions = 10_000

/** What several say together. */
function joinFacts(all: readonly PropertyFacts[]): PropertyFacts {
  const [only] = all
  if (only !== undefined && all.length === 1) return only
  const join = (lists: readonly (readonly string[])[]): readonly string[] =>
    [...new Set(lists.flat())].slice(0, mostExpressions)
  return {
    domains: join(all.map(({ domains }) => domains)),
    ranges: join(all.map(({ ranges }) => ranges)),
    isFunctional: all.some(({ isFunctional }) => isFunctional),
    values: all.find(({ values }) => values !== 'any')?.values ?? 'any',
  }
}

function firstSaid(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.find(({ length }) => length > 0) ?? []
}
