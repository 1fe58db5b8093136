import { type Literal, type Term, xsd } from '../../../rdf/term.ts'
import type { Expression } from '../../../sparql/algebra.ts'
import { conjunctsOf } from '../../../sparql/conjuncts-of.ts'
import { sortKey } from '../dictionary/sort-key.ts'
import { family, typeNumber } from '../schema.ts'
import { type Block, slotOf, type TermColumn, type TermSource } from '../select/block.ts'
import { all, any, column, parameter, type Slot, type Sql } from '../select/sql.ts'
import { type ComparisonOperator, isComparable, isComparison, mirrored } from './comparison.ts'
import { mayTie } from './number-ties.ts'
import { type DatabaseFacts, freshTermColumns, type Translation } from './translation.ts'

/** Terms counted at most for an estimate. */
const countedAtMost = 5_000

/** A condition on one variable's term that an index of the dictionary serves. */
interface TermTest {
  readonly variable: string
  readonly index: 'term_value' | 'term_key'
  /** Over the columns of `term`, written with the function that names them. */
  condition(name: (column: TermColumn) => Sql): Sql
}

/** The terms of a condition, and the slot of the block that is one of them. */
export interface LookedUp {
  readonly source: TermSource
  readonly slot: Slot
}

/**
 * Makes a condition a source of the block, where an index of the dictionary finds the terms that satisfy it: these may
 * then be where the join starts. `undefined` where it is no such condition; where it is one, the source stands for it whole.
 */
export function lookupSource(
  condition: Expression,
  block: Block,
  translation: Translation,
): LookedUp | undefined {
  const test = termTest(condition, translation.facts)
  if (test === undefined) return undefined
  const binding = block.bindings.get(test.variable)
  const slot = binding === undefined || !binding.stored ? undefined : slotOf(binding)
  if (slot === undefined) return undefined
  const columns = freshTermColumns(translation)
  const rows = translation.facts.countTerms(
    test.index,
    test.condition((name) => [name]),
    countedAtMost,
  )
  const source: TermSource = {
    kind: 'term',
    slot: translation.freshSlot(),
    index: test.index,
    columns,
    condition: test.condition((name) => column(columns[name])),
    rows,
    label: test.variable,
  }
  return { source, slot }
}

function termTest(condition: Expression, facts: DatabaseFacts): TermTest | undefined {
  if (condition.kind !== 'call') return undefined
  const { operator, arguments: args } = condition
  const [first, second] = args
  if (operator === 'IN' && first !== undefined) {
    return anyOf(args.slice(1).map((member) => comparisonTest('=', first, member, facts)))
  }
  if (operator === '||') return anyOf(args.map((one) => termTest(one, facts)))
  if (operator === '&&') return allOf(args, facts)
  if (!isComparison(operator) || first === undefined || second === undefined) return undefined
  return comparisonTest(operator, first, second, facts)
}

/** Tests of the same variable by the same index, one of which must hold. */
function anyOf(tests: readonly (TermTest | undefined)[]): TermTest | undefined {
  const [first] = tests
  if (first === undefined) return undefined
  const same = tests.filter((test) => test?.variable === first.variable && test.index === first.index)
  const defined = same.filter((test) => test !== undefined)
  if (defined.length !== tests.length) return undefined
  if (defined.length === 1) return first
  return { ...first, condition: (name) => any(defined.map((test) => test.condition(name))) }
}

/** A test together with conditions on the kind of the same variable's term, such as `isLiteral(?x)`. */
function allOf(args: readonly Expression[], facts: DatabaseFacts): TermTest | undefined {
  const conjuncts = args.flatMap(conjunctsOf)
  const tests = conjuncts.map((one) => termTest(one, facts))
  const test = tests.find((one) => one !== undefined)
  if (test === undefined) return undefined
  const conditions = conjuncts.map((conjunct, index) => tests[index] ?? kindTest(conjunct))
  const defined = conditions
    .filter((one) => one?.variable === test.variable)
    .filter((one) => one !== undefined)
  if (defined.length !== conjuncts.length) return undefined
  return { ...test, condition: (name) => all(defined.map((one) => one.condition(name))) }
}

const kindOperators: ReadonlySet<string> = new Set(['isLiteral', 'isIRI', 'isBlank', 'isNumeric'])

/** Conditions on the kind of a term that never err where the term is bound. */
function kindTest(condition: Expression): Pick<TermTest, 'variable' | 'condition'> | undefined {
  if (condition.kind !== 'call') return undefined
  const { operator, arguments: args } = condition
  const [first, second] = args
  if (operator === '!' && first !== undefined) {
    // A condition that errs for some terms is not the opposite of its negation.
    const test = first.kind === 'call' && kindOperators.has(first.operator) ? kindTest(first) : undefined
    return test && { ...test, condition: (name) => ['NOT (', ...test.condition(name), ')'] }
  }
  if (first?.kind === 'variable') {
    const of = (text: (name: (column: TermColumn) => Sql) => Sql) => ({
      variable: first.name,
      condition: text,
    })
    switch (operator) {
      case 'isLiteral':
        return of((name) => [...name('type'), ` > ${typeNumber.iri}`])
      case 'isIRI':
        return of((name) => [...name('type'), ` = ${typeNumber.iri}`])
      case 'isBlank':
        return of((name) => [...name('type'), ` = ${typeNumber.blank}`])
      case 'isNumeric':
        return of((name) => [...name('family'), ` = ${family.numeric}`])
      default:
        return undefined
    }
  }
  if (operator !== '=' && operator !== '!=') return undefined
  if (first?.kind !== 'call' || first.operator !== 'DATATYPE' || second?.kind !== 'term') return undefined
  const [argument] = first.arguments
  if (argument?.kind !== 'variable' || second.term.kind !== 'iri') return undefined
  const { value } = second.term
  return {
    variable: argument.name,
    // What is no literal has no datatype: the condition errs, which in a filter is as good as false.
    condition: (name) => [
      ...name('type'),
      ` > ${typeNumber.iri} AND (SELECT y.iri FROM datatype AS y WHERE y.id = `,
      ...name('type'),
      operator === '=' ? ') = ' : ') <> ',
      ...parameter(value),
    ],
  }
}

function comparisonTest(
  operator: ComparisonOperator,
  left: Expression,
  right: Expression,
  facts: DatabaseFacts,
): TermTest | undefined {
  if (left.kind === 'term')
    return right.kind === 'term' ? undefined : comparisonTest(mirrored[operator], right, left, facts)
  if (right.kind !== 'term' || operator === '!=') return undefined
  const constant = right.term
  if (left.kind === 'call' && left.operator === 'STR' && operator === '=' && isString(constant)) {
    const [argument] = left.arguments
    if (argument?.kind !== 'variable') return undefined
    return {
      variable: argument.name,
      index: 'term_value',
      condition: (name) => [
        ...name('value'),
        ' = ',
        ...parameter(constant.value),
        ' AND ',
        ...name('type'),
        ` <> ${typeNumber.blank}`,
      ],
    }
  }
  return left.kind === 'variable' ? variableTest(operator, left.name, constant, facts) : undefined
}

function variableTest(
  operator: ComparisonOperator,
  variable: string,
  constant: Term,
  facts: DatabaseFacts,
): TermTest | undefined {
  if (constant.kind !== 'literal' || !isComparable(constant)) return undefined
  if (isString(constant)) {
    if (operator !== '=') return undefined
    const condition: TermTest['condition'] = (name) => [
      ...name('value'),
      ' = ',
      ...parameter(constant.value),
      ' AND ',
      ...name('type'),
      ` = ${typeNumber.string}`,
    ]
    return { variable, index: 'term_value', condition }
  }
  const { family: kind, key } = sortKey(constant)
  if (key === null || mayTie(constant, facts)) return undefined
  return {
    variable,
    index: 'term_key',
    condition: (name) => [
      ...name('family'),
      ` = ${kind} AND `,
      ...name('key'),
      ` ${operator} `,
      ...parameter(key),
    ],
  }
}

function isString(term: Term): term is Literal {
  return term.kind === 'literal' && term.datatype === xsd.string
}
