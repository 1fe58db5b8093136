/** Names that are each given once. */
export interface NameSupply {
  readonly isFree: (name: string) => boolean
  /** The first free one of the candidates; else the first of them with the first number from 2 on that makes it free. */
  readonly take: (candidates: readonly [string, ...string[]]) => string
}

/** A new supply, without the names that are `taken` already. */
export function createNameSupply(taken: Iterable<string>): NameSupply {
  const given = new Set(taken)
  const numbers = new Map<string, number>()
  const take = ([first, ...others]: readonly [string, ...string[]]): string => {
    let name = [first, ...others].find((candidate) => !given.has(candidate))
    for (let number = numbers.get(first) ?? 2; name === undefined; number++) {
      if (!given.has(`${first}_${number}`)) name = `${first}_${number}`
      // The same base again and again must not count from 2 each time.
      numbers.set(first, number + 1)
    }
    given.add(name)
    return name
  }
  return { isFree: (name) => !given.has(name), take }
}
