import type { Literal } from '../../src/rdf/term.ts'

const xsd = 'http://www.w3.org/2001/XMLSchema#'
const wholeTypes = new Set(
  [
    'integer',
    'long',
    'int',
    'short',
    'byte',
    'nonNegativeInteger',
    'positiveInteger',
    'nonPositiveInteger',
    'negativeInteger',
    'unsignedLong',
    'unsignedInt',
    'unsignedShort',
    'unsignedByte',
  ].map((name) => xsd + name),
)
const temporalTypes = new Map<string, LiteralValue['kind']>([
  [`${xsd}dateTime`, 'dateTime'],
  [`${xsd}date`, 'date'],
  [`${xsd}time`, 'time'],
])

/** What a literal denotes, as far as queries look at it. An ill-typed literal is `other`. */
export type LiteralValue =
  | { readonly kind: 'whole'; readonly value: bigint }
  | { readonly kind: 'fraction'; readonly value: number }
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'dateTime' | 'date' | 'time'; readonly value: number }
  | { readonly kind: 'string' | 'other'; readonly value: string }

/** The value of a literal by its datatype; times without a zone count as UTC. */
export function literalValue(literal: Literal): LiteralValue {
  const { value: text, datatype } = literal
  if (wholeTypes.has(datatype) && /^[+-]?[0-9]+$/.test(text)) {
    return { kind: 'whole', value: BigInt(text.replace('+', '')) }
  }
  if (datatype === `${xsd}decimal` && /^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)$/.test(text)) {
    return { kind: 'fraction', value: Number(text) }
  }
  if (datatype === `${xsd}double` || datatype === `${xsd}float`) {
    const round = datatype === `${xsd}float` ? Math.fround : Number
    if (text === 'NaN') return { kind: 'fraction', value: Number.NaN }
    if (/^[+-]?INF$/.test(text)) {
      return { kind: 'fraction', value: text[0] === '-' ? -Infinity : Infinity }
    }
    if (/^[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?$/.test(text)) {
      return { kind: 'fraction', value: round(Number(text)) }
    }
  }
  if (datatype === `${xsd}boolean` && /^(true|false|1|0)$/.test(text)) {
    return { kind: 'boolean', value: text === 'true' || text === '1' }
  }
  const temporal = temporalTypes.get(datatype)
  if (temporal === 'dateTime' || temporal === 'date' || temporal === 'time') {
    const seconds = secondsOf(text, temporal)
    if (!Number.isNaN(seconds)) return { kind: temporal, value: seconds }
  }
  if (datatype === `${xsd}string` || literal.language !== '') return { kind: 'string', value: text }
  return { kind: 'other', value: text }
}

function secondsOf(text: string, kind: 'dateTime' | 'date' | 'time'): number {
  const zone = /(Z|[+-][0-9]{2}:[0-9]{2})$/.exec(text)?.[0] ?? ''
  const local = text.slice(0, text.length - zone.length)
  const full = { dateTime: local, date: `${local}T00:00:00`, time: `1970-01-01T${local}` }[kind]
  return Date.parse(full + (zone === '' ? 'Z' : zone)) / 1000
}
