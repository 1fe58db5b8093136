/** A point on the time line: seconds since 1970-01-01T00:00:00, possibly with a fraction, and how it was written. */
export interface Instant {
  /** Seconds since the epoch, with `zone` taken off; without a zone the local time is taken as UTC. */
  readonly seconds: number
  /** Offset from UTC in minutes; `null` where none is written. */
  readonly zone: number | null
}

/** A duration as XML Schema has it: months and seconds, both with the sign. */
export interface Duration {
  readonly months: number
  readonly seconds: number
}

/** What a lexical form of a date or a time writes down, before it becomes an {@link Instant}. */
export interface TemporalFields {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hours: number
  readonly minutes: number
  /** The seconds as written, `05.250`. */
  readonly seconds: string
  /** The zone as written (`Z`, `-05:00`), `''` where there is none. */
  readonly zone: string
}

const dateText = '(-?(?:[1-9][0-9]{3,}|0[0-9]{3}))-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])'
const timeText = '(?:([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9](?:\\.[0-9]+)?)|(24):(00):(00(?:\\.0+)?))'
const zoneText = '(Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?'
const dateTimeForm = new RegExp(`^${dateText}T${timeText}${zoneText}$`)
const dateForm = new RegExp(`^${dateText}${zoneText}$`)
const timeForm = new RegExp(`^${timeText}${zoneText}$`)
const durationForm =
  /^(-?)P(?=[0-9T])(?:([0-9]+)Y)?(?:([0-9]+)M)?(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+(?:\.[0-9]+)?)S)?)?$/

/** The members of an `xsd:dateTime`; `undefined` where it is not one (XML Schema 1.1, part 2, 3.3.7). */
export function dateTimeFields(lexical: string): TemporalFields | undefined {
  const match = dateTimeForm.exec(lexical)
  if (match === null) return undefined
  const [, year, month, day, hours, minutes, seconds, hours24, minutes24, seconds24, zone = ''] = match
  return checked({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hours: Number(hours ?? hours24),
    minutes: Number(minutes ?? minutes24),
    seconds: seconds ?? seconds24 ?? '',
    zone,
  })
}

/** The members of an `xsd:date`, at midnight; `undefined` where it is not one (XML Schema 1.1, part 2, 3.3.9). */
export function dateFields(lexical: string): TemporalFields | undefined {
  const match = dateForm.exec(lexical)
  if (match === null) return undefined
  const [, year, month, day, zone = ''] = match
  return checked({
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hours: 0,
    minutes: 0,
    seconds: '00',
    zone,
  })
}

/** The members of an `xsd:time`, on the first day of the epoch; `undefined` where it is not one (XML Schema 1.1, part 2, 3.3.8). */
export function timeFields(lexical: string): TemporalFields | undefined {
  const match = timeForm.exec(lexical)
  if (match === null) return undefined
  const [, hours, minutes, seconds, , minutes24, seconds24, zone = ''] = match
  return {
    year: 1970,
    month: 1,
    day: 1,
    hours: Number(hours ?? 0),
    minutes: Number(minutes ?? minutes24),
    seconds: seconds ?? seconds24 ?? '',
    zone,
  }
}

/** The point on the time line that the members of a lexical form stand for. */
export function instantOf(fields: TemporalFields): Instant {
  const zone = zoneMinutes(fields.zone)
  const days = daysFromEpoch(fields.year, fields.month, fields.day)
  const minutes = days * 1440 + fields.hours * 60 + fields.minutes - (zone ?? 0)
  return { seconds: minutes * 60 + Number(fields.seconds), zone }
}

/** The months and seconds of an `xsd:duration`; `undefined` where it is not one (XML Schema 1.1, part 2, 3.3.6). */
export function readDuration(lexical: string): Duration | undefined {
  const match = durationForm.exec(lexical)
  if (match === null) return undefined
  const [, sign, years, months, days, hours, minutes, seconds] = match
  const direction = sign === '-' ? -1 : 1
  const count = (digits: string | undefined) => Number(digits ?? 0)
  const allMonths = count(years) * 12 + count(months)
  const allSeconds = ((count(days) * 24 + count(hours)) * 60 + count(minutes)) * 60 + count(seconds)
  return { months: direction * allMonths || 0, seconds: direction * allSeconds || 0 }
}

/** Days between 1970-01-01 and a day of the proleptic Gregorian calendar; the year 0 is 1 BCE. */
function daysFromEpoch(year: number, month: number, day: number): number {
  // Years begin in March here, so that the leap day is the last of a year and needs no case of its own.
  const shifted = month > 2 ? year : year - 1
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * 146097 + dayOfEra - 719468
}

/** How many days a month has. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function checked(fields: TemporalFields): TemporalFields | undefined {
  return fields.day <= daysInMonth(fields.year, fields.month) ? fields : undefined
}

function zoneMinutes(zone: string): number | null {
  if (zone === '') return null
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6))
  return zone.startsWith('-') ? 0 - minutes : minutes
}
