import { type Term, xsd } from '../../rdf/term.ts'
import { isNumericDatatype, literalValue } from '../../rdf/value.ts'

/**
 * The effective boolean value of a term (SPARQL 1.1, 17.2.2); `undefined` where it has none, which is an error.
 */
export function effectiveBooleanValue(term: Term): boolean | undefined {
  if (term.kind !== 'literal') return undefined
  const value = literalValue(term)
  switch (value.kind) {
    case 'boolean':
      return value.value
    case 'string':
    case 'langString':
      return value.value !== ''
    case 'integer':
      return value.value !== 0
    case 'decimal':
      return value.unscaled !== 0n
    case 'float':
    case 'double':
      return value.value !== 0 && !Number.isNaN(value.value)
    case 'illTyped':
      return term.datatype === xsd.boolean || isNumericDatatype(term.datatype) ? false : undefined
    case 'dateTime':
    case 'date':
    case 'time':
    case 'duration':
    case 'other':
      return undefined
  }
}
