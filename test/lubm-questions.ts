import type { ReferenceRequest } from './reference/operation-facts.ts'

const ub = '@prefix(ub: "http://swat.cse.lehigh.edu/onto/univ-bench.owl#")'
const department = 'http://www.department0.university0.edu'

/** A question of the university benchmark's data, by what is special about it. */
export interface LubmQuestion extends ReferenceRequest {
  readonly name: string
}

/** Two and three levels deep, filtered, ordered and paged. */
export const lubmQuestions: readonly LubmQuestion[] = [
  {
    name: 'an ordered page with lists',
    query: `query ${ub} { ub_graduateStudent(first: 3, orderBy: ub_name) {
      ub_name ub_memberOf { ub_name } ub_takesCourse { ub_name } } }`,
  },
  {
    name: 'the same page, ordered to the last',
    query: `query ${ub} { ub_graduateStudent(first: 3, orderBy: [ub_name, iri]) {
      ub_name ub_memberOf { ub_name } ub_takesCourse { ub_name } } }`,
  },
  {
    name: 'all of a type, two levels',
    query: `query ${ub} { ub_department { iri ub_name ub_subOrganizationOf { ub_name } } }`,
  },
  {
    name: 'three levels with lists',
    query: `query ${ub} { ub_fullProfessor(first: 40, orderBy: {field: iri}) {
      ub_name ub_teacherOf { ub_name } ub_worksFor { ub_name ub_subOrganizationOf { iri ub_name @optional } } } }`,
  },
  {
    name: 'the members of one department',
    query: `query ${ub} @config(alias: {here: "${department}"}) {
      ub_graduateStudent(ub_memberOf: here) {
        iri ub_memberOf ub_emailAddress ub_advisor { ub_name ub_researchInterest __typename } } }`,
  },
  {
    name: 'one node by its IRI',
    query: `query($who: ID!) ${ub} { ub_fullProfessor(iri: $who) {
      ub_name ub_emailAddress ub_telephone ub_researchInterest ub_teacherOf { iri ub_name } ub_headOf @optional { ub_name }
      ub_worksFor { ub_name } ub_doctoralDegreeFrom { iri ub_name @optional } } }`,
    variables: { who: `${department}/fullProfessor0` },
  },
  {
    name: 'filtered by strings, ordered down, paged',
    query: `query($names: [String!]) ${ub} {
      ub_publication(ub_name: $names, orderBy: {field: iri, desc: true}, first: 50, skip: 7) {
        iri ub_publicationAuthor { iri ub_name __typename } } }`,
    variables: { names: ['publication7', 'publication11'] },
  },
  {
    name: 'nodes without a property',
    query: `query ${ub} {
      ub_graduateStudent(ub_teachingAssistantOf: null, orderBy: [ub_name, iri], first: 25, skip: 100) {
        iri ub_name ub_undergraduateDegreeFrom { iri } } }`,
  },
  {
    name: 'optional lists side by side',
    query: `query ${ub} { ub_undergraduateStudent(orderBy: [ub_telephone, iri], first: 200) {
      iri ub_takesCourse @optional { ub_name } ub_advisor @optional { ub_name ub_teacherOf { ub_name } } ub_telephone } }`,
  },
  {
    name: 'a filter on a nested field',
    query: `query ${ub} { ub_teachingAssistant(first: 60, orderBy: iri) {
      iri ub_teachingAssistantOf { ub_name }
      ub_takesCourse(ub_name: ["graduateCourse1", "graduateCourse2", "graduateCourse3"]) { iri ub_name } } }`,
  },
  {
    name: 'all of a type, three levels',
    query: `query ${ub} { ub_researchGroup { iri ub_subOrganizationOf { ub_name ub_subOrganizationOf { ub_name } } } }`,
  },
  {
    name: 'several top-level fields',
    query: `query ${ub} {
      heads: ub_fullProfessor(orderBy: {field: iri, desc: true}, first: 10) { iri ub_headOf { iri ub_name } }
      none: ub_course(first: 5) { iri }
      ub_lecturer(orderBy: iri, skip: 20, first: 20) { ub_name ub_teacherOf { ub_name } } }`,
  },
]
