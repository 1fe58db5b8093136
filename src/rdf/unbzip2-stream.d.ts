/** Parts of unbzip2-stream 1.4, which has no types of its own. */

declare module 'unbzip2-stream/lib/bit_iterator.js' {
  /** Reads so many bits as a number; `null` leaves out the rest of a byte that was begun. */
  interface Bits {
    (count: number | null): number
    /** Bytes that were begun. */
    bytesRead: number
  }

  /** Reads bits of the buffers that `next` gives, the first of them at once. */
  export default function bitsOf(next: () => Uint8Array): Bits
}

declare module 'unbzip2-stream/lib/bzip2.js' {
  type Bits = (count: number | null) => number

  const bzip2: {
    /** Reads what stands before the blocks: their size in units of 100,000 bytes. */
    header(bits: Bits): number
    /** Unpacks a block, and returns the checksum until here; `null` where the end stands instead of a block. */
    decompress(
      bits: Bits,
      add: (byte: number) => void,
      buffer: Int32Array,
      size: number,
      checksum: number,
    ): number | null
  }
  export default bzip2
}
