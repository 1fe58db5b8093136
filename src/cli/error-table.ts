import { textWidth } from './fit-text.ts'
import { harmless } from './one-line.ts'
import { type Style, styled } from './terminal.ts'

/** An error to show to a person, where known with its places in the text they wrote. */
export interface ShownError {
  readonly message: string
  readonly code: string
  readonly locations: readonly Location[]
}

interface Location {
  readonly line: number
  readonly column: number
}

const widestLine = 400

/**
 * The errors of a request, each with its code, place and the line of the source with a caret under the column.
 * Lines and columns count from 1; a column counts UTF-16 units, as graphql-js does.
 *
 * @param file what places are told to be in, where that is not plain
 */
export function errorTable(
  errors: readonly ShownError[],
  source: string,
  colour: boolean,
  file?: string,
): string {
  const lines = source.split(/\r\n|\n|\r/u)
  const nameOf = (location: Location): string =>
    `${file === undefined ? '' : `${file}:`}${placeName(location)}`
  const places = errors.flatMap((error) => error.locations.map(nameOf))
  const width = Math.max(0, ...places.map((place) => place.length))
  const shown = errors.map((error) => {
    const place = error.locations[0]
    const head = [
      styled((place === undefined ? '' : nameOf(place)).padEnd(width), 'cyan', colour),
      styled(error.code, 'yellow', colour),
      styled(error.message, 'bold', colour),
    ]
    const excerpts = error.locations.flatMap((location) => sourceLine(lines, location, colour))
    return [head.filter((part) => part !== '').join('  '), ...excerpts].join('\n')
  })
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`
  return `${styled(count, 'red', colour)}\n${shown.join('\n')}\n`
}

function placeName(location: Location): string {
  return `${location.line}:${location.column}`
}

function sourceLine(lines: readonly string[], location: Location, colour: boolean): readonly string[] {
  const line = lines[location.line - 1]
  if (line === undefined) return []
  const start = Math.max(0, location.column - 1 - widestLine / 2)
  const excerpt = printable(line.slice(start, start + widestLine))
  const before = printable(line.slice(start, location.column - 1))
  const number = String(location.line)
  const bar = (style: Style, text: string) => styled(text, style, colour)
  return [
    `  ${bar('dim', `${number} │`)} ${excerpt}`,
    `  ${bar('dim', `${' '.repeat(number.length)} │`)} ${' '.repeat(textWidth(before))}${bar('red', '^')}`,
  ]
}

/** A line of the source as it is shown: a tab as a space, since nobody knows how wide the terminal makes it. */
function printable(text: string): string {
  return harmless(text.replace(/\t/gu, ' '))
}
