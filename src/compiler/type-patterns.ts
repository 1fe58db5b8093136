import { type Path, propertyPath } from '../graphql/schema.ts'
import { iri, rdf } from '../rdf/term.ts'
import {
  bgp,
  call,
  type Expression,
  filter,
  type Operation,
  type PatternTerm,
  type TriplePattern,
  term,
  union,
  variable,
} from '../sparql/algebra.ts'
import type { Names } from './names.ts'

/** The way from a node to the classes that it is stated to be of. */
export const typePath: Path = propertyPath(rdf.type)

/** The triple pattern `node rdf:type type`. */
export function typePattern(node: string, type: PatternTerm): TriplePattern {
  return { subject: variable(node), predicate: iri(rdf.type), object: type }
}

/** The nodes of any of some classes, each once: by a way for each class, as one can be inferred in a way that another is not. */
export function nodesOfTypes(node: string, types: readonly string[]): Operation {
  return {
    kind: 'distinct',
    operand: { kind: 'project', operand: eachOfTypes(node, types), variables: [node] },
  }
}

/** The nodes of any of some classes, one that is of several perhaps several times. */
export function eachOfTypes(node: string, types: readonly string[]): Operation {
  return union(types.map((one) => bgp([typePattern(node, iri(one))])))
}

/** That a node is of any of some classes. */
export function isOfTypes(
  node: string,
  types: readonly string[],
  { names, areTypesInferred }: { readonly names: Names; readonly areTypesInferred: boolean },
): Expression {
  if (areTypesInferred) return { kind: 'exists', negated: false, operand: eachOfTypes(node, types) }
  const type = variable(names.helper())
  return {
    kind: 'exists',
    negated: false,
    operand: filter(bgp([typePattern(node, type)]), [isAnyOf(type, types)]),
  }
}

/** That a class of a node is any of some, and the first by its IRI of those that the node is of. */
export function isFirstOfTypes(
  node: string,
  type: string,
  types: readonly string[],
  names: Names,
): Expression {
  const other = variable(names.helper())
  const isBefore = call('<', call('STR', other), call('STR', variable(type)))
  const operand = filter(bgp([typePattern(node, other)]), [isAnyOf(other, types), isBefore])
  return call('&&', isAnyOf(variable(type), types), { kind: 'exists', negated: true, operand })
}

function isAnyOf(type: PatternTerm & { readonly kind: 'variable' }, types: readonly string[]): Expression {
  return call('IN', type, ...types.map((one) => term(iri(one))))
}
