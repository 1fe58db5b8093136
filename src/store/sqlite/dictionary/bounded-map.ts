/**
 * A map that forgets: it keeps at least the entries used last that weigh `capacity` together and at most twice as many,
 * in two generations, the older of which is dropped whole when the younger is full. An entry weighs 1 unless told.
 */
export class BoundedMap<Key, Value> {
  readonly #capacity: number
  #weight = 0
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

  set(key: Key, value: Value, weight = 1): void {
    this.#young.set(key, value)
    this.#weight += weight
    if (this.#weight < this.#capacity) return
    this.#old = this.#young
    this.#young = new Map()
    this.#weight = 0
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
    this.#weight = 0
  }
}
