/**
 * A JSON text in one spelling: no white space, numbers by their value (whole numbers with all digits), members in the
 * order of the text, and blank nodes numbered in the order in which they appear, so that answers whose blank nodes
 * carry other labels compare equal. Members that are `null` are as if absent, unless they are `kept`. Arrays under the keys of
 * `unordered` are sorted.
 */
export function canonicalJson(
  text: string,
  unordered: ReadonlySet<string> = new Set(),
  nulls: 'left out' | 'kept' = 'left out',
): string {
  const printing = { labels: new Map(), unordered: (key: string) => unordered.has(key), nulls }
  return print(parseExactly(text), printing)
}

/**
 * A JSON text in one spelling as {@link canonicalJson} has it, every array sorted; blank nodes as they are labelled, or, where
 * labels tell nothing, all of them alike.
 */
export function unorderedJson(text: string, labels: 'kept' | 'alike'): string {
  return print(parseExactly(text), { labels, unordered: () => true, nulls: 'left out' })
}

function parseExactly(text: string): unknown {
  // The third argument, an object with the number as it is written, is newer than the compiler's description of it.
  const revive = (_key: string, value: unknown, ...[context]: readonly unknown[]): unknown =>
    typeof value === 'number' ? new ExactNumber(canonicalNumber(sourceOf(context) ?? String(value))) : value
  return JSON.parse(text, revive)
}

function sourceOf(context: unknown): string | undefined {
  if (typeof context !== 'object' || context === null || !('source' in context)) return undefined
  return typeof context.source === 'string' ? context.source : undefined
}

/** A number as its text: `JSON.parse` alone would round it. */
class ExactNumber {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

function canonicalNumber(source: string): string {
  if (/^-?[0-9]+$/.test(source)) return BigInt(source).toString()
  const value = Number(source)
  return Number.isInteger(value) ? BigInt(value).toString() : String(value)
}

interface Printing {
  readonly labels: Map<string, string> | 'kept' | 'alike'
  /** Whether the array under a key is sorted; one within an array has the key ''. */
  readonly unordered: (key: string) => boolean
  readonly nulls: 'left out' | 'kept'
}

function print(value: unknown, printing: Printing, key = ''): string {
  const { labels, unordered, nulls } = printing
  if (typeof value === 'string') {
    if (!value.startsWith('_:') || labels === 'kept') return JSON.stringify(value)
    if (labels === 'alike') return '"_:"'
    const label = labels.get(value) ?? `_:${labels.size}`
    labels.set(value, label)
    return JSON.stringify(label)
  }
  if (Array.isArray(value)) {
    const texts = value.map((one) => print(one, printing))
    return `[${(unordered(key) ? texts.sort() : texts).join(',')}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof ExactNumber) return value.text
  return `{${Object.entries(value)
    .filter(([, one]) => one !== null || nulls === 'kept')
    .map(([name, one]) => `${JSON.stringify(name)}:${print(one, printing, name)}`)
    .join(',')}}`
}
