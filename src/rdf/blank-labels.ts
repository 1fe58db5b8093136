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
