import type { Term } from '../../rdf/term.ts'
import { owl, rdfs } from '../../rdf/vocabulary-terms.ts'
import type { ClassExpression } from '../axiom.ts'
import { invertedStep } from '../inverted-step.ts'
import {
  type ClassDescription,
  describeBy,
  describeRestriction,
  describingPredicates,
  isRestriction,
} from './class-description.ts'
import { readList } from './read-list.ts'
import { readFollowed } from './read-property.ts'
import { RefusedAxiom } from './refused-axiom.ts'
import type { StatedAxiom, UnnamedAxiom } from './stated-axiom.ts'
import type { StatedText } from './stated-text.ts'
import type { Node, Statements } from './statements.ts'
import { readSubClasses, readSubClassesOf } from './sub-class.ts'
import {
  type Consequence,
  readConsequences,
  readConsequencesOf,
  type SuperClassOptions,
} from './super-class.ts'

/** Axioms that one superclass and the alternatives of its subclass can come to. */
const mostAxioms = 100_000

/** What a vocabulary says of classes. */
export function* classAxioms(
  statements: Statements,
  text: StatedText,
  sameAs: boolean,
): Generator<StatedAxiom> {
  const strict: SuperClassOptions = { isLenient: false, sameAs }
  const lenient: SuperClassOptions = { isLenient: true, sameAs }
  const below = (sub: Term, above: Term, options: SuperClassOptions): readonly UnnamedAxiom[] =>
    inclusions(
      () => readSubClasses(statements, sub),
      () => readConsequences(statements, above, options),
    )

  for (const { subject, object } of statements.triples(rdfs.subClassOf)) {
    yield {
      stated: text.triple(subject, rdfs.subClassOf, object),
      read: () => below(subject, object, strict),
    }
  }
  for (const { subject, object } of statements.triples(owl.equivalentClass)) {
    yield {
      stated: text.triple(subject, owl.equivalentClass, object),
      read: () => [...below(subject, object, lenient), ...below(object, subject, lenient)],
    }
  }
  for (const [predicate, isInverse] of [
    [rdfs.domain, false],
    [rdfs.range, true],
  ] as const) {
    for (const { subject, object } of statements.triples(predicate)) {
      yield {
        stated: text.triple(subject, predicate, object),
        read: () =>
          inclusions(
            () => [havingProperty(statements, subject, isInverse)],
            () => readConsequences(statements, object, strict),
          ),
      }
    }
  }
  yield* definitions(statements, text, lenient)
  yield* keys(statements, text, sameAs)
  yield* membersOfExpressions(statements, text)
}

/** What has a value of a property, or is one. */
function havingProperty(statements: Statements, property: Term, isValue: boolean): ClassExpression {
  const step = readFollowed(statements, property)
  return { kind: 'some', property: isValue ? invertedStep(step) : step, of: { kind: 'anything' } }
}

/** What classes with a name are described as by themselves. */
function* definitions(
  statements: Statements,
  text: StatedText,
  options: SuperClassOptions,
): Generator<StatedAxiom> {
  for (const predicate of describingPredicates) {
    for (const { subject, object } of statements.triples(predicate)) {
      if (subject.kind === 'blank' || isDatatypeDefinition(statements, subject)) continue
      const stated =
        predicate === owl.complementOf
          ? text.triple(subject, predicate, object)
          : text.listTriple(subject, predicate, object)
      yield {
        stated,
        read: () => definition(statements, subject, describeBy(statements, predicate, object), options),
      }
    }
  }
  const restrictions = new Map(
    [owl.onProperty, owl.onProperties]
      .flatMap((predicate) => statements.triples(predicate))
      .map(({ subject }) => [subject.value, subject] as const),
  )
  for (const subject of restrictions.values()) {
    if (subject.kind === 'blank') continue
    yield {
      stated: text.restriction(subject),
      read: () => definition(statements, subject, describeRestriction(statements, subject), options),
    }
  }
}

function isDatatypeDefinition(statements: Statements, subject: Node): boolean {
  return statements.isA(subject, rdfs.datatype)
}

function definition(
  statements: Statements,
  subject: Node,
  description: ClassDescription,
  options: SuperClassOptions,
): readonly UnnamedAxiom[] {
  if (description.kind === 'datatype') return []
  return [
    ...inclusions(
      () => readSubClasses(statements, subject),
      () => readConsequencesOf(statements, description, options),
    ),
    ...inclusions(
      () => readSubClassesOf(statements, description),
      () => readConsequences(statements, subject, options),
    ),
  ]
}

/** What follows for each subclass, which are read only where something follows. */
function inclusions(
  readSubs: () => readonly ClassExpression[],
  readAbove: () => readonly Consequence[],
): readonly UnnamedAxiom[] {
  const above = readAbove()
  if (above.length === 0) return []
  const subs = readSubs()
  if (subs.length * above.length > mostAxioms)
    throw new RefusedAxiom(`It comes to more than ${mostAxioms.toLocaleString('en')} axioms.`)
  return subs.flatMap((sub) => above.flatMap((consequence) => inclusion(sub, consequence)))
}

function inclusion(sub: ClassExpression, consequence: Consequence): readonly UnnamedAxiom[] {
  // All values of members of C are of D: what is a value of one, is.
  const reached = consequence.along.reduce<ClassExpression>(
    (of, step) => ({ kind: 'some', property: invertedStep(step), of }),
    sub,
  )
  if (consequence.kind === 'value') {
    const { property, value } = consequence
    return [{ kind: 'value', sub: reached, property, value }]
  }
  const isItself = reached.kind === 'class' && reached.iri === consequence.super
  const isTop = reached.kind === 'anything' && consequence.super === owl.thing
  return isItself || isTop ? [] : [{ kind: 'member', sub: reached, super: consequence.super }]
}

/** Keys say which nodes are the same. */
function* keys(statements: Statements, text: StatedText, sameAs: boolean): Generator<StatedAxiom> {
  if (!sameAs) return
  for (const { subject, object } of statements.triples(owl.hasKey)) {
    yield {
      stated: text.listTriple(subject, owl.hasKey, object),
      read: () => {
        readList(statements, object)
        throw new RefusedAxiom('That nodes are the same is only taken as it is stated, by owl:sameAs.')
      },
    }
  }
}

/** Nodes that are said to be of a class without a name: once for each class. */
function* membersOfExpressions(statements: Statements, text: StatedText): Generator<StatedAxiom> {
  const met = new Set<string>()
  for (const { subject, object } of statements.triples(rdfs.type)) {
    if (object.kind !== 'blank' || met.has(object.value)) continue
    const isDescribed =
      isRestriction(statements, object) ||
      describingPredicates.some((predicate) => statements.objects(object, predicate).length > 0)
    if (!isDescribed) continue
    met.add(object.value)
    yield {
      stated: text.triple(subject, rdfs.type, object),
      read: () => {
        throw new RefusedAxiom(
          'What is of a class without a name is not inferred from: state it of a class with a name.',
        )
      },
    }
  }
}
