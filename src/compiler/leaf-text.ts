import type { EnumValue, LeafType } from '../graphql/schema.ts'
import { jsonOfTerm } from '../rdf/json.ts'
import type { Namer } from '../rdf/namespaces.ts'
import { jsonOfTermAs } from '../rdf/scalar-json.ts'
import type { Term } from '../rdf/term.ts'

/** A term as JSON text: as its field is declared, where it is, and as it fits. */
export type LeafText = (term: Term, type: LeafType | undefined) => string

/** What writes the leaves of an answer; `namer` gives the GraphQL name of an IRI. */
export function createLeafText(namer: Namer): LeafText {
  const namesOfEnums = new Map<LeafType, ReadonlyMap<string, string>>()

  return (term, type) => {
    if (type === undefined) return jsonOfTerm(term, namer)
    if (type.kind === 'scalar') return jsonOfTermAs(term, type.scalar, namer)
    let names = namesOfEnums.get(type)
    if (names === undefined) {
      names = namesOf(type.values)
      namesOfEnums.set(type, names)
    }
    const name = names.get(keyOf(term))
    return name === undefined ? jsonOfTerm(term, namer) : JSON.stringify(name)
  }
}

/** Names of an enum's values by the terms that they stand for; where two stand for one, that of the first. */
function namesOf(values: ReadonlyMap<string, EnumValue>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  for (const [name, { iri, text }] of values) {
    const keys = [...(iri === undefined ? [] : [`<${iri}`]), ...(text === undefined ? [] : [`"${text}`])]
    for (const key of keys) if (!names.has(key)) names.set(key, name)
  }
  return names
}

function keyOf({ kind, value }: Term): string {
  return `${kind === 'iri' ? '<' : kind === 'literal' ? '"' : '_'}${value}`
}
