import type { Term } from '../../rdf/term.ts'
import { owl, rdfs } from '../../rdf/vocabulary-terms.ts'
import type { ClassExpression, Name } from '../axiom.ts'
import { type ClassDescription, describeClass } from './class-description.ts'
import { enter, type Nesting, outermost } from './nesting.ts'
import { readFollowed, readProperty } from './read-property.ts'
import { RefusedAxiom } from './refused-axiom.ts'
import type { Statements } from './statements.ts'

/** Alternatives that the unions of one axiom can come to. */
const mostAlternatives = 10_000
/** Operands of all alternatives of one intersection. */
const mostOperands = 20_000

/**
 * What is below a class: expressions of which each is, so that a union within an expression is an alternative for each of its
 * operands.
 *
 * @throws RefusedAxiom where the members of the expression cannot be told from the data
 */
export function readSubClasses(statements: Statements, term: Term): readonly ClassExpression[] {
  return readWithin(statements, term, outermost())
}

/** The same of what a node is described as. */
export function readSubClassesOf(
  statements: Statements,
  description: ClassDescription,
): readonly ClassExpression[] {
  return readDescribed(statements, description, outermost())
}

function readWithin(statements: Statements, term: Term, nesting: Nesting): readonly ClassExpression[] {
  if (term.kind === 'iri' && term.value === owl.thing) return [{ kind: 'anything' }]
  return readDescribed(statements, describeClass(statements, term), enter(nesting, term))
}

function readDescribed(
  statements: Statements,
  description: ClassDescription,
  nesting: Nesting,
): readonly ClassExpression[] {
  const read = (term: Term): readonly ClassExpression[] => readWithin(statements, term, nesting)
  switch (description.kind) {
    case 'class':
      return [{ kind: 'class', iri: description.iri }]
    case 'datatype':
      throw new RefusedAxiom('Which literals are of a datatype is not inferred from.')
    case 'intersection':
      return intersections(description.of.map(read))
    case 'union': {
      const alternatives: ClassExpression[] = []
      for (const operand of description.of) {
        for (const alternative of read(operand)) alternatives.push(alternative)
        checkCount(alternatives.length)
      }
      return alternatives
    }
    case 'oneOf':
      return [{ kind: 'oneOf', members: description.members.map(readName) }]
    case 'complement':
      throw new RefusedAxiom(
        'What is not of a class is not known, so that nothing is inferred of a complement.',
      )
    case 'some': {
      const property = readFollowed(statements, description.property)
      return read(description.of).map((of) => ({ kind: 'some', property, of }))
    }
    case 'all':
      throw new RefusedAxiom(
        'Whether a node has other values besides is not known, so that nothing is inferred of owl:allValuesFrom.',
      )
    case 'hasValue': {
      const named = classByValue(statements, description)
      if (named !== undefined) return [{ kind: 'class', iri: named }]
      const property = readFollowed(statements, description.property)
      return [{ kind: 'hasValue', property, value: readName(description.value) }]
    }
    case 'self':
      throw new RefusedAxiom('owl:hasSelf is not supported.')
    case 'atLeast': {
      if (description.count !== 1)
        throw new RefusedAxiom('Of cardinalities, only one of 1 at least is inferred from.')
      const property = readFollowed(statements, description.property)
      return read(description.of).map((of) => ({ kind: 'some', property, of }))
    }
    case 'atMost':
    case 'exactly':
      throw new RefusedAxiom('Of cardinalities, only one of 1 at least is inferred from.')
  }
}

/** An intersection for each choice of one alternative of each operand. */
function intersections(operands: readonly (readonly ClassExpression[])[]): readonly ClassExpression[] {
  const count = operands.reduce((product, { length }) => product * length, 1)
  checkCount(count)
  if (count * operands.length > mostOperands)
    throw new RefusedAxiom('Its unions, each alternative by itself, come to too many operands.')
  const choices = operands.reduce<readonly (readonly ClassExpression[])[]>(
    (made, alternatives) => made.flatMap((choice) => alternatives.map((one) => [...choice, one])),
    [[]],
  )
  return choices.map(intersection)
}

function intersection(operands: readonly ClassExpression[]): ClassExpression {
  const of = operands.flatMap(operandsOf).filter(({ kind }) => kind !== 'anything')
  const [first, second] = of
  if (first === undefined) return { kind: 'anything' }
  return second === undefined ? first : { kind: 'intersection', of }
}

function operandsOf(expression: ClassExpression): readonly ClassExpression[] {
  return expression.kind === 'intersection' ? expression.of : [expression]
}

function checkCount(count: number): void {
  if (count > mostAlternatives)
    throw new RefusedAxiom(
      `Its unions come to more than ${mostAlternatives.toLocaleString('en')} alternatives.`,
    )
}

/** The class that a value of `rdf:type` names; `undefined` where another property has the value. */
export function classByValue(
  statements: Statements,
  { property, value }: { readonly property: Term; readonly value: Term },
): string | undefined {
  const { iri, inverse } = readProperty(statements, property)
  return iri === rdfs.type && !inverse && value.kind === 'iri' ? value.value : undefined
}

/**
 * What an axiom names.
 *
 * @throws RefusedAxiom for a blank node
 */
export function readName(term: Term): Name {
  if (term.kind !== 'blank') return term
  throw new RefusedAxiom('It names a blank node, which a query cannot.')
}
