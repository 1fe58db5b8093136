import { properties } from './generate-graphs.ts'

const objects = ['link', 'ex_link', 'any']
const iris = new Map(properties.map(({ name, iri }) => [name, iri.value] as const))
const filters = properties.map(({ name, iri }) => `${name}: [Own] @iri(value: "${iri.value}")`).join(' ')
const leaves = properties
  .filter(({ name }) => !objects.includes(name))
  .map(({ name, iri }) => `  ${name}: [Own] @iri(value: "${iri.value}")\n`)
  .join('')
const links = objects
  .map((name) => `  ${name}(iri: [ID] ${filters}): [Thing] @iri(value: "${iris.get(name)}")\n`)
  .join('')
const fields = `{\n  iri: ID\n${leaves}${links}  rdf_type: [Own]\n}\n`
const root = `(iri: [ID] first: Int skip: Int orderBy: OrderBy ${filters})`
const exampleC = ' @iri(value: "http://example.com/ns#C")'

/** Declares every property and class of the generated graphs, as lists of what they are without a schema. */
export const everythingSchema = `schema { query: Query }
type Query {
  A${root}: [A]
  B${root}: [B]
  ex_C${root}: [ex_C]
}
interface Thing ${fields}
type A implements Thing ${fields}
type B implements Thing ${fields}
type ex_C implements Thing${exampleC} ${fields}
scalar Own
`

/** The text of an answer whose values are all arrays, but for those that are one in any shape: what nodes and types are called. */
export function asLists(json: string): string {
  return JSON.stringify(listed(JSON.parse(json)))
}

function listed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(listed)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, one]: [string, unknown]) => {
    const inner = listed(one)
    return [key, Array.isArray(inner) ? inner : [inner]] as const
  })
  return Object.fromEntries(members)
}
