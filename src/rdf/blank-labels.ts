/** The label under which a document's blank node is kept; without an argument, of a node without a label. */
export type BlankLabels = (label?: string) => string

/** Labels that begin with `prefix`: no two prefixes, and no labelled and unlabelled nodes of one, share a label. */
export function createBlankLabels(prefix: string): BlankLabels {
  let count = 0
  return (label) => {
    if (label !== undefined) return `${prefix}_${label}`
    count += 1
    return `${prefix}-${count}`
  }
}

/**
 * What the labels of blank nodes of one answer begin with, to be followed by `x` and a number: one that no other answer
 * has, nor any document that is loaded, whose labels have `_` or `-`. Every syntax writes it as it is, XML too, since it
 * begins with a letter.
 */
export function freshLabelScope(): string {
  const digits = globalThis.crypto.randomUUID().replaceAll('-', '').slice(0, scopeDigits)
  return `b${BigInt(`0x${digits}`).toString(36).padStart(scopeLength, '0')}`
}

/** Hexadecimal digits of chance: 92 bits, beside the version that a UUID has. */
const scopeDigits = 24
/** Of as many digits to the base 36 the largest such number is. */
const scopeLength = 19
