import type { Term } from '../../rdf/term.ts'
import type { Name, PropertyStep } from '../axiom.ts'
import { type ClassDescription, describeClass, isDatatype } from './class-description.ts'
import { enter, type Nesting, outermost } from './nesting.ts'
import { readFollowed, readInferred } from './read-property.ts'
import { RefusedAxiom } from './refused-axiom.ts'
import type { Statements } from './statements.ts'
import { classByValue, readName } from './sub-class.ts'

/** What follows for the members of a class, or for what paths lead to from them. */
export type Consequence =
  | { readonly kind: 'member'; readonly along: readonly PropertyStep[]; readonly super: string }
  | {
      readonly kind: 'value'
      readonly along: readonly PropertyStep[]
      readonly property: PropertyStep
      readonly value: Name
    }

/** How a superclass is read. */
export interface SuperClassOptions {
  /**
   * Whether it may say more than can be inferred, since the other direction of its axiom can be: that there is some value, or that a
   * node is of some class.
   */
  readonly isLenient: boolean
  /** Whether nodes are inferred to be the same. */
  readonly sameAs: boolean
}

/**
 * What follows of being below a class expression; nothing where it says what can only be contradicted.
 *
 * @throws RefusedAxiom where something follows that no triple can say, or that is not supported
 */
export function readConsequences(
  statements: Statements,
  term: Term,
  options: SuperClassOptions,
): readonly Consequence[] {
  return [...within(statements, term, options, { nesting: outermost(), along: [] })]
}

/** The same of what a node is described as. */
export function readConsequencesOf(
  statements: Statements,
  description: ClassDescription,
  options: SuperClassOptions,
): readonly Consequence[] {
  return [...described(statements, description, options, { nesting: outermost(), along: [] })]
}

/** Where an operand stands, and the properties that lead to it. */
interface Place {
  readonly nesting: Nesting
  readonly along: readonly PropertyStep[]
}

function* within(
  statements: Statements,
  term: Term,
  options: SuperClassOptions,
  { nesting, along }: Place,
): Generator<Consequence> {
  const place = { nesting: enter(nesting, term), along }
  yield* described(statements, describeClass(statements, term), options, place)
}

function* described(
  statements: Statements,
  description: ClassDescription,
  options: SuperClassOptions,
  place: Place,
): Generator<Consequence> {
  const { along } = place
  switch (description.kind) {
    case 'class':
      yield { kind: 'member', along, super: description.iri }
      return
    case 'datatype':
    case 'complement':
      return
    case 'intersection':
      for (const operand of description.of) yield* within(statements, operand, options, place)
      return
    case 'hasValue': {
      const named = classByValue(statements, description)
      if (named !== undefined) {
        yield { kind: 'member', along, super: named }
        return
      }
      readFollowed(statements, description.property)
      const property = readInferred(statements, description.property)
      yield { kind: 'value', along, property, value: readName(description.value) }
      return
    }
    case 'all': {
      if (isDatatype(statements, description.of)) return
      const property = readFollowed(statements, description.property)
      yield* within(statements, description.of, options, { ...place, along: [...along, property] })
      return
    }
    case 'union':
      return allow(options, 'Of which class of a union a node is does not follow.')
    case 'oneOf':
      if (description.members.every(({ kind }) => kind === 'literal')) return
      return allow(options, 'Which of some nodes a node is does not follow.')
    case 'some':
      return allow(options, 'That there is some value does not say which.')
    case 'atLeast':
      if (description.count === 0) return
      return allow(options, 'That there are some values does not say which.')
    case 'exactly':
      checkSame(description.count, options)
      if (description.count === 0) return
      return allow(options, 'That there are some values does not say which.')
    case 'atMost':
      return checkSame(description.count, options)
    case 'self':
      throw new RefusedAxiom('owl:hasSelf is not supported.')
  }
}

function allow({ isLenient }: SuperClassOptions, reason: string): void {
  if (!isLenient) throw new RefusedAxiom(reason)
}

/** Of a node with one value at most, two values are the same. */
function checkSame(count: number, { sameAs }: SuperClassOptions): void {
  if (sameAs && count === 1)
    throw new RefusedAxiom('That nodes are the same is only taken as it is stated, by owl:sameAs.')
}
