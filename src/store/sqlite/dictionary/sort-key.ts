import { type Literal, rdf, type Term, xsd } from '../../../rdf/term.ts'
import { epochSeconds, literalValue, numericKey } from '../../../rdf/value.ts'
import { type Family, family } from '../schema.ts'

/** `term.family` and `term.key` of a term. */
export interface SortKey {
  readonly family: Family
  /** A `bigint` for a whole number of 64 bits beyond the safe integers. `null`: compares by its text, or not at all. */
  readonly key: number | bigint | null
}

const blankKey: SortKey = { family: family.blank, key: null }
const iriKey: SortKey = { family: family.iri, key: null }
const stringKey: SortKey = { family: family.string, key: null }
const otherKey: SortKey = { family: family.other, key: null }

/**
 * How a term compares and sorts in SQL: by `family`, then by `key`, then by its text.
 *
 * NaN is numeric without a key. Ill-typed literals, language-tagged strings, and literals of datatypes that have no
 * order in SPARQL are of the family `other`.
 */
export function sortKey(term: Term): SortKey {
  switch (term.kind) {
    case 'blank':
      return blankKey
    case 'iri':
      return iriKey
    case 'literal':
      if (term.datatype === xsd.string) return stringKey
      return term.datatype === rdf.langString ? otherKey : literalKey(term)
  }
}

function literalKey(literal: Literal): SortKey {
  const value = literalValue(literal)
  switch (value.kind) {
    case 'integer':
    case 'decimal':
    case 'float':
    case 'double':
      return { family: family.numeric, key: numericKey(value) }
    case 'boolean':
      return { family: family.boolean, key: value.value ? 1 : 0 }
    case 'dateTime':
    case 'date':
    case 'time':
      return { family: family[value.kind], key: epochSeconds(value) }
    case 'string':
      return stringKey
    case 'langString':
    case 'duration':
    case 'illTyped':
    case 'other':
      return otherKey
  }
}
