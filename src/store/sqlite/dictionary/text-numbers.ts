/** Bytes of a part of the memory for texts; the last one may be smaller yet. */
const partBits = 20
const partBytes = 1 << partBits
const leastPartBytes = 1 << 10

/** Members of a slot: the hash, the number (0: the slot is free), and where the text is kept. */
const slotLength = 3

/** Bytes before each text: its kind with whether its units take two bytes, and its length. */
const headBytes = 2

/** Other in each process, so that no document can be made to collide. */
const seed = Math.floor(Math.random() * 0x1_0000_0000)

/** UTF-16 code units of the longest text that can be kept. */
export const longestText = 255

/**
 * Numbers by short texts of several kinds, in memory that the garbage collector does not look into: a hash table with
 * open addresses, and the texts one behind the other, a byte for each unit where that is enough. A text takes about 20
 * bytes beside its own, and finding one touches two places of memory.
 */
export class TextNumbers {
  readonly #parts: Uint8Array[] = []
  #end = 0
  #size = 0
  #mask = 63
  #slots = new Uint32Array(slotLength * 64)

  get size(): number {
    return this.#size
  }

  /** Bytes of the texts. */
  get bytes(): number {
    return this.#end
  }

  /** `kind` is below 128. */
  get(kind: number, text: string): number | undefined {
    const slot = this.#find(kind, text, hashOf(text, seed + kind))
    const number = this.#slots[slot + 1] ?? 0
    return number === 0 ? undefined : number
  }

  /** Keeps a text that is not there; `number` is from 1 to 2^32 - 1. */
  set(kind: number, text: string, number: number): void {
    if (4 * this.#size >= 3 * this.#mask) this.#grow()
    const hash = hashOf(text, seed + kind)
    const slot = this.#find(kind, text, hash)
    this.#slots[slot] = hash
    this.#slots[slot + 1] = number
    this.#slots[slot + 2] = this.#keep(kind, text)
    this.#size++
  }

  /** The slot of a text, or the free one where it belongs. */
  #find(kind: number, text: string, hash: number): number {
    const slots = this.#slots
    for (let index = hash & this.#mask; ; index = (index + 1) & this.#mask) {
      const slot = index * slotLength
      if (slots[slot + 1] === 0) return slot
      if (slots[slot] === hash && this.#isKept(kind, text, slots[slot + 2] ?? 0)) return slot
    }
  }

  #isKept(kind: number, text: string, place: number): boolean {
    const part = this.#parts[place >>> partBits]
    if (part === undefined) return false
    let at = place & (partBytes - 1)
    const head = part[at] ?? 0
    if (head >>> 1 !== kind || part[at + 1] !== text.length) return false
    at += headBytes
    if ((head & 1) === 0) {
      for (let index = 0; index < text.length; index++) {
        if (part[at + index] !== text.charCodeAt(index)) return false
      }
      return true
    }
    for (let index = 0; index < text.length; index++, at += 2) {
      if ((part[at] ?? 0) + ((part[at + 1] ?? 0) << 8) !== text.charCodeAt(index)) return false
    }
    return true
  }

  #keep(kind: number, text: string): number {
    if (text.length > longestText) throw new RangeError('The text is too long to be kept.')
    const wide = isWide(text)
    const length = headBytes + (wide ? 2 : 1) * text.length
    const part = this.#partWithRoom(length)
    const place = this.#end
    this.#end += length
    let at = place & (partBytes - 1)
    part[at++] = (kind << 1) | (wide ? 1 : 0)
    part[at++] = text.length
    for (let index = 0; index < text.length; index++) {
      const unit = text.charCodeAt(index)
      part[at++] = unit & 0xff
      if (wide) part[at++] = unit >>> 8
    }
    return place
  }

  /** The part that the next text goes to; a text lies in one part. */
  #partWithRoom(length: number): Uint8Array {
    const last = this.#parts.at(-1)
    if (last === undefined || this.#end + length > this.#parts.length * partBytes) {
      this.#end = this.#parts.length * partBytes
      const part = new Uint8Array(last === undefined ? leastPartBytes : partBytes)
      this.#parts.push(part)
      return part
    }
    if (this.#end + length <= (this.#parts.length - 1) * partBytes + last.length) return last
    const larger = new Uint8Array(2 * last.length)
    larger.set(last)
    this.#parts[this.#parts.length - 1] = larger
    return larger
  }

  #grow(): void {
    const old = this.#slots
    this.#mask = 2 * this.#mask + 1
    this.#slots = new Uint32Array(slotLength * (this.#mask + 1))
    for (let from = 0; from < old.length; from += slotLength) {
      if (old[from + 1] === 0) continue
      let index = (old[from] ?? 0) & this.#mask
      while (this.#slots[index * slotLength + 1] !== 0) index = (index + 1) & this.#mask
      this.#slots.set(old.subarray(from, from + slotLength), index * slotLength)
    }
  }
}

function isWide(text: string): boolean {
  let units = 0
  for (let index = 0; index < text.length; index++) units |= text.charCodeAt(index)
  return units > 0xff
}

/** Mixes each unit into 32 bits. */
function hashOf(text: string, start: number): number {
  let hash = start | 0
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x5bd1_e995)
    hash ^= hash >>> 15
  }
  hash = Math.imul(hash ^ (hash >>> 13), 0x85eb_ca6b)
  return (hash ^ (hash >>> 16)) >>> 0
}
