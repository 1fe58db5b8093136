/** Instructions of WebAssembly, as the bytes of its binary format; nested for the sake of those who write them. */
export type Code = number | readonly Code[]

/** 32-bit numbers, which addresses are. */
export const i32 = {
  constant: (value: number): Code => [0x41, signed(value)],
  load: (address: Code, offset: number): Code => [address, 0x28, 2, unsigned(offset)],
  add: (one: Code, other: Code): Code => [one, other, 0x6a],
  multiply: (one: Code, other: Code): Code => [one, other, 0x6c],
  and: (one: Code, other: Code): Code => [one, other, 0x71],
  isLess: (one: Code, other: Code): Code => [one, other, 0x49],
}

/** Four 32-bit numbers at once. */
export const vector = {
  load: (address: Code, offset: number): Code => [address, simd(0), 4, unsigned(offset)],
  store: (address: Code, value: Code, offset: number): Code => [
    address,
    value,
    simd(11),
    4,
    unsigned(offset),
  ],
  add: (one: Code, other: Code): Code => [one, other, simd(0xae)],
  xor: (one: Code, other: Code): Code => [one, other, simd(0x51)],
  shiftLeft: (value: Code, bits: number): Code => [value, i32.constant(bits), simd(0xab)],
  shiftRight: (value: Code, bits: number): Code => [value, i32.constant(bits), simd(0xad)],
  /** The four numbers, each moved `places` towards the first; those that were first come last. */
  turn: (value: Code, local: number, places: number): Code => {
    const bytes = Array.from({ length: 16 }, (_, index) => (index + 4 * places) % 16)
    return [value, set(local), get(local), get(local), simd(13), bytes]
  },
}

/** The value of a variable, or parameter. */
export function get(local: number): Code {
  return [0x20, unsigned(local)]
}

/** Takes a value into a variable. */
export function set(local: number, ...value: readonly Code[]): Code {
  return [value, 0x21, unsigned(local)]
}

/** Does something, and again as long as the condition holds then. */
export function repeatWhile(condition: Code, ...body: readonly Code[]): Code {
  return [0x03, 0x40, body, condition, 0x0d, 0, 0x0b]
}

/** A function of a module: parameters are its first variables, then those of 32-bit numbers, then those of vectors. */
export interface ModuleFunction {
  readonly name: string
  readonly parameters: number
  readonly numbers: number
  readonly vectors: number
  readonly body: Code
}

/** A module that exports functions, and its memory as `memory`; in pages of 64 KiB. */
export function moduleBytes(functions: readonly ModuleFunction[], pages: number): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [0x60, list(Array(parameters).fill(0x7f)), 0])
  const exports = functions.map(({ name }, index) => [text(name), 0, unsigned(index)])
  const bodies = functions.map(({ numbers, vectors, body }) => {
    const locals = list([
      [unsigned(numbers), 0x7f],
      [unsigned(vectors), 0x7b],
    ])
    return sized([locals, body, 0x0b])
  })
  return Uint8Array.from(
    bytesOf([
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      [1, sized(list(types))],
      [3, sized(list(functions.map((_, index) => unsigned(index))))],
      [5, sized(list([[1, unsigned(pages), unsigned(pages)]]))],
      [7, sized(list([[text('memory'), 2, 0], ...exports]))],
      [10, sized(list(bodies))],
    ]),
  )
}

function simd(operation: number): Code {
  return [0xfd, unsigned(operation)]
}

function list(items: readonly Code[]): Code {
  return [unsigned(items.length), items]
}

function sized(code: Code): Code {
  const bytes = bytesOf(code)
  return [unsigned(bytes.length), bytes]
}

function text(name: string): Code {
  return list([...Buffer.from(name)])
}

function bytesOf(code: Code): readonly number[] {
  return typeof code === 'number' ? [code] : code.flatMap(bytesOf)
}

/** LEB128. */
function unsigned(value: number): readonly number[] {
  const low = value % 128
  const rest = Math.floor(value / 128)
  return rest === 0 ? [low] : [low + 128, ...unsigned(rest)]
}

/** LEB128 of a number of 32 bits, the highest of which is its sign. */
function signed(value: number): readonly number[] {
  const low = value & 0x7f
  const rest = value >> 7
  const isLast = (rest === 0 && low < 64) || (rest === -1 && low >= 64)
  return isLast ? [low] : [low + 128, ...signed(rest)]
}
