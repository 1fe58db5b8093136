/** Parts of the JavaScript interface of WebAssembly, which the types of Node.js leave to those of browsers. */

declare namespace WebAssembly {
  /** A program that was checked, and compiled. */
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>)
  }

  /** A program with a memory of its own. */
  class Instance {
    constructor(module: Module)
    readonly exports: Readonly<Record<string, unknown>>
  }

  /** Bytes that a program works on. */
  class Memory {
    readonly buffer: ArrayBuffer
  }
}
