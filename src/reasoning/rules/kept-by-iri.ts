/** A function of IRIs that keeps what it made of each. */
export function keptByIri<T>(make: (iri: string) => T): (iri: string) => T {
  const made = new Map<string, { readonly value: T }>()
  return (iri) => {
    const known = made.get(iri)
    if (known !== undefined) return known.value
    const value = make(iri)
    made.set(iri, { value })
    return value
  }
}
