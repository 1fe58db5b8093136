/**
 * A JSON text in one spelling: no white space, numbers by their value (whole numbers with all digits), members in the
 * order of the text, and blank nodes numbered in the order in which they appear, so that answers whose blank nodes
 * carry other labels compare equal. Members that are `null` are as if absent. Arrays under the keys of `unordered` are sorted.
 */
export function canonicalJson(text: string, unordered: ReadonlySet<string> = new Set()): string {
  const labels = new Map<string, string>()
  // The third argument, an object with the number as it is written, is newer than the compiler's description of it.
  const revive = (_key: string, value: unknown, ...[context]: readonly unknown[]): unknown =>
    typeof value === 'number' ? new ExactNumber(canonicalNumber(sourceOf(context) ?? String(value))) : value
  return print(JSON.parse(text, revive), { labels, unordered })
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
  readonly labels: Map<string, string>
  readonly unordered: ReadonlySet<string>
}

function print(value: unknown, printing: Printing, key?: string): string {
  const { labels, unordered } = printing
  if (typeof value === 'string') {
    if (!value.startsWith('_:')) return JSON.stringify(value)
    const label = labels.get(value) ?? `_:${labels.size}`
    labels.set(value, label)
    return JSON.stringify(label)
  }
  if (Array.isArray(value)) {
    const texts = value.map((one) => print(one, printing))
    return `[${(key !== undefined && unordered.has(key) ? texts.sort() : texts).join(',')}]`
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (value instanceof ExactNumber) return value.text
  return `{${Object.entries(value)
    .filter(([, one]) => one !== null)
    .map(([name, one]) => `${JSON.stringify(name)}:${print(one, printing, name)}`)
    .join(',')}}`
}
