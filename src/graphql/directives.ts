/**
 * The directives with which a schema says what its names denote, as SDL. A schema uses them undeclared; a declaration of its own
 * has to say the same.
 */
export const schemaDirectives = `
"What the name denotes in the graph: a full IRI; a namespace IRI and the name itself; or a stored prefix and a local name, which is the name itself unless given."
directive @iri(value: String, namespace: String, prefix: String, localname: String) on OBJECT | INTERFACE | UNION | FIELD_DEFINITION | ARGUMENT_DEFINITION | ENUM_VALUE

"The way from a node to the values: properties one after the other, such as \\"foaf:knows/foaf:name\\"; \\"^foaf:knows\\" leads from the object to the subject."
directive @path(value: String!) on FIELD_DEFINITION | ARGUMENT_DEFINITION

"The value stands for the literals of this lexical form."
directive @literal(value: String!) on ENUM_VALUE
`

/** The directives of queries, as SDL, without \`@prefix\`, whose arguments are the stored prefixes. */
export const queryDirectives = `
"The field is not required: a node without a value is in the answer, without the key."
directive @optional on FIELD

"The field is required and can be used in expressions, but is not in the answer; its sub-fields are those of the object around it."
directive @hide on FIELD

"Keeps nodes of the class that the field is named after; adds no key."
directive @type on FIELD

"Keeps the objects of the selection set for which the SPARQL expression is true."
directive @filter(if: String!) repeatable on FIELD

"Computes the value of the field by a SPARQL expression over its sibling fields."
directive @bind(to: String!) on FIELD

"Leaves the field out where the SPARQL expression is true."
directive @skipIf(expr: String!) on FIELD

"Leaves the field out where the SPARQL expression is not true."
directive @includeIf(expr: String!) on FIELD

"Keeps the values of the language that matches best, in order of preference: \\"en,de,*\\"."
directive @lang(prefer: String!) on FIELD
`

/** The scalars that a schema may use undeclared, as SDL, by name. */
export const builtInScalars: ReadonlyMap<string, string> = new Map([
  [
    'DateTime',
    '"The lexical form of a date with its time, such as \\"2024-05-01T12:00:00Z\\"." scalar DateTime',
  ],
  ['Date', '"The lexical form of a date, such as \\"2024-05-01\\"." scalar Date'],
  ['Long', '"An integer of any size." scalar Long'],
  ['Decimal', '"The exact digits of a number, as a string." scalar Decimal'],
  ['JSON', '"Any JSON value." scalar JSON'],
  ['LangString', '"A text and its language: {\\"value\\": …, \\"language\\": …}." scalar LangString'],
  ['OrderBy', '"A field name, {field: name, desc: true}, or a list of those." scalar OrderBy'],
])
