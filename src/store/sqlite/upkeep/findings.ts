/** Something that is wrong with a database file. */
export interface StoreFinding {
  /** What was checked. */
  readonly part: 'file' | 'dictionary' | 'quads' | 'counts'
  /** A sentence with the numbers of what it is about. */
  readonly message: string
}

/** Findings that are told one by one. */
const mostFindings = 100

/** Collects what is wrong; memory is bounded however much it is. */
export class Findings {
  readonly #found: StoreFinding[] = []
  #part: StoreFinding['part'] = 'file'
  #more = 0

  add(part: StoreFinding['part'], message: string): void {
    this.#part = part
    if (this.#found.length < mostFindings) this.#found.push({ part, message })
    else this.#more++
  }

  /** Does a part of the check; what cannot even be read is a finding too. */
  attempt(part: StoreFinding['part'], what: string, work: () => void): void {
    try {
      work()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      this.add(part, `${what} cannot be read: ${reason}.`)
    }
  }

  /** All of them, the number of those that were too many last. */
  list(): readonly StoreFinding[] {
    if (this.#more === 0) return this.#found
    return [...this.#found, { part: this.#part, message: `And ${this.#more} more.` }]
  }

  get isEmpty(): boolean {
    return this.#found.length === 0
  }
}
