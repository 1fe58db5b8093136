import type { Namespaces } from '../../rdf/namespaces.ts'

/**
 * The directives with which a schema says what its names denote, as SDL. A schema uses them undeclared; a declaration of its own
 * has to say the same.
 */
export const schemaDirectives = `
"What the name denotes in the graph: a whole IRI; a namespace, to which the name is added; or a stored prefix, with the local name where it is not the name itself."
directive @iri(value: String, namespace: String, prefix: String, localname: String) on OBJECT | INTERFACE | UNION | FIELD_DEFINITION | ARGUMENT_DEFINITION | ENUM_VALUE

"The way from a node to the values, one property after the other: \\"foaf:knows/foaf:name\\". Before a property \\"^\\" leads from its object to its subject."
directive @path(value: String!) on FIELD_DEFINITION | ARGUMENT_DEFINITION

"The value stands for the literals of this lexical form."
directive @literal(value: String!) on ENUM_VALUE
`

/** The directives of the fields of queries, as SDL. */
export const queryDirectives = `
"The field is not required: nodes without a value are in the answer, without the key."
directive @optional on FIELD

"Of a field without sub-fields: it is required, and expressions can use it, but it is not in the answer. Of another: its sub-fields take its place."
directive @hide on FIELD

"Keeps nodes of the class that the field is named after."
directive @type on FIELD

"Keeps objects for which the SPARQL expression over the fields of the selection set is true."
directive @filter(if: String!) repeatable on FIELD

"The value of the field is that of the SPARQL expression over the fields of the selection set."
directive @bind(to: String!) on FIELD

"Leaves the field out where the SPARQL expression over the fields of the selection set is true."
directive @skipIf(expr: String!) on FIELD

"Leaves the field out where the SPARQL expression over the fields of the selection set is not true."
directive @includeIf(expr: String!) on FIELD

"Keeps the values of the language that comes first in the order of preference: \\"en,de,*\\"."
directive @lang(prefer: String!) on FIELD
`

/** The directives of operations, as SDL: `@prefix` takes the stored prefixes that are names of GraphQL. */
export function operationDirectives(namespaces: Namespaces, json: string): string {
  const prefixes = [...namespaces.keys()].filter((prefix) => graphqlName.test(prefix))
  const argumentTexts = prefixes.map((prefix) => `${prefix}: String`)
  return `
"Gives prefixes, stored ones or others, the namespaces that they stand for in the operation."
directive @prefix${argumentTexts.length === 0 ? '' : `(${argumentTexts.join(', ')})`} repeatable on QUERY

"IRIs for names, and the graphs to which the operation is limited."
directive @config(alias: ${json}, graph: [String!]) repeatable on QUERY
`
}

const graphqlName = /^(?!__)[_A-Za-z][_0-9A-Za-z]*$/

/** The scalars that a schema may use undeclared, by name, as SDL. */
export const builtInScalars: ReadonlyMap<string, string> = new Map(
  Object.entries({
    DateTime: 'A date with its time in its lexical form: \\"2024-05-01T12:00:00Z\\".',
    Date: 'A date in its lexical form: \\"2024-05-01\\".',
    Long: 'An integer of any size.',
    Decimal: 'A number as a string, with all of its digits.',
    JSON: 'Any value of JSON.',
    LangString:
      'A text and the tag of its language, or null: {\\"value\\": \\"rouge\\", \\"language\\": \\"fr\\"}.',
    OrderBy: 'The name of a field, or {field: name, desc: true}, or a list of those.',
  }).map(([name, description]) => [name, `"${description}"\nscalar ${name}`]),
)
