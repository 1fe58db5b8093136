import { type Literal, type NamedNode, sameTerm } from '../../rdf/term.ts'
import {
  call,
  filter,
  join,
  type Operation,
  type PatternTerm,
  union,
  unit,
  type Variable,
  variable,
} from '../../sparql/algebra.ts'
import type { PropertyPath } from '../../sparql/property-path.ts'
import type { Rules } from '../rules.ts'
import type { ClassWalks } from './class-walks.ts'

/** One way in which triples come about: what it asks of those that are stated. */
export interface Way {
  readonly operation: Operation
  /** Whether it can lead to a triple whose subject is a literal. */
  readonly mayBeLiteral: boolean
}

/** What making ways needs to know, and what it tells. */
export interface Making {
  readonly rules: Rules
  /** The path from a node to what equals it, where equality counts. */
  readonly equals: PropertyPath | undefined
  /** How a class is stated of a node. */
  readonly type: PropertyPath
  /** Hierarchies that can be walked in the data where the pattern stands. */
  readonly walks: ClassWalks | undefined
  /** A variable that nothing else has. */
  fresh(): Variable
  /** Says that axioms take part. */
  use(axioms: readonly string[]): void
  /** Says that the axioms by which properties state classes take part. */
  useTypes(): void
}

/** Ways as operations, of triples whose subject is seen: no literal is one. */
export function seen(subject: PatternTerm, ways: readonly Way[]): readonly Operation[] {
  return ways.map(({ operation, mayBeLiteral }) =>
    mayBeLiteral && subject.kind === 'variable'
      ? filter(operation, [call('!', call('isLiteral', variable(subject.name)))])
      : operation,
  )
}

/** All ways as one, to be joined with others; `undefined` where there is none. */
export function anyOf(ways: readonly Way[]): Way | undefined {
  if (ways.length === 0) return undefined
  const operation = ways.some((way) => way.operation === unit)
    ? unit
    : union(ways.map((way) => way.operation))
  return { operation, mayBeLiteral: ways.some((way) => way.mayBeLiteral) }
}

/** The way with more asked of it. */
export function restricted({ operation, mayBeLiteral }: Way, more: Operation): Way {
  return { operation: join([operation, more]), mayBeLiteral }
}

/** That a term is one of those given; `undefined` where it cannot be. */
export function isOneOf(end: PatternTerm, terms: readonly (NamedNode | Literal)[]): Operation | undefined {
  if (end.kind !== 'variable') return terms.some((one) => sameTerm(one, end)) ? unit : undefined
  return terms.length === 0
    ? undefined
    : { kind: 'values', variables: [end.name], rows: terms.map((one) => [one]) }
}
