import { type Path, propertyPath } from '../graphql/schema.ts'
import { iri, rdf } from '../rdf/term.ts'
import {
  bgp,
  type Expression,
  filter,
  type PatternTerm,
  type TriplePattern,
  term,
  variable,
} from '../sparql/algebra.ts'
import type { Names } from './names.ts'

/** The way from a node to the classes that it is stated to be of. */
export const typePath: Path = propertyPath(rdf.type)

/** The triple pattern `node rdf:type type`. */
export function typePattern(node: string, type: PatternTerm): TriplePattern {
  return { subject: variable(node), predicate: iri(rdf.type), object: type }
}

/** That a node is of any of some classes. */
export function isOfTypes(node: string, types: readonly string[], names: Names): Expression {
  const type = variable(names.helper())
  const members = types.map((one) => term(iri(one)))
  const isOne: Expression = { kind: 'call', operator: 'IN', arguments: [type, ...members] }
  return { kind: 'exists', negated: false, operand: filter(bgp([typePattern(node, type)]), [isOne]) }
}
