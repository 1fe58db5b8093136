/** The text of a schema of so many types of eleven fields: those of the social graph, and others of which there are no data. */
export function largeSchema(types: number): string {
  const others = Array.from({ length: types - 2 }, (_, number) => `Kind${number}`)
  const ofOthers = others.map(
    (name, number) => `type ${name} {
  iri: ID!
  name: [String!]!
  size: Int
  weight: Float
  since: Date
  next: ${others[(number + 1) % others.length]}
  parts: [${others[(number * 7) % others.length]}!]! @iri(value: "http://social.example/vocabulary#parts")
  owner(name: String): Person
  code: String @iri(prefix: "so")
  partOf: [${others[(number * 3) % others.length]}!]! @path(value: "^<http://social.example/vocabulary#parts>")
  label: LangString @iri(prefix: "rdfs")
}
`,
  )
  return `type Query {
  Person(iri: ID, age: Int, first: Int, skip: Int, orderBy: OrderBy): [Person!]!
  Company(iri: ID, first: Int, skip: Int): [Company!]!
${others.map((name) => `  ${name}(iri: ID, first: Int): [${name}!]!\n`).join('')}}

type Person {
  iri: ID!
  name: String!
  age: Int
  email: [String!]!
  company: Company
  knows: [Person!]!
}

type Company {
  iri: ID!
  name: String
  city: String
}

${ofOthers.join('\n')}`
}

/** N-Triples of an ontology of so many classes: nine of ten have a superclass, each has five properties of its own. */
export function* largeOntology(classes: number): Generator<string> {
  const owl = 'http://www.w3.org/2002/07/owl#'
  const rdfs = 'http://www.w3.org/2000/01/rdf-schema#'
  const xsd = 'http://www.w3.org/2001/XMLSchema#'
  const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>'
  const ranges = [`${xsd}string`, `${xsd}integer`, `${xsd}date`, `${xsd}boolean`, `${xsd}decimal`]
  for (let number = 0; number < classes; number++) {
    const own = `<http://api.stardog.com/Class${number}>`
    let text = `${own} ${type} <${owl}Class> .\n${own} <${rdfs}comment> "The class of the number ${number}." .\n`
    if (number % 10 > 0) {
      text += `${own} <${rdfs}subClassOf> <http://api.stardog.com/Class${number - (number % 10)}> .\n`
    }
    for (let at = 0; at < 5; at++) {
      const property = `<http://api.stardog.com/property${number}x${at}>`
      const isObject = at % 5 === 4
      const range = isObject
        ? `http://api.stardog.com/Class${(number * 13 + at) % classes}`
        : ranges[at % ranges.length]
      text += `${property} ${type} <${owl}${isObject ? 'Object' : 'Datatype'}Property> .
${property} <${rdfs}domain> ${own} .
${property} <${rdfs}range> <${range}> .
`
      if (at % 2 === 0) text += `${property} ${type} <${owl}FunctionalProperty> .\n`
    }
    yield text
  }
}
