import { nearestName } from '../../rdf/nearest-name.ts'
import { secureUrl } from '../requests/secure-url.ts'
import { keyPath, shownText } from './key-path.ts'
import type { SettingsNode } from './settings-node.ts'
import type { Place, SettingsReport } from './settings-report.ts'

/** A map whose keys are known, and where is noted what is wrong with their values. */
export interface Section extends Place {
  /** The keys that lead to it; empty for the whole file. */
  readonly path: string
  readonly values: ReadonlyMap<string, SettingsNode>
  readonly report: SettingsReport
}

/** A map with these keys and no others; what it has of others is reported. Nothing written is an empty map. */
export function openSection(
  node: SettingsNode,
  path: string,
  known: readonly string[],
  report: SettingsReport,
): Section | undefined {
  const { line, column } = node
  if (node.kind !== 'map' && node.kind !== 'nothing') {
    report.problem(node, path, `Expected keys with values, not ${kindWords(node)}.`)
    return undefined
  }
  const entries = node.kind === 'map' ? node.entries : []
  for (const entry of entries.filter(({ key }) => !known.includes(key)))
    report.problem(entry, path, unknownKey(entry.key, known))
  const values = new Map(
    entries.filter(({ key }) => known.includes(key)).map(({ key, value }) => [key, value]),
  )
  return { path, values, report, line, column }
}

function unknownKey(key: string, known: readonly string[]): string {
  if (key === '<<') return 'Expected no merge key "<<": write its keys out.'
  const nearest = nearestOf(key, known)
  const expected = known.length === 1 ? 'Expected' : 'Expected one of'
  const end = nearest === undefined ? `${expected} ${known.join(', ')}.` : `Did you mean "${nearest}"?`
  const shown = /^\w{1,40}$/u.test(key) ? `"${key}"` : shownText(key)
  return `Unknown key ${shown}. ${end}`
}

/**
 * The name that was probably meant: the same one in other letters, or one at a distance of one letter, which is not its first: `ES256` is
 * an algorithm of its own rather than `HS256`.
 */
export function nearestOf(name: string, names: readonly string[]): string | undefined {
  const lower = name.toLowerCase().replace(/[_-]/gu, '')
  const similar = names.filter((one) => one.slice(0, 1).toLowerCase() === lower.slice(0, 1))
  return names.find((one) => one.toLowerCase() === lower) ?? nearestName(name, similar)
}

/** Notes a problem of a key of the section, at its value, or at the section where it has none. */
export function problemOf(section: Section, name: string, message: string): undefined {
  section.report.problem(section.values.get(name) ?? section, keyPath(section.path, name), message)
}

/** Notes a warning in the same way. */
export function warningOf(section: Section, name: string, message: string): void {
  section.report.warning(section.values.get(name) ?? section, keyPath(section.path, name), message)
}

/** A text that is not empty. Nothing where the key is absent, or its value wrong, which is reported; the same holds of the others. */
export function readText(section: Section, name: string): string | undefined {
  const node = section.values.get(name)
  return node && textOf(node, keyPath(section.path, name), section.report)
}

/** A text that is never repeated. */
export function readSecret(section: Section, name: string): string | undefined {
  const node = section.values.get(name)
  if (node === undefined) return undefined
  switch (node.kind) {
    case 'text':
      if (node.text === '') return problemOf(section, name, 'Expected a text that is not empty.')
      if (node.text !== node.text.trim())
        warningOf(section, name, 'It begins or ends with white space or a line break, which is part of it.')
      return node.text
    case 'number':
    case 'boolean':
      return problemOf(section, name, `Expected a text, not ${kindWords(node)}: put it in quotes.`)
    default:
      return problemOf(section, name, `Expected a text, not ${kindWords(node)}.`)
  }
}

/** `true` or `false`. */
export function readBoolean(section: Section, name: string): boolean | undefined {
  const node = section.values.get(name)
  if (node === undefined) return undefined
  if (node.kind === 'boolean') return node.value
  return problemOf(section, name, `Expected true or false, not ${shownNode(node)}.`)
}

/** One of a few words. */
export function readChoice<Word extends string>(
  section: Section,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const node = section.values.get(name)
  if (node === undefined) return undefined
  const word = words.find((one) => node.kind === 'text' && one === node.text)
  if (word !== undefined) return word
  const expected = words.length === 1 ? words.join('') : `one of ${words.join(', ')}`
  const nearest = node.kind === 'text' ? nearestOf(node.text, words) : undefined
  const end = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
  return problemOf(section, name, `Expected ${expected}, not ${shownNode(node)}.${end}`)
}

/** A list of texts that are not empty, each with its place. */
export function readTexts(section: Section, name: string): readonly PlacedText[] | undefined {
  const node = section.values.get(name)
  if (node === undefined) return undefined
  if (node.kind !== 'list')
    return problemOf(section, name, `Expected a list of texts, not ${kindWords(node)}.`)
  const texts = node.items.map((item, index): PlacedText | undefined => {
    const { line, column } = item
    const text = textOf(item, `${keyPath(section.path, name)}[${index}]`, section.report)
    return text === undefined ? undefined : { text, line, column }
  })
  const right = texts.filter((text) => text !== undefined)
  return right.length === texts.length ? right : undefined
}

/** A text of a list, and where it stands. */
export interface PlacedText extends Place {
  readonly text: string
}

/** A URL that secrets and tokens may be sent to and keys be had from: of https, or of this machine's loopback. */
export function readUrl(section: Section, name: string): string | undefined {
  const text = readText(section, name)
  if (text === undefined) return undefined
  const url = secureUrl(text)
  if (url !== undefined && url.hash === '') return text
  return problemOf(
    section,
    name,
    `Expected a URL that begins with https:// (or http:// for this machine: localhost or 127.0.0.1), without user, password and fragment, not ${shownText(text)}.`,
  )
}

/** A URL that paths are put behind; without a slash at its end. */
export function readBaseUrl(section: Section, name: string): string | undefined {
  const url = readUrl(section, name)
  if (url?.includes('?')) return problemOf(section, name, 'Expected a URL without a query ("?").')
  return url?.replace(/\/+$/u, '')
}

/** What a value is, in a message: its text, where it is short enough and none of a secret. */
function shownNode(node: SettingsNode): string {
  return node.kind === 'text' ? shownText(node.text) : kindWords(node)
}

function kindWords(node: SettingsNode): string {
  switch (node.kind) {
    case 'map':
      return 'a map'
    case 'list':
      return 'a list'
    case 'text':
      return 'a text'
    case 'number':
      return 'a number'
    case 'boolean':
      return `${node.value}`
    case 'nothing':
      return 'nothing'
  }
}

function textOf(node: SettingsNode, key: string, report: SettingsReport): string | undefined {
  const fail = (message: string): undefined => {
    report.problem(node, key, message)
  }
  switch (node.kind) {
    case 'text':
      if (node.text.trim() === '') return fail('Expected a text that is not empty.')
      if (/\p{Cc}/u.test(node.text))
        return fail('Expected a text of one line, without line breaks and control characters.')
      return node.text
    case 'number':
      return fail(`Expected a text, not the number ${node.written.slice(0, 40)}: put it in quotes.`)
    case 'boolean':
      return fail(`Expected a text, not ${node.value}: put it in quotes.`)
    default:
      return fail(`Expected a text, not ${kindWords(node)}.`)
  }
}
