import {
  type Code,
  get,
  i32,
  type ModuleFunction,
  moduleBytes,
  repeatWhile,
  set,
  vector,
} from './web-assembly.ts'

/** `scryptROMix` (RFC 7914, 5) of a block of 128 · r bytes, in place. */
export type RomMix = (block: Uint8Array) => void

/**
 * `scryptROMix` for one N and r, as a program of WebAssembly that works on four numbers at once. OpenSSL's works on one.
 *
 * @param cost N, a power of two
 */
export function createRomMix(cost: number, blockSize: number): RomMix {
  const blockBytes = 128 * blockSize
  const pages = Math.ceil((blockBytes * (cost + 2)) / 65_536)
  const functions = [fill(blockBytes), mix(blockBytes, cost)]
  const module = new WebAssembly.Module(moduleBytes(functions, pages))
  const { exports } = new WebAssembly.Instance(module)
  const { memory, fill: fillSteps, mix: mixSteps } = exports
  if (!(memory instanceof WebAssembly.Memory) || !isFunction(fillSteps) || !isFunction(mixSteps))
    throw new Error('The module has other exports.')
  const bytes = new Uint8Array(memory.buffer)
  return (block) => {
    copyWords(block, bytes.subarray(0, blockBytes), (from, to) => [from, to])
    // In pieces, since the engine takes up the better code that it makes meanwhile at a call only.
    for (let step = 0; step < cost; step += stepsAtOnce) fillSteps(step, Math.min(step + stepsAtOnce, cost))
    for (let step = 0; step < cost; step += stepsAtOnce) mixSteps(step, Math.min(step + stepsAtOnce, cost))
    copyWords(bytes.subarray(cost * blockBytes, (cost + 1) * blockBytes), block, (from, to) => [to, from])
  }
}

const stepsAtOnce = 512

/** Parameters of both functions: the first step, and the one before which they end. */
const step = 0
const end = 1
/** Addresses: of the block that is read, of the one xored with it, of that which is written, and where reading ends. */
const read = 2
const other = 3
const write = 4
const readEnd = 5
/** The four rows of 16 numbers, what they were before, and room for a sum. */
const x = [6, 7, 8, 9] as const
const before = [10, 11, 12, 13] as const
const sum = 14

/** RFC 7914, 5, step 2: block i + 1 is made of block i. */
function fill(blockBytes: number): ModuleFunction {
  return stepsFunction('fill', [
    set(read, i32.multiply(get(step), i32.constant(blockBytes))),
    set(write, i32.add(get(read), i32.constant(blockBytes))),
    blockMix(blockBytes, false),
  ])
}

/** Step 3: the last two blocks are made of one another in turns, and of one of the first N, which the block itself tells. */
function mix(blockBytes: number, cost: number): ModuleFunction {
  const isOdd = i32.and(get(step), i32.constant(1))
  const isEven = i32.and(i32.add(get(step), i32.constant(1)), i32.constant(1))
  const blockAt = (number: Code): Code => i32.multiply(number, i32.constant(blockBytes))
  return stepsFunction('mix', [
    set(read, blockAt(i32.add(i32.constant(cost), isOdd))),
    set(write, blockAt(i32.add(i32.constant(cost), isEven))),
    set(other, blockAt(i32.and(i32.load(get(read), blockBytes - 64), i32.constant(cost - 1)))),
    blockMix(blockBytes, true),
  ])
}

function stepsFunction(name: string, body: readonly Code[]): ModuleFunction {
  const next = set(step, i32.add(get(step), i32.constant(1)))
  const steps = repeatWhile(i32.isLess(get(step), get(end)), ...body, next)
  return { name, parameters: 2, numbers: 4, vectors: 9, body: steps }
}

/** `scryptBlockMix` (RFC 7914, 4): pieces of 64 bytes, the even ones of which come first. */
function blockMix(blockBytes: number, withOther: boolean): Code {
  const piece = (row: number, offset: number): Code => {
    const loaded = vector.load(get(read), offset + 16 * row)
    return withOther ? vector.xor(loaded, vector.load(get(other), offset + 16 * row)) : loaded
  }
  const half = (number: number): Code => [
    x.map((local, row) => set(local, vector.xor(get(local), piece(row, 64 * number)))),
    x.map((local, row) => set(before[row] ?? 0, get(local))),
    salsa,
    x.map((local, row) => set(local, vector.add(get(local), get(before[row] ?? 0)))),
    x.map((local, row) => vector.store(get(write), get(local), (number * blockBytes) / 2 + 16 * row)),
  ]
  const advance = (local: number, bytes: number): Code => set(local, i32.add(get(local), i32.constant(bytes)))
  return [
    x.map((local, row) => set(local, piece(row, blockBytes - 64))),
    set(readEnd, i32.add(get(read), i32.constant(blockBytes))),
    repeatWhile(
      i32.isLess(get(read), get(readEnd)),
      half(0),
      half(1),
      advance(read, 128),
      withOther ? advance(other, 128) : [],
      advance(write, 64),
    ),
  ]
}

/** `salsa20/8` (RFC 7914, 3) without its last sum: four double rounds, of columns and of rows, on diagonals as vectors. */
const salsa: Code = Array.from({ length: 4 }, () => [
  quarters(1, 2, 3),
  turns(3, 2, 1),
  quarters(3, 2, 1),
  turns(1, 2, 3),
])

/** Four quarter rounds at once; the numbers are those of the rows. */
function quarters(second: number, third: number, fourth: number): Code {
  const quarter = (target: number, one: number, two: number, bits: number): Code => [
    set(sum, vector.add(get(x[one] ?? 0), get(x[two] ?? 0))),
    // A rotation is two shifts.
    set(
      x[target] ?? 0,
      vector.xor(
        vector.xor(get(x[target] ?? 0), vector.shiftLeft(get(sum), bits)),
        vector.shiftRight(get(sum), 32 - bits),
      ),
    ),
  ]
  return [
    quarter(second, 0, fourth, 7),
    quarter(third, second, 0, 9),
    quarter(fourth, third, second, 13),
    quarter(0, fourth, third, 18),
  ]
}

/** Turns the rows 1, 2 and 3 by so many places, so that diagonals of columns become those of rows, and back. */
function turns(...places: readonly [number, number, number]): Code {
  return places.map((count, index) => {
    const local = x[index + 1] ?? 0
    return set(local, vector.turn(get(local), sum, count))
  })
}

/** Copies pieces of 16 words of 4 bytes, between their order and that of diagonals, in which the program has them. */
function copyWords(
  source: Uint8Array,
  target: Uint8Array,
  ends: (plain: number, diagonal: number) => readonly [number, number],
): void {
  for (let piece = 0; piece < source.length; piece += 64)
    for (let word = 0; word < 16; word++) {
      const [from, to] = ends(piece + 4 * ((5 * word) % 16), piece + 4 * word)
      target.set(source.subarray(from, from + 4), to)
    }
}

function isFunction(value: unknown): value is (first: number, end: number) => void {
  return typeof value === 'function'
}
