/** Changes whenever the generated quads do: databases of another version are built anew. */
export const reasoningGraphVersion = 1

/** Classes of the hierarchy, a tree with two below each, the topmost `Class0`. */
export const classCount = 500
const persons = 75_000
const companies = 5_000
const friends = [1, 7, 31]

/** A person, and a company, that are looked up. */
export const someone = personIri(31_250)
export const somewhere = companyIri(4_321)

/** The class that is stated of {@link someone}. */
export const classOfSomeone = `Class${31_250 % classCount}`

function personIri(number: number): string {
  return `http://social.example/person/${number}`
}

function companyIri(number: number): string {
  return `http://social.example/company/${number}`
}

function own(name: string): string {
  return `<http://api.stardog.com/${name}>`
}

const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>'
const schema = (name: string) => `<http://www.w3.org/2000/01/rdf-schema#${name}>`
const transitive = '<http://www.w3.org/2002/07/owl#TransitiveProperty>'

/**
 * A million quads as N-Triples, in pieces: persons of 500 classes, who know each other by three properties below `knows`, and
 * companies within companies. What follows is stated too, by names that no axiom speaks of, to compare with: `Everyone`,
 * `knowsAnyhow` and `isWithin`.
 */
export function* reasoningGraph(): Generator<string> {
  yield [...vocabulary()].join('')
  for (let number = 0; number < persons; number++) yield [...person(number)].join('')
  for (let number = 0; number < companies; number++) yield [...company(number)].join('')
}

function* vocabulary(): Generator<string> {
  for (let number = 1; number < classCount; number++)
    yield `${own(`Class${number}`)} ${schema('subClassOf')} ${own(`Class${(number - 1) >> 1}`)} .\n`
  for (const index of friends.keys())
    yield `${own(`knows${index}`)} ${schema('subPropertyOf')} ${own('knows')} .\n`
  yield `${own('within')} ${type} ${transitive} .\n`
}

function* person(number: number): Generator<string> {
  const subject = `<${personIri(number)}>`
  const state = (predicate: string, object: string) => `${subject} ${predicate} ${object} .\n`
  yield state(type, own(`Class${number % classCount}`))
  yield state(type, own('Everyone'))
  yield state(own('name'), `"Person ${number}"`)
  yield state(own('email'), `"${number}@home.example"`)
  yield state(own('email'), `"${number}@work.example"`)
  yield state(own('company'), `<${companyIri(number % companies)}>`)
  for (const [index, step] of friends.entries()) {
    const other = `<${personIri((number + step) % persons)}>`
    yield state(own(`knows${index}`), other)
    yield state(own('knowsAnyhow'), other)
  }
}

function* company(number: number): Generator<string> {
  const subject = `<${companyIri(number)}>`
  yield `${subject} ${type} ${own('Company')} .\n`
  yield `${subject} ${own('title')} "Company ${number}" .\n`
  for (let above = number, direct = true; above > 0; direct = false) {
    above = (above - 1) >> 2
    if (direct) yield `${subject} ${own('within')} <${companyIri(above)}> .\n`
    yield `${subject} ${own('isWithin')} <${companyIri(above)}> .\n`
  }
}
