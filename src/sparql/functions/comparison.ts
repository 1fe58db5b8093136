import { sameTerm, type Term } from '../../rdf/term.ts'
import { isNumeric, literalValue, type Value } from '../../rdf/value.ts'
import { compareCodePoints } from './code-points.ts'
import { compareNumbers } from './numbers.ts'

/**
 * Whether two terms are equal by `=` (SPARQL 1.1, 17.3): by value where their datatypes are known, else only when they
 * are the same term. `undefined` where that cannot be told: literals whose values are of different kinds or unknown.
 */
export function equalTerms(a: Term, b: Term): boolean | undefined {
  if (a.kind !== 'literal' || b.kind !== 'literal') return sameTerm(a, b)
  const [x, y] = [literalValue(a), literalValue(b)]
  // A language-tagged string is no value of any other datatype, known or not.
  if (x.kind === 'langString' || y.kind === 'langString') return sameTerm(a, b)
  if (x.kind === 'duration' && y.kind === 'duration') return x.months === y.months && x.seconds === y.seconds
  const order = compareValues(x, y)
  if (order !== undefined) return order === 0
  if (isNumeric(x) && isNumeric(y)) return false
  return sameTerm(a, b) ? true : undefined
}

/**
 * Compares two terms by `<`: negative, zero or positive. `undefined` is an error, unless both are numbers: then one is
 * NaN and every comparison is false.
 */
export function compareTerms(a: Term, b: Term): number | undefined {
  return a.kind === 'literal' && b.kind === 'literal'
    ? compareValues(literalValue(a), literalValue(b))
    : undefined
}

/** Whether a comparison operator holds between two terms; `undefined` is an error. */
export function orderedTerms(operator: '<' | '>' | '<=' | '>=', a: Term, b: Term): boolean | undefined {
  if (a.kind !== 'literal' || b.kind !== 'literal') return undefined
  const [x, y] = [literalValue(a), literalValue(b)]
  const order = compareValues(x, y)
  if (order === undefined) return isNumeric(x) && isNumeric(y) ? false : undefined
  switch (operator) {
    case '<':
      return order < 0
    case '>':
      return order > 0
    case '<=':
      return order <= 0
    case '>=':
      return order >= 0
  }
}

function compareValues(a: Value, b: Value): number | undefined {
  if (isNumeric(a)) return isNumeric(b) ? compareNumbers(a, b) : undefined
  switch (a.kind) {
    case 'string':
      return b.kind === 'string' ? compareCodePoints(a.value, b.value) : undefined
    case 'boolean':
      return b.kind === 'boolean' ? Number(a.value) - Number(b.value) : undefined
    case 'dateTime':
    case 'date':
    case 'time':
      return b.kind === a.kind ? a.seconds - b.seconds : undefined
    case 'duration':
      if (b.kind !== 'duration') return undefined
      // Months have no fixed number of seconds: durations compare where only one of the two counts.
      if (a.months === 0 && b.months === 0) return a.seconds - b.seconds
      return a.seconds === 0 && b.seconds === 0 ? a.months - b.months : undefined
    case 'langString':
    case 'illTyped':
    case 'other':
      return undefined
  }
}
