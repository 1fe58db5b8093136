/** Bytes that come in pieces, to be had as one. */
export interface BytePieces {
  add(bytes: Uint8Array): void
  /** All of them. */
  whole(): Uint8Array
  readonly length: number
}

/** Pieces that are put together at once: however small they come, they take no more memory than what is in them. */
const mostPieces = 1024

/** No bytes yet. */
export function createBytePieces(): BytePieces {
  const together: Uint8Array[] = []
  let pieces: Uint8Array[] = []
  let length = 0
  return {
    add(bytes) {
      if (bytes.length === 0) return
      pieces.push(bytes)
      length += bytes.length
      if (pieces.length < mostPieces) return
      together.push(Buffer.concat(pieces))
      pieces = []
    },
    whole() {
      const [only = new Uint8Array(), ...others] = [...together, ...pieces]
      return others.length === 0 ? only : Buffer.concat([only, ...others])
    },
    get length() {
      return length
    },
  }
}
