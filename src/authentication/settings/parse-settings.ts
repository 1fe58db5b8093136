import {
  type Document,
  type ErrorCode,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
} from 'yaml'
import { keyPath } from './key-path.ts'
import type { SettingsEntry, SettingsNode } from './settings-node.ts'
import type { Place, SettingsReport } from './settings-report.ts'

/** Values in a file, those counted again that aliases repeat: far above any real one. */
const mostNodes = 20_000

/** Levels of maps and lists in each other: real files have five. */
const mostLevels = 20

const start: Place = { line: 1, column: 1 }

/** Reads YAML 1.2 (core schema) as values with their places; nothing where the text has problems, which are reported. */
export function parseSettings(text: string, report: SettingsReport): SettingsNode | undefined {
  const lines = new LineCounter()
  const placeOf = (offset: number | undefined): Place => {
    const { line, col } = lines.linePos(offset ?? 0)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const documents = documentsOf(text, lines)
  if (documents === undefined) {
    report.problem(start, '', 'Its maps and lists are nested too deep.')
    return undefined
  }
  for (const { code, pos } of documents.flatMap(({ errors, warnings }) => [...errors, ...warnings]))
    report.problem(placeOf(pos[0]), '', syntaxProblem(code))
  const [document, second] = documents
  if (second !== undefined)
    report.problem(placeOf(second.range?.[0]), '', 'Expected one document: nothing can follow a line "---".')
  // What comes of a text with wrong syntax would only tell of keys that nobody wrote.
  if (report.problems.length > 0) return undefined
  if (!isNode(document?.contents)) return { kind: 'nothing', ...start }
  return createReader(document, placeOf, report)(document.contents, '', 0)
}

/** Nothing where the text is nested deeper than the stack. */
function documentsOf(text: string, lineCounter: LineCounter): readonly Document[] | undefined {
  try {
    const options = { lineCounter, prettyErrors: false, uniqueKeys: false, schema: 'core' } as const
    return [...parseAllDocuments(text, options)]
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

type NodeReader = (node: Node, key: string, level: number) => SettingsNode | undefined

function createReader(
  document: Document,
  placeOf: (offset: number | undefined) => Place,
  report: SettingsReport,
): NodeReader {
  let count = 0
  let isTooMuch = false
  /** Whether to read on; the first value for which it is not is told. */
  function goesOn(place: Place, key: string, level: number): boolean {
    count += 1
    if (isTooMuch || (count <= mostNodes && level <= mostLevels)) return !isTooMuch
    isTooMuch = true
    const most = `at most ${mostNodes.toLocaleString('en')} values in all`
    report.problem(place, key, `Expected ${count > mostNodes ? most : 'no maps and lists nested so deep'}.`)
    return false
  }
  const read: NodeReader = (node, key, level) => {
    const place = placeOf(node.range?.[0])
    if (!goesOn(place, key, level)) return undefined
    if (isAlias(node)) {
      const meant = node.resolve(document)
      if (meant !== undefined) return read(meant, key, level + 1)
      report.problem(place, key, 'Expected a value with this anchor before its alias.')
      return undefined
    }
    if (isMap(node)) return { kind: 'map', entries: readEntries(node.items, key, level), ...place }
    if (isSeq(node)) return { kind: 'list', items: readItems(node.items, key, level), ...place }
    return isScalar(node) ? scalarNode(node, place) : undefined
  }
  function readItems(items: readonly unknown[], key: string, level: number): readonly SettingsNode[] {
    return items.flatMap((item) => (isNode(item) ? (read(item, key, level + 1) ?? []) : []))
  }
  function readEntries(
    pairs: readonly { readonly key: unknown; readonly value: unknown }[],
    path: string,
    level: number,
  ): readonly SettingsEntry[] {
    const lineOf = new Map<string, number>()
    return pairs.flatMap((pair) => {
      const place = placeOf(isNode(pair.key) ? pair.key.range?.[0] : undefined)
      if (!isScalar(pair.key) || typeof pair.key.value !== 'string') {
        report.problem(place, path, 'Expected a text as a key: put it in quotes.')
        return []
      }
      const key = pair.key.value
      const before = lineOf.get(key)
      if (before !== undefined) {
        report.problem(place, keyPath(path, key), `Expected once; it stands in line ${before} already.`)
        return []
      }
      lineOf.set(key, place.line)
      const value: SettingsNode | undefined = isNode(pair.value)
        ? read(pair.value, keyPath(path, key), level + 1)
        : { kind: 'nothing', ...place }
      if (value === undefined) return []
      // A map begins with its first key; what it lacks is looked for where its own one is.
      const isAtKey = value.kind === 'map' || value.kind === 'nothing'
      return [{ key, value: isAtKey ? { ...value, ...place } : value, ...place }]
    })
  }
  return read
}

function scalarNode(
  { value, source }: { readonly value: unknown; readonly source?: string },
  place: Place,
): SettingsNode | undefined {
  switch (typeof value) {
    case 'string':
      return { kind: 'text', text: value, ...place }
    case 'boolean':
      return { kind: 'boolean', value, ...place }
    case 'number':
      return { kind: 'number', written: source ?? String(value), ...place }
    default:
      return { kind: 'nothing', ...place }
  }
}

/** What is wrong, without a piece of the text, which may be that of a secret. */
function syntaxProblem(code: ErrorCode): string {
  switch (code) {
    case 'BAD_DQ_ESCAPE':
      return 'Expected an escape sequence that YAML has. In single quotes a backslash stands for itself, in double quotes write "\\\\".'
    case 'TAB_AS_INDENT':
      return 'Expected spaces: YAML is not indented by tabs.'
    case 'BAD_INDENT':
      return 'Expected as much space at the start of the line as before its neighbours.'
    case 'BAD_SCALAR_START':
      return 'Expected quotes around a value that begins with this character.'
    case 'MISSING_CHAR':
      return 'Expected a character that is missing, such as a closing quote or bracket, the ":" behind a key or the space behind it.'
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY':
    case 'KEY_OVER_1024_CHARS':
      return 'Expected a key, ":", a space and a value in one line; quotes are needed around a value with ": " in it.'
    case 'MULTIPLE_DOCS':
      return 'Expected one document: nothing can follow a line "---".'
    case 'BAD_DIRECTIVE':
      return 'Expected no directive but %YAML 1.2.'
    case 'TAG_RESOLVE_FAILED':
    case 'BAD_COLLECTION_TYPE':
    case 'MULTIPLE_TAGS':
      return 'Expected no tag ("!") but those of the YAML core schema.'
    case 'ALIAS_PROPS':
    case 'BAD_ALIAS':
    case 'MULTIPLE_ANCHORS':
    case 'BAD_PROP_ORDER':
      return 'Expected an anchor ("&") or alias ("*") of YAML here; a value that begins with such a character needs quotes.'
    case 'RESOURCE_EXHAUSTION':
      return 'Expected less: its maps and lists are nested too deep, or it has too many aliases.'
    case 'BLOCK_IN_FLOW':
    case 'DUPLICATE_KEY':
    case 'IMPOSSIBLE':
    case 'NON_STRING_KEY':
    case 'UNEXPECTED_TOKEN':
      return 'Expected YAML; this cannot stand here.'
  }
}
