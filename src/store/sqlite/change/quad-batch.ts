/** Batches of fewer quads are compared one by one, larger ones sorted digit by digit. */
const radixThreshold = 5_000

/**
 * Quads as the numbers of their terms, `g` 0 for the default graph, kept in four columns of 32 bits: 16 bytes a quad, and half
 * as much again while they are sorted. Numbers must be below 2^32.
 */
export class QuadBatch {
  #size = 0
  #columns = {
    p: new Uint32Array(1024),
    s: new Uint32Array(1024),
    o: new Uint32Array(1024),
    g: new Uint32Array(1024),
  }

  get size(): number {
    return this.#size
  }

  add(p: number, s: number, o: number, g: number): void {
    if (Math.max(p, s, o, g) > 0xffff_ffff)
      throw new RangeError('A database holds at most 4,294,967,295 terms.')
    if (this.#size === this.#columns.p.length) this.#grow()
    this.#columns.p[this.#size] = p
    this.#columns.s[this.#size] = s
    this.#columns.o[this.#size] = o
    this.#columns.g[this.#size] = g
    this.#size++
  }

  clear(): void {
    this.#size = 0
  }

  /** Each distinct quad once, in the order of the primary key; `first` on the first of each triple. */
  sorted(visit: (p: number, s: number, o: number, g: number, first: boolean) => void): void {
    const { p, s, o, g } = this.#columns
    let previous = -1
    for (const index of this.#order()) {
      const sameTriple =
        previous >= 0 && p[index] === p[previous] && s[index] === s[previous] && o[index] === o[previous]
      if (!sameTriple || g[index] !== g[previous]) {
        visit(p[index] ?? 0, s[index] ?? 0, o[index] ?? 0, g[index] ?? 0, !sameTriple)
      }
      previous = index
    }
  }

  /** The different numbers of one column. */
  distinct(column: 'p' | 'g'): Set<number> {
    return new Set(this.#columns[column].subarray(0, this.#size))
  }

  #grow(): void {
    const { p, s, o, g } = this.#columns
    this.#columns = { p: doubled(p), s: doubled(s), o: doubled(o), g: doubled(g) }
  }

  #order(): Uint32Array {
    const { p, s, o, g } = this.#columns
    const order = Uint32Array.from({ length: this.#size }, (_, index) => index)
    if (this.#size < radixThreshold) {
      const compare = (column: Uint32Array, a: number, b: number) => (column[a] ?? 0) - (column[b] ?? 0)
      return order.sort(
        (a, b) => compare(p, a, b) || compare(s, a, b) || compare(o, a, b) || compare(g, a, b),
      )
    }
    // Stable passes from the least significant digit of the last column to the most significant of the first.
    return [g, o, s, p].reduce(
      ({ from, to }, column) => {
        let [source, target] = [from, to]
        const largest = largestOf(column, this.#size)
        for (let shift = 0; shift < 32 && largest >>> shift > 0; shift += 16) {
          sortByDigit(column, shift, source, target)
          ;[source, target] = [target, source]
        }
        return { from: source, to: target }
      },
      { from: order, to: new Uint32Array(this.#size) },
    ).from
  }
}

function doubled(column: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(column.length * 2)
  larger.set(column)
  return larger
}

function largestOf(column: Uint32Array, size: number): number {
  let largest = 0
  for (let index = 0; index < size; index++) largest = Math.max(largest, column[index] ?? 0)
  return largest
}

/** Counting sort by 16 bits of a column. */
function sortByDigit(column: Uint32Array, shift: number, source: Uint32Array, target: Uint32Array): void {
  const starts = new Uint32Array(0x1_0001)
  for (const index of source) {
    const next = (((column[index] ?? 0) >>> shift) & 0xffff) + 1
    starts[next] = (starts[next] ?? 0) + 1
  }
  for (let digit = 1; digit <= 0x1_0000; digit++)
    starts[digit] = (starts[digit] ?? 0) + (starts[digit - 1] ?? 0)
  for (const index of source) {
    const digit = ((column[index] ?? 0) >>> shift) & 0xffff
    const place = starts[digit] ?? 0
    target[place] = index
    starts[digit] = place + 1
  }
}
