import { someoneIri } from './social-graph.ts'

/** A question of the benchmark: as GraphQL, and as the usual translation, one SELECT that joins everything. */
export interface Question {
  readonly name: string
  readonly graphql: string
  /** The same answer by one basic graph pattern, with the variables of the answer numbered as the compiler does. */
  readonly singleSelect: string
  /** Times that it is asked for a measurement, after a warm-up. */
  readonly runs: number
}

const prefixes = 'PREFIX : <http://api.stardog.com/>'
const someone = someoneIri

/** The questions, from the smallest answer to the largest. */
export const questions = {
  lookup: {
    name: 'one person by IRI',
    graphql: `{ Person(iri: "${someone}") { name age email company { name city } } }`,
    singleSelect: `${prefixes} SELECT * { VALUES ?0 { <${someone}> } ?0 a :Person ; :name ?1 ; :age ?2 ; :email ?3 ; :company ?4 .
      ?4 :name ?5 ; :city ?6 }`,
    runs: 500,
  },
  page: {
    name: 'page of 10 with 10 acquaintances each',
    graphql: '{ Person(first: 10, skip: 100) { name knows { name } } }',
    singleSelect: `${prefixes} SELECT * { { SELECT ?0 { ?0 a :Person } OFFSET 100 LIMIT 10 } ?0 :name ?1 ; :knows ?2 . ?2 :name ?3 }`,
    runs: 200,
  },
  lists: {
    name: '1,000 persons × three lists',
    graphql: '{ Person(first: 1000) { email knows { name } ages: knows { age } } }',
    singleSelect: `${prefixes} SELECT * { { SELECT ?0 { ?0 a :Person } LIMIT 1000 } ?0 :email ?1 ; :knows ?2 . ?2 :name ?3 .
      ?0 :knows ?4 . ?4 :age ?5 }`,
    runs: 15,
  },
  everyone: {
    name: 'all names and ages',
    graphql: '{ Person { name age } }',
    singleSelect: `${prefixes} SELECT * { ?0 a :Person ; :name ?1 ; :age ?2 }`,
    runs: 7,
  },
  ordered: {
    name: 'ordered page of 10',
    graphql: '{ Person(orderBy: {field: name, desc: true}, first: 10) { name age } }',
    singleSelect: `${prefixes} SELECT * { { SELECT ?0 { ?0 a :Person ; :name ?x } ORDER BY DESC(?x) LIMIT 10 } ?0 :name ?1 ; :age ?2 }`,
    runs: 15,
  },
  filtered: {
    name: 'filter on a number',
    graphql: '{ Person(age: 42) { name company { name } } }',
    singleSelect: `${prefixes} SELECT * { ?0 a :Person ; :age ?x ; :name ?1 ; :company ?2 . ?2 :name ?3 FILTER(?x = 42) }`,
    runs: 30,
  },
} as const satisfies Record<string, Question>

export type QuestionName = keyof typeof questions
