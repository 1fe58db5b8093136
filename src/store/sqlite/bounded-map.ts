/**
 * A map that forgets: it keeps at least the `capacity` entries used last and at most twice as many, in two
 * generations, the older of which is dropped whole when the younger is full.
 */
export class BoundedMap<Key, Value> {
  readonly #capacity: number
  #young = new Map<Key, Value>()
  #old = new Map<Key, Value>()

  constructor(capacity: number) {
    this.#capacity = capacity
  }

  get(key: Key): Value | undefined {
    const value = this.#young.get(key)
    if (value !== undefined || this.#old.size === 0) return value
    const older = this.#old.get(key)
    if (older !== undefined) this.set(key, older)
    return older
  }

  set(key: Key, value: Value): void {
    this.#young.set(key, value)
    if (this.#young.size < this.#capacity) return
    this.#old = this.#young
    this.#young = new Map()
  }

  has(key: Key): boolean {
    return this.#young.has(key) || this.#old.has(key)
  }

  /** Whether entries may have been dropped since the map was last empty. */
  get full(): boolean {
    return this.#old.size > 0
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }
}
