import { operandsOf } from '../class-expressions.ts'
import { mergeScalars, scalarOfDatatype } from '../datatypes.ts'
import type { ModelScalar } from '../schema-model.ts'
import { isLiteral, type Statements } from '../statements.ts'
import { owl, rdfs, schemaOrgNamespaces } from '../vocabulary.ts'

/** The datatypes of an ontology, its own among them. */
export interface OntologyDatatypes {
  /** Whether an IRI or expression is one of literals. */
  readonly isDatatype: (node: string) => boolean
  /** What its values are shown as; text where nothing is known of them. */
  readonly scalarOf: (datatype: string) => ModelScalar
}

const datatypeTypes = [
  rdfs.datatype,
  owl.dataRange,
  ...schemaOrgNamespaces.map((namespace) => `${namespace}DataType`),
]

/** Reads the {@link OntologyDatatypes} of a graph. */
export function readDatatypes(statements: Statements): OntologyDatatypes {
  const declared = readDeclared(statements)
  const isDatatype = (node: string): boolean =>
    scalarOfDatatype(node) !== undefined ||
    declared.has(node) ||
    statements.nodes(node, owl.onDatatype).length > 0 ||
    literalsOf(statements, node).length > 0
  return { isDatatype, scalarOf: (datatype) => readScalar(statements, datatype) }
}

/** What is stated to be a datatype, and what is a subclass of one. */
function readDeclared(statements: Statements): ReadonlySet<string> {
  const declared = new Set<string>()
  const left: string[] = datatypeTypes.flatMap((type) => statements.subjectsOf(rdfs.type, type))
  for (const subject of statements.subjects()) {
    if (statements.nodes(subject, rdfs.subClassOf).some((above) => scalarOfDatatype(above) !== undefined)) {
      left.push(subject)
    }
  }
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    if (declared.has(at)) continue
    declared.add(at)
    for (const below of statements.subjectsOf(rdfs.subClassOf, at)) left.push(below)
  }
  return declared
}

const mostSteps = 1_000

/** Merges the scalars of all datatypes that a datatype is put together from or derived of. */
function readScalar(statements: Statements, datatype: string): ModelScalar {
  const seen = new Set([datatype])
  const left = [datatype]
  let scalar: ModelScalar | undefined
  const meet = (one: ModelScalar): void => {
    scalar = scalar === undefined ? one : mergeScalars(scalar, one)
  }
  for (let at = left.pop(); at !== undefined && seen.size < mostSteps; at = left.pop()) {
    const known = scalarOfDatatype(at)
    if (known !== undefined) {
      meet(known)
      continue
    }
    for (const { datatype: one } of literalsOf(statements, at)) meet(scalarOfDatatype(one) ?? 'String')
    const bases = [owl.onDatatype, rdfs.subClassOf, owl.equivalentClass].flatMap((predicate) =>
      statements.nodes(at, predicate),
    )
    for (const next of [...bases, ...operandsOf(statements, at, [owl.unionOf, owl.intersectionOf])]) {
      if (seen.has(next)) continue
      seen.add(next)
      left.push(next)
    }
  }
  return scalar ?? 'String'
}

/** The literals that a datatype lists as its values. */
function literalsOf(statements: Statements, datatype: string): readonly { readonly datatype: string }[] {
  return statements
    .nodes(datatype, owl.oneOf)
    .flatMap((head) => statements.list(head) ?? [])
    .filter((term) => isLiteral(term))
}
