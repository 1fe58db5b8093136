import { TextNumbers } from './text-numbers.ts'

/** Bytes of a text, on the average, for which there is room. */
const usualTextBytes = 40

/**
 * Numbers by short texts of several kinds, which are forgotten when there are too many: at least the `capacity` used
 * last are kept and at most twice as many, fewer where they are long. A text takes about 20 bytes beside its own.
 */
export class BoundedTextNumbers {
  readonly #capacity: number
  #young = new TextNumbers()
  #old = new TextNumbers()
  #forgets = false

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  /** Whether something may have been forgotten. */
  get forgets(): boolean {
    return this.#forgets
  }

  get(kind: number, text: string): number | undefined {
    const number = this.#young.get(kind, text)
    if (number !== undefined || this.#old.size === 0) return number
    const older = this.#old.get(kind, text)
    if (older !== undefined) this.set(kind, text, older)
    return older
  }

  /** Keeps a text that is not there. */
  set(kind: number, text: string, number: number): void {
    this.#young.set(kind, text, number)
    if (this.#young.size < this.#capacity && this.#young.bytes < this.#capacity * usualTextBytes) return
    this.#old = this.#young
    this.#young = new TextNumbers()
    this.#forgets = true
  }

  /** Forgets all, and gives its memory back. */
  clear(): void {
    this.#forgets = true
    this.#young = new TextNumbers()
    this.#old = new TextNumbers()
  }
}
