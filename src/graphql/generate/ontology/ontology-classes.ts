import { type ClassExpressions, operandsOf } from '../class-expressions.ts'
import { isBlankKey, type Statements } from '../statements.ts'
import { isLanguageTerm, owl, rdfs, schemaOrgNamespaces } from '../vocabulary.ts'
import type { OntologyDatatypes } from './ontology-datatypes.ts'

/** The classes of an ontology. */
export interface OntologyClasses {
  readonly iris: ReadonlySet<string>
  /** IRIs of direct superclasses; classes that are the same are superclasses of each other. */
  readonly superclasses: (iri: string) => readonly string[]
  /** The nameless expressions that a class is a subclass of, or the same as: restrictions are among them. */
  readonly conditions: (iri: string) => readonly string[]
}

/**
 * The classes that an ontology names: stated ones, and those that it says something of as classes. Terms of the languages themselves
 * (`owl:Thing`, `rdfs:Resource`) are classes only where the ontology states that they are.
 */
export function readClasses(
  statements: Statements,
  expressions: ClassExpressions,
  datatypes: OntologyDatatypes,
): OntologyClasses {
  const iris = new Set<string>()
  const above = new Map<string, Set<string>>()
  const met = new Set<string>()
  const meet = (iri: string): void => {
    if (met.has(iri)) return
    met.add(iri)
    const isStated = classTypes.some((type) => statements.isA(iri, type))
    if (isBlankKey(iri) || datatypes.isDatatype(iri) || (isLanguageTerm(iri) && !isStated)) return
    iris.add(iri)
  }
  for (const subject of statements.subjects()) {
    for (const iri of mentioned(statements, expressions, subject)) meet(iri)
    for (const [below, superclass] of inclusions(statements, subject)) {
      const known = above.get(below)
      if (known === undefined) above.set(below, new Set([superclass]))
      else known.add(superclass)
    }
  }
  for (const [below, superclasses] of above) {
    meet(below)
    for (const superclass of superclasses) meet(superclass)
  }
  return {
    iris,
    superclasses: (iri) => [...(above.get(iri) ?? [])].filter((one) => iris.has(one) && one !== iri).sort(),
    conditions: (iri) => conjuncts(statements, iri).filter(isBlankKey),
  }
}

const classTypes = [rdfs.class, owl.class, owl.deprecatedClass]
/** What only classes and datatypes have. */
const classPredicates = [
  rdfs.subClassOf,
  owl.equivalentClass,
  owl.unionOf,
  owl.disjointUnionOf,
  owl.intersectionOf,
]
const domainPredicates = [
  rdfs.domain,
  ...schemaOrgNamespaces.map((namespace) => `${namespace}domainIncludes`),
]
const rangePredicates = [rdfs.range, ...schemaOrgNamespaces.map((namespace) => `${namespace}rangeIncludes`)]

/** Where the properties stand that an ontology describes. */
export function domainsOf(statements: Statements, property: string): readonly string[] {
  return domainPredicates.flatMap((predicate) => statements.nodes(property, predicate))
}

/** What the values of a property are, by what an ontology says of the property itself. */
export function rangesOf(statements: Statements, property: string): readonly string[] {
  return rangePredicates.flatMap((predicate) => statements.nodes(property, predicate))
}

function* mentioned(
  statements: Statements,
  expressions: ClassExpressions,
  subject: string,
): Generator<string> {
  const isClass =
    classTypes.some((type) => statements.isA(subject, type)) ||
    classPredicates.some((predicate) => statements.nodes(subject, predicate).length > 0)
  if (isClass) yield subject
  for (const domain of domainsOf(statements, subject)) yield* expressions.named(domain)
  if (statements.isA(subject, owl.datatypeProperty)) return
  for (const range of rangesOf(statements, subject)) yield* expressions.named(range)
}

/** Which named class is within which, by what is said of `subject`. */
function* inclusions(statements: Statements, subject: string): Generator<readonly [string, string]> {
  if (isBlankKey(subject)) return
  for (const condition of conjuncts(statements, subject)) {
    if (!isBlankKey(condition)) yield [subject, condition]
  }
  for (const same of statements.nodes(subject, owl.equivalentClass)) {
    if (!isBlankKey(same)) yield [same, subject]
    for (const member of operandsOf(statements, same, isBlankKey(same) ? [owl.unionOf] : [])) {
      if (!isBlankKey(member)) yield [member, subject]
    }
  }
  for (const member of operandsOf(statements, subject, [owl.unionOf, owl.disjointUnionOf])) {
    if (!isBlankKey(member)) yield [member, subject]
  }
}

/** What every member of a class is a member of too: direct superclasses and equal classes, intersections taken apart. */
function conjuncts(statements: Statements, iri: string): readonly string[] {
  const found = new Set<string>()
  const left = [
    ...[rdfs.subClassOf, owl.equivalentClass].flatMap((predicate) => statements.nodes(iri, predicate)),
    ...operandsOf(statements, iri, [owl.intersectionOf]),
  ]
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (found.has(at)) continue
    found.add(at)
    if (!isBlankKey(at)) continue
    for (const operand of operandsOf(statements, at, [owl.intersectionOf])) left.push(operand)
  }
  return [...found].sort()
}
