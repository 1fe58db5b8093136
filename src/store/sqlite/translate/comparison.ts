import type { Literal, NamedNode, Term } from '../../../rdf/term.ts'
import { literalValue } from '../../../rdf/value.ts'
import { sortKey } from '../dictionary/sort-key.ts'
import { family, typeNumber } from '../schema.ts'
import { parameter, type Sql, sql } from '../select/sql.ts'
import { exactLength } from './number-ties.ts'

/** The operators that compare two terms. */
export type ComparisonOperator = '=' | '!=' | '<' | '>' | '<=' | '>='

const comparisonOperators: ReadonlySet<string> = new Set(['=', '!=', '<', '>', '<=', '>='])

/** Whether an operator compares two terms. */
export function isComparison(operator: string): operator is ComparisonOperator {
  return comparisonOperators.has(operator)
}

/** `5 < ?x` is `?x > 5`. */
export const mirrored: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '=': '=',
  '!=': '!=',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
}

const sqlOperator: Readonly<Record<ComparisonOperator, string>> = {
  '=': '=',
  '!=': '<>',
  '<': '<',
  '>': '>',
  '<=': '<=',
  '>=': '>=',
}

/** Whether the columns of the dictionary tell how a constant compares: not of durations, nor of integers beyond 64 bits. */
export function isComparable(constant: Term): boolean {
  if (constant.kind !== 'literal') return true
  const value = literalValue(constant)
  if (value.kind === 'duration') return false
  const { key } = sortKey(constant)
  return typeof key !== 'number' || Math.abs(key) < 2 ** 63
}

/**
 * A stored term `?x` compared with a constant (SPARQL 1.1, 17.3): 1, 0, or NULL for an error. `cell` is the term's
 * number, NULL where unbound; `constantCell` the constant's cell. `tied`, where given, decides between numbers of the same key.
 */
export function compareWithConstant(
  operator: ComparisonOperator,
  cell: Sql,
  constant: NamedNode | Literal,
  constantCell: number | string,
  tied?: Sql,
): Sql {
  const equality = operator === '=' || operator === '!='
  if (equality && (constant.kind === 'iri' || constant.language !== '')) {
    return [...cell, operator === '=' ? ' = ' : ' <> ', ...parameter(constantCell)]
  }
  const same: Sql = [...cell, operator === '=' ? ' = ' : ' <> ', ...parameter(constantCell)]
  const { family: kind, key } = sortKey(constant)
  const unlike: Sql = equality ? sql` WHEN ${otherKind} THEN ${[operator === '=' ? '0' : '1']}` : []
  const test = (when: Sql): Sql => sql`(SELECT CASE ${when}${unlike} END FROM term AS x WHERE x.id = ${cell})`
  switch (kind) {
    case family.numeric:
    case family.boolean:
    case family.dateTime:
    case family.date:
    case family.time: {
      // NaN has no key, equals nothing, and is neither less nor greater.
      const compared: Sql = [`x.key ${sqlOperator[operator]} `, ...parameter(key)]
      const byKey = sql`coalesce(${compared}, ${[operator === '!=' ? '1' : '0']})`
      const decided =
        tied === undefined ? byKey : sql`CASE WHEN x.key = ${parameter(key)} THEN ${tied} ELSE ${byKey} END`
      return test(sql`WHEN x.family = ${[String(kind)]} THEN ${decided}`)
    }
    case family.string: {
      const compared: Sql = equality
        ? same
        : [`x.value ${sqlOperator[operator]} `, ...parameter(constant.value)]
      return test(sql`WHEN x.family = ${[String(kind)]} THEN ${compared}`)
    }
    case family.other:
      // Only the same term is known to be equal.
      if (!equality) return ['NULL']
      return test(sql`WHEN ${cell} = ${parameter(constantCell)} THEN ${[operator === '=' ? '1' : '0']}`)
    case family.iri:
    case family.blank:
      return ['NULL']
  }
}

/** Whether terms of the same key may yet differ in value. */
const mayTieStored: Sql = [
  `CASE a.family WHEN ${family.numeric} THEN length(a.value) > ${exactLength} OR length(b.value) > ${exactLength} ELSE typeof(a.key) = 'real' END`,
]

/** Terms that are no literals, or strings with a language: they equal only themselves. */
const otherKind: Sql = [`x.family <= ${family.iri} OR x.type = ${typeNumber.langString}`]

/**
 * Two stored terms compared: 1, 0, or NULL for an error. `evaluated` decides in the cases that the columns of the dictionary do not:
 * durations, times with a fraction, and numbers that agree in the first 53 bits.
 */
export function compareStored(operator: ComparisonOperator, left: Sql, right: Sql, evaluated: Sql): Sql {
  const equality = operator === '=' || operator === '!='
  const compared: Sql = [`a.key ${sqlOperator[operator]} b.key`]
  const keyed = sql`WHEN a.family = b.family AND a.family < ${[String(family.string)]} AND a.family > ${[String(family.iri)]} THEN CASE WHEN a.key = b.key AND ${mayTieStored} THEN ${evaluated} ELSE coalesce(${compared}, ${[operator === '!=' ? '1' : '0']}) END`
  const strings: Sql = [
    ` WHEN a.family = ${family.string} AND b.family = ${family.string} THEN a.value ${sqlOperator[operator]} b.value`,
  ]
  const others: Sql = [` WHEN a.family = ${family.other} AND b.family = ${family.other} THEN `, ...evaluated]
  const kinds: Sql = equality
    ? [
        `WHEN a.family <= ${family.iri} OR b.family <= ${family.iri} OR a.type = ${typeNumber.langString} OR b.type = ${typeNumber.langString} THEN a.id ${sqlOperator[operator]} b.id `,
      ]
    : []
  return sql`(SELECT CASE ${kinds}${keyed}${strings}${others} END FROM term AS a CROSS JOIN term AS b WHERE a.id = ${left} AND b.id = ${right})`
}
