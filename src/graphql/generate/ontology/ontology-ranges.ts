import type { ClassExpressions } from '../class-expressions.ts'
import { mergeScalars } from '../datatypes.ts'
import type { ModelScalar, RangeModel } from '../schema-model.ts'
import { isBlankKey } from '../statements.ts'
import { owl, rdfs } from '../vocabulary.ts'
import type { OntologyClasses } from './ontology-classes.ts'
import type { OntologyDatatypes } from './ontology-datatypes.ts'
import type { PropertyFacts } from './ontology-properties.ts'

/** What reads the expressions of an ontology. */
export interface OntologyReading {
  readonly expressions: ClassExpressions
  readonly datatypes: OntologyDatatypes
  readonly classes: OntologyClasses
}

/**
 * What the values of a property are, by expressions of which users mean any: a class, several, or a scalar. Nodes come before
 * literals, since only of them can fields be selected; what says only that there is something says nothing.
 */
export function rangeOfExpressions(
  expressions: readonly string[],
  values: PropertyFacts['values'],
  reading: OntologyReading,
): RangeModel {
  const classes = new Set<string>()
  const datatypes = new Set<string>()
  for (const name of expressions.flatMap((expression) => namesOf(expression, reading))) {
    if (reading.datatypes.isDatatype(name)) datatypes.add(name)
    else if (values !== 'literals' && reading.classes.iris.has(name)) classes.add(name)
  }
  const [first, ...others] = [...classes].sort()
  if (first !== undefined) {
    return others.length === 0
      ? { kind: 'class', iri: first }
      : { kind: 'union', classes: [first, ...others] }
  }
  if (datatypes.size > 1) datatypes.delete(rdfs.literal)
  const scalars = [...datatypes].map((datatype) => reading.datatypes.scalarOf(datatype))
  return { kind: 'scalar', scalar: mergeAll(scalars) ?? scalarOfNothing(expressions, values) }
}

function mergeAll(scalars: readonly ModelScalar[]): ModelScalar | undefined {
  const [first, ...others] = scalars
  return first === undefined ? undefined : others.reduce(mergeScalars, first)
}

/** Where no class or datatype is named: IRIs where there are nodes, or where there is something else than literals. */
function scalarOfNothing(expressions: readonly string[], values: PropertyFacts['values']): ModelScalar {
  if (values === 'literals') return 'String'
  return values === 'nodes' || expressions.length > 0 ? 'ID' : 'String'
}

/** Names in an expression; of a datatype without a name the datatype itself. */
function namesOf(expression: string, { expressions, datatypes }: OntologyReading): readonly string[] {
  if (isBlankKey(expression) && datatypes.isDatatype(expression)) return [expression]
  return expressions.named(expression)
}

/** Whether an IRI is the class of everything. */
export function isTopClass(iri: string): boolean {
  return iri === owl.thing || iri === rdfs.resource
}
