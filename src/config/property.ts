/** A property as it is written: how its value is read into a part of all properties, and what to say of one that cannot be. */
export interface Property<Properties> {
  /** `undefined` for a value that is none of this property. */
  readonly read: (value: string, before: Properties) => Partial<Properties> | undefined
  readonly expected: string
}

/** Reads a whole number of at most nine digits, within bounds. */
export function wholeNumber<Properties>(
  least: number,
  most: number,
  result: (value: number) => Partial<Properties>,
): (text: string) => Partial<Properties> | undefined {
  return (text) => {
    const value = /^\d{1,9}$/u.test(text) ? Number(text) : -1
    return value >= least && value <= most ? result(value) : undefined
  }
}
