import { decimalToNumber, type Integer, readDecimal, readFloating, readInteger } from './numeric-lexical.ts'
import { dateFields, dateTimeFields, instantOf, readDuration, timeFields } from './temporal-lexical.ts'
import { type Literal, rdf, xsd, xsdNamespace } from './term.ts'

/** `xsd:integer` or a type derived from it. */
export interface IntegerValue {
  readonly kind: 'integer'
  /** A `number` where that is exact, else a `bigint`. */
  readonly value: Integer
}

/** `xsd:decimal`: `unscaled / 10^scale`, exact, without trailing zeros in the fraction. */
export interface DecimalValue {
  readonly kind: 'decimal'
  readonly unscaled: bigint
  readonly scale: number
}

/** `xsd:float` (rounded to single precision) or `xsd:double`. */
export interface FloatingValue {
  readonly kind: 'float' | 'double'
  readonly value: number
}

/** `xsd:boolean`. */
export interface BooleanValue {
  readonly kind: 'boolean'
  readonly value: boolean
}

/** `xsd:dateTime`, `xsd:dateTimeStamp`, `xsd:date` (its first moment) or `xsd:time` (on 1970-01-01). */
export interface TemporalValue {
  readonly kind: 'dateTime' | 'date' | 'time'
  /** Seconds since the epoch, possibly with a fraction; without a zone the local time is taken as UTC. */
  readonly seconds: number
  /** Offset from UTC in minutes; `null` where none is written. */
  readonly zone: number | null
}

/** `xsd:duration`, `xsd:yearMonthDuration` (no seconds) or `xsd:dayTimeDuration` (no months). */
export interface DurationValue {
  readonly kind: 'duration'
  readonly months: number
  readonly seconds: number
}

/** `xsd:string`, and the types derived from it. */
export interface StringValue {
  readonly kind: 'string'
  readonly value: string
}

/** A language-tagged string; the tag is in lower case. */
export interface LanguageStringValue {
  readonly kind: 'langString'
  readonly value: string
  readonly language: string
}

/** A literal of a datatype known here whose lexical form is not one of that datatype. */
export interface IllTyped {
  readonly kind: 'illTyped'
}

/** A literal of a datatype that has no values here: only its form counts. */
export interface OtherValue {
  readonly kind: 'other'
}

/** A number of any datatype. */
export type NumericValue = IntegerValue | DecimalValue | FloatingValue

/** The value that a literal stands for. */
export type Value =
  | NumericValue
  | BooleanValue
  | TemporalValue
  | DurationValue
  | StringValue
  | LanguageStringValue
  | IllTyped
  | OtherValue

const illTyped: IllTyped = { kind: 'illTyped' }
const other: OtherValue = { kind: 'other' }
const booleans = { true: { kind: 'boolean', value: true }, false: { kind: 'boolean', value: false } } as const

/**
 * The value of a literal by its datatype. Lexical forms are those of XML Schema 1.1, part 2, without white space
 * around them; one that the datatype does not have, or that is out of its range, is `illTyped`.
 */
export function literalValue(literal: Literal): Value {
  const { datatype, value } = literal
  if (datatype === xsd.string) return { kind: 'string', value }
  if (datatype === rdf.langString) return { kind: 'langString', value, language: literal.language }
  const reader = readers.get(datatype)
  return reader === undefined ? other : (reader(value) ?? illTyped)
}

/** Whether a value is a number. */
export function isNumeric(value: Value): value is NumericValue {
  return (
    value.kind === 'integer' || value.kind === 'decimal' || value.kind === 'double' || value.kind === 'float'
  )
}

/** Whether the values of a datatype are numbers, of XML Schema's own or derived types. */
export function isNumericDatatype(datatype: string): boolean {
  return numericDatatypes.has(datatype)
}

/**
 * A number to sort and compare numerics of all datatypes by: exact (a safe integer as `number`, else a `bigint`) where
 * the value is whole and fits in 64 bits, else the nearest double; `null` for NaN, which equals nothing.
 */
export function numericKey(value: NumericValue): number | bigint | null {
  switch (value.kind) {
    case 'integer':
      if (typeof value.value === 'number') return value.value
      return fitsInt64(value.value) ? value.value : Number(value.value)
    case 'decimal': {
      if (value.scale !== 0 || !fitsInt64(value.unscaled)) return decimalToNumber(value)
      const near = Number(value.unscaled)
      return Number.isSafeInteger(near) ? near : value.unscaled
    }
    case 'float':
    case 'double': {
      const number = value.value
      if (Number.isNaN(number)) return null
      if (!Number.isInteger(number)) return number
      // `+ 0` makes the negative zero, which equals zero, the same key.
      if (Number.isSafeInteger(number)) return number + 0
      const exact = BigInt(number)
      return fitsInt64(exact) ? exact : number
    }
  }
}

/** Seconds since the epoch of a date or time, one without a zone taken as UTC: values of one kind compare by it. */
export function epochSeconds(value: TemporalValue): number {
  return value.seconds
}

function fitsInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value
}

type Reader = (lexical: string) => Value | undefined

const readers: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  [xsd.integer, integerReader()],
  [xsd.decimal, decimalValue],
  [xsd.double, (lexical) => floatingValue('double', readFloating(lexical))],
  [xsd.float, (lexical) => floatingValue('float', readFloating(lexical))],
  [xsd.boolean, booleanValue],
  [xsd.dateTime, dateTimeValue],
  [`${xsdNamespace}dateTimeStamp`, dateTimeStampValue],
  [xsd.date, dateValue],
  [xsd.time, timeValue],
  [`${xsdNamespace}duration`, (lexical) => durationValue(lexical)],
  [xsd.dayTimeDuration, (lexical) => (/[YM]/.test(datePart(lexical)) ? undefined : durationValue(lexical))],
  [
    `${xsdNamespace}yearMonthDuration`,
    (lexical) => (/[DT]/.test(lexical) ? undefined : durationValue(lexical)),
  ],
  [`${xsdNamespace}nonPositiveInteger`, integerReader(undefined, 0)],
  [`${xsdNamespace}negativeInteger`, integerReader(undefined, -1)],
  [`${xsdNamespace}nonNegativeInteger`, integerReader(0)],
  [`${xsdNamespace}positiveInteger`, integerReader(1)],
  [`${xsdNamespace}long`, integerReader(-(2n ** 63n), 2n ** 63n - 1n)],
  [`${xsdNamespace}int`, integerReader(-2147483648, 2147483647)],
  [`${xsdNamespace}short`, integerReader(-32768, 32767)],
  [`${xsdNamespace}byte`, integerReader(-128, 127)],
  [`${xsdNamespace}unsignedLong`, integerReader(0, 2n ** 64n - 1n)],
  [`${xsdNamespace}unsignedInt`, integerReader(0, 4294967295)],
  [`${xsdNamespace}unsignedShort`, integerReader(0, 65535)],
  [`${xsdNamespace}unsignedByte`, integerReader(0, 255)],
])

const notNumeric: ReadonlySet<string> = new Set([
  xsd.boolean,
  xsd.dateTime,
  `${xsdNamespace}dateTimeStamp`,
  xsd.date,
  xsd.time,
  `${xsdNamespace}duration`,
  xsd.dayTimeDuration,
  `${xsdNamespace}yearMonthDuration`,
])
const numericDatatypes: ReadonlySet<string> = new Set(
  [...readers.keys()].filter((datatype) => !notNumeric.has(datatype)),
)

function integerReader(least?: Integer, most?: Integer): Reader {
  return (lexical) => {
    const value = readInteger(lexical)
    if (value === undefined) return undefined
    if (least !== undefined && value < least) return undefined
    if (most !== undefined && value > most) return undefined
    return { kind: 'integer', value }
  }
}

function decimalValue(lexical: string): Value | undefined {
  const decimal = readDecimal(lexical)
  return decimal && { kind: 'decimal', unscaled: decimal.unscaled, scale: decimal.scale }
}

function floatingValue(kind: 'float' | 'double', value: number | undefined): Value | undefined {
  return value === undefined ? undefined : { kind, value: kind === 'float' ? Math.fround(value) : value }
}

function booleanValue(lexical: string): Value | undefined {
  if (lexical === 'true' || lexical === '1') return booleans.true
  if (lexical === 'false' || lexical === '0') return booleans.false
  return undefined
}

function dateTimeValue(lexical: string): Value | undefined {
  const fields = dateTimeFields(lexical)
  return fields && { kind: 'dateTime', ...instantOf(fields) }
}

function dateTimeStampValue(lexical: string): Value | undefined {
  const fields = dateTimeFields(lexical)
  return fields && fields.zone !== '' ? { kind: 'dateTime', ...instantOf(fields) } : undefined
}

function dateValue(lexical: string): Value | undefined {
  const fields = dateFields(lexical)
  return fields && { kind: 'date', ...instantOf(fields) }
}

function timeValue(lexical: string): Value | undefined {
  const fields = timeFields(lexical)
  return fields && { kind: 'time', ...instantOf(fields) }
}

function durationValue(lexical: string): Value | undefined {
  const duration = readDuration(lexical)
  return duration && { kind: 'duration', ...duration }
}

function datePart(lexical: string): string {
  const time = lexical.indexOf('T')
  return time === -1 ? lexical : lexical.slice(0, time)
}
