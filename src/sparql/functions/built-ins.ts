import { literal, sameTerm, type Term, xsd } from '../../rdf/term.ts'
import type { Operator } from '../algebra.ts'
import type { EvaluationContext } from '../evaluation-context.ts'
import { equalTerms, orderedTerms } from './comparison.ts'
import { datePart, secondsPart, temporalArithmetic, timezone, timezoneText } from './dates.ts'
import { hash } from './hashes.ts'
import {
  type ArithmeticOperator,
  absolute,
  arithmetic,
  negate,
  numericOf,
  type Rounding,
  toWhole,
} from './numbers.ts'
import { matches, replaceMatches } from './regex.ts'
import { booleanResult, numericResult } from './results.ts'
import {
  concatenate,
  encodeForUri,
  languageMatches,
  likeString,
  stringAfter,
  stringBefore,
  stringLength,
  stringOf,
  stringTest,
  substring,
} from './strings.ts'
import {
  datatypeOf,
  freshIri,
  freshUuid,
  iriOf,
  languageOf,
  taggedLiteral,
  textOfTerm,
  typedLiteral,
} from './terms.ts'

/** Operators that see their operands unevaluated, because an unbound or failing one need not make them fail. */
export type Form = '||' | '&&' | '!' | 'IN' | 'NOT IN' | 'BOUND' | 'IF' | 'COALESCE' | 'BNODE'

/** An operator whose value is that of its operands' terms; it fails where one of them does. */
export type BuiltIn = Exclude<Operator, Form>

/** What an operator takes and gives. */
export interface Definition {
  readonly least: number
  readonly most: number
  readonly evaluate: (operands: readonly Term[], context: EvaluationContext) => Term | undefined
}

/** The operators and functions of SPARQL 1.1, 17.3 and 17.4, by name. */
export const builtIns: Readonly<Record<BuiltIn, Definition>> = {
  '=': binary((a, b) => booleanResult(equalTerms(a, b))),
  '!=': binary((a, b) => {
    const equal = equalTerms(a, b)
    return booleanResult(equal === undefined ? undefined : !equal)
  }),
  '<': binary((a, b) => booleanResult(orderedTerms('<', a, b))),
  '>': binary((a, b) => booleanResult(orderedTerms('>', a, b))),
  '<=': binary((a, b) => booleanResult(orderedTerms('<=', a, b))),
  '>=': binary((a, b) => booleanResult(orderedTerms('>=', a, b))),
  '+': binary((a, b) => calculate('+', a, b) ?? temporalArithmetic('+', a, b)),
  '-': binary((a, b) => calculate('-', a, b) ?? temporalArithmetic('-', a, b)),
  '*': binary((a, b) => calculate('*', a, b)),
  '/': binary((a, b) => calculate('/', a, b)),
  UMINUS: unary((a) => {
    const value = numericOf(a)
    return value && numericResult(negate(value))
  }),
  UPLUS: unary((a) => (numericOf(a) === undefined ? undefined : a)),
  sameTerm: binary((a, b) => booleanResult(sameTerm(a, b))),
  isIRI: unary((a) => booleanResult(a.kind === 'iri')),
  isBlank: unary((a) => booleanResult(a.kind === 'blank')),
  isLiteral: unary((a) => booleanResult(a.kind === 'literal')),
  isNumeric: unary((a) => booleanResult(numericOf(a) !== undefined)),
  STR: unary(textOfTerm),
  LANG: unary(languageOf),
  DATATYPE: unary(datatypeOf),
  IRI: takes(1, 2, ([a, base]) => a && iriOf(a, base?.value)),
  STRDT: takes(2, 2, ([a, b]) => typedLiteral(a, b)),
  STRLANG: takes(2, 2, ([a, b]) => taggedLiteral(a, b)),
  UUID: takes(0, 0, freshIri),
  STRUUID: takes(0, 0, freshUuid),
  STRLEN: unary((a) => {
    const length = stringLength(a)
    return length === undefined ? undefined : literal(String(length), xsd.integer)
  }),
  SUBSTR: takes(2, 3, ([a, b, c]) => substring(a, b, c)),
  UCASE: unary((a) => mapped(a, (text) => text.toUpperCase())),
  LCASE: unary((a) => mapped(a, (text) => text.toLowerCase())),
  STRSTARTS: takes(2, 2, ([a, b]) => booleanResult(stringTest('startsWith', a, b))),
  STRENDS: takes(2, 2, ([a, b]) => booleanResult(stringTest('endsWith', a, b))),
  CONTAINS: takes(2, 2, ([a, b]) => booleanResult(stringTest('includes', a, b))),
  STRBEFORE: takes(2, 2, ([a, b]) => stringBefore(a, b)),
  STRAFTER: takes(2, 2, ([a, b]) => stringAfter(a, b)),
  ENCODE_FOR_URI: unary(encodeForUri),
  CONCAT: takes(0, Number.POSITIVE_INFINITY, concatenate),
  LANGMATCHES: takes(2, 2, ([a, b]) => booleanResult(languageMatches(a, b))),
  REGEX: takes(2, 3, ([a, b, c]) => booleanResult(matches(a, b, c))),
  REPLACE: takes(3, 4, ([a, b, c, d]) => replaceMatches(a, b, c, d)),
  ABS: unary((a) => {
    const value = numericOf(a)
    return value && numericResult(absolute(value))
  }),
  ROUND: unary((a) => whole(a, 'round')),
  CEIL: unary((a) => whole(a, 'ceil')),
  FLOOR: unary((a) => whole(a, 'floor')),
  RAND: takes(0, 0, () => numericResult({ kind: 'double', value: Math.random() })),
  NOW: takes(0, 0, (_, context) => context.now),
  YEAR: unary((a) => datePart('year', a)),
  MONTH: unary((a) => datePart('month', a)),
  DAY: unary((a) => datePart('day', a)),
  HOURS: unary((a) => datePart('hours', a)),
  MINUTES: unary((a) => datePart('minutes', a)),
  SECONDS: unary(secondsPart),
  TIMEZONE: unary(timezone),
  TZ: unary(timezoneText),
  MD5: unary((a) => hash('md5', a)),
  SHA1: unary((a) => hash('sha1', a)),
  SHA256: unary((a) => hash('sha256', a)),
  SHA384: unary((a) => hash('sha384', a)),
  SHA512: unary((a) => hash('sha512', a)),
}

function takes(least: number, most: number, evaluate: Definition['evaluate']): Definition {
  return { least, most, evaluate }
}

function unary(evaluate: (a: Term) => Term | undefined): Definition {
  return takes(1, 1, ([a]) => a && evaluate(a))
}

function binary(evaluate: (a: Term, b: Term) => Term | undefined): Definition {
  return takes(2, 2, ([a, b]) => a && b && evaluate(a, b))
}

function calculate(operator: ArithmeticOperator, a: Term, b: Term): Term | undefined {
  const x = numericOf(a)
  const y = x && numericOf(b)
  const result = x && y && arithmetic(operator, x, y)
  return result && numericResult(result)
}

function whole(a: Term, rounding: Rounding): Term | undefined {
  const value = numericOf(a)
  return value && numericResult(toWhole(value, rounding))
}

function mapped(a: Term, change: (text: string) => string): Term | undefined {
  const text = stringOf(a)
  return text && likeString(text, change(text.value))
}
