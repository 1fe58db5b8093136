import { readDecimal } from '../../rdf/numeric-lexical.ts'
import { dateFields, dateTimeFields, type TemporalFields, timeFields } from '../../rdf/temporal-lexical.ts'
import { type Literal, literal, type Term, xsd } from '../../rdf/term.ts'
import { literalValue, type TemporalValue, type Value } from '../../rdf/value.ts'
import { decimalText, numericResult } from './results.ts'

/** A part of a date or time that is a whole number. */
export type DatePart = 'year' | 'month' | 'day' | 'hours' | 'minutes'

const dateParts: ReadonlySet<DatePart> = new Set(['year', 'month', 'day'])

/** YEAR, MONTH, DAY, HOURS and MINUTES (SPARQL 1.1, 17.4.5.2 to 17.4.5.6), of what the literal writes, in its own zone. */
export function datePart(part: DatePart, term: Term | undefined): Literal | undefined {
  const fields = fieldsOf(term)
  if (fields === undefined || term?.kind !== 'literal') return undefined
  if (term.datatype === xsd.date && !dateParts.has(part)) return undefined
  if (term.datatype === xsd.time && dateParts.has(part)) return undefined
  return literal(String(fields[part]), xsd.integer)
}

/** SECONDS (17.4.5.7): a decimal with the fraction. */
export function secondsPart(term: Term | undefined): Literal | undefined {
  const fields = fieldsOf(term)
  if (fields === undefined || term?.kind !== 'literal' || term.datatype === xsd.date) return undefined
  const seconds = readDecimal(fields.seconds)
  return seconds && numericResult({ kind: 'decimal', ...seconds })
}

/** TIMEZONE (17.4.5.8): the zone as a duration; an error where there is none. */
export function timezone(term: Term | undefined): Literal | undefined {
  if (fieldsOf(term) === undefined || term?.kind !== 'literal') return undefined
  const value = literalValue(term)
  return 'zone' in value && value.zone !== null ? durationLiteral(value.zone * 60) : undefined
}

/** TZ (17.4.5.9): the zone as it is written, `""` where there is none. */
export function timezoneText(term: Term | undefined): Literal | undefined {
  const fields = fieldsOf(term)
  return fields && literal(fields.zone)
}

/** An `xsd:dayTimeDuration` of so many seconds, in its canonical form. */
function durationLiteral(seconds: number): Literal | undefined {
  if (!Number.isFinite(seconds)) return undefined
  const rest = Math.abs(seconds)
  const days = Math.floor(rest / 86400)
  const hours = Math.floor((rest % 86400) / 3600)
  const minutes = Math.floor((rest % 3600) / 60)
  const secondsText = fractionText(rest % 60)
  const date = days > 0 ? `${days}D` : ''
  const time = [
    hours > 0 ? `${hours}H` : '',
    minutes > 0 ? `${minutes}M` : '',
    secondsText === '0' ? '' : `${secondsText}S`,
  ].join('')
  const text = date + (time === '' ? '' : `T${time}`)
  return literal(`${seconds < 0 && text !== '' ? '-' : ''}P${text || 'T0S'}`, xsd.dayTimeDuration)
}

/** An `xsd:dateTime` of seconds since the epoch in a zone of so many minutes; without a zone for `null`. */
export function dateTimeLiteral(seconds: number, zone: number | null): Literal | undefined {
  const local = seconds + (zone ?? 0) * 60
  const whole = Math.floor(local)
  // Date ends where its range of 273,000 years does.
  const date = new Date(whole * 1000)
  if (Number.isNaN(date.getTime())) return undefined
  const [day = '', time = ''] = date
    .toISOString()
    .replace(/^\+0*/, '')
    .replace(/^-0*(?=[0-9]{4})/, '-')
    .split('T')
  const fraction = fractionText(local - whole).slice(1)
  return literal(`${day}T${time.slice(0, 8)}${fraction}${zoneText(zone)}`, xsd.dateTime)
}

/**
 * `+` and `-` between a date or time and a duration of days and shorter units, or `-` between two of one kind; for
 * the types that XPath has it for, without months. `undefined` for all other operands.
 */
export function temporalArithmetic(operator: '+' | '-', a: Term, b: Term): Literal | undefined {
  if (a.kind !== 'literal' || b.kind !== 'literal') return undefined
  const [x, y] = [literalValue(a), literalValue(b)]
  if (isTemporal(x) && x.kind === y.kind && 'zone' in y) {
    return operator === '-' ? durationLiteral(x.seconds - y.seconds) : undefined
  }
  if (x.kind === 'duration' && y.kind === 'duration') {
    if (x.months !== 0 || y.months !== 0) return undefined
    return durationLiteral(operator === '+' ? x.seconds + y.seconds : x.seconds - y.seconds)
  }
  if (operator === '+' && x.kind === 'duration' && y.kind === 'dateTime') return temporalArithmetic('+', b, a)
  if (x.kind !== 'dateTime' || y.kind !== 'duration' || y.months !== 0) return undefined
  return dateTimeLiteral(operator === '+' ? x.seconds + y.seconds : x.seconds - y.seconds, x.zone)
}

function isTemporal(value: Value): value is TemporalValue {
  return value.kind === 'dateTime' || value.kind === 'date' || value.kind === 'time'
}

function fieldsOf(term: Term | undefined): TemporalFields | undefined {
  if (term?.kind !== 'literal') return undefined
  switch (term.datatype) {
    case xsd.dateTime: {
      const fields = dateTimeFields(term.value)
      return fields?.hours === 24 ? startOfNextDay(term) : fields
    }
    case xsd.date:
      return dateFields(term.value)
    case xsd.time: {
      const fields = timeFields(term.value)
      return fields?.hours === 24 ? { ...fields, hours: 0 } : fields
    }
    default:
      return undefined
  }
}

/** The end of a day, 24:00:00, is written as the start of the next one to take parts of. */
function startOfNextDay(term: Literal): TemporalFields | undefined {
  const value = literalValue(term)
  if (value.kind !== 'dateTime') return undefined
  const next = dateTimeLiteral(value.seconds, value.zone)
  return next && dateTimeFields(next.value)
}

/** Seconds below 60 to the microsecond, which is what a double holds of them. */
function fractionText(seconds: number): string {
  const micros = Math.floor(seconds * 1e6 + 0.5)
  const text = decimalText(BigInt(micros), 6)
  return text.replace(/\.?0+$/, '') || '0'
}

function zoneText(zone: number | null): string {
  if (zone === null) return ''
  if (zone === 0) return 'Z'
  const minutes = Math.abs(zone)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${zone < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
