/** Changes whenever the generated quads do: databases of another version are built anew. */
export const socialGraphVersion = 1

/** Quads for each person: type, name, age, company, two e-mails, ten acquaintances. */
export const quadsPerPerson = 16
const acquaintances = 10
const personsPerCompany = 50

const givenNames = ['Ada', 'Bela', 'Carl', 'Dina', 'Emil', 'Fay', 'Gus', 'Hana', 'Ivo', 'Jana', 'Kai', 'Lena']
const familyNames = [
  'Abel',
  'Brandt',
  'Cole',
  'Dahl',
  'Egger',
  'Frank',
  'Gerard',
  'Holm',
  'Iversen',
  'Jansen',
]
const cities = ['Aarhus', 'Bilbao', 'Cork', 'Dresden', 'Espoo', 'Florence', 'Graz', 'Haarlem']

const type = '<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>'
const integer = '<http://www.w3.org/2001/XMLSchema#integer>'

function own(name: string): string {
  return `<http://api.stardog.com/${name}>`
}

/** A person of every size of the graph: the one that is looked up. */
export const someoneIri = personIri(3_125)

/** The IRI of a person, by number from 0. */
function personIri(number: number): string {
  return `http://social.example/person/${number}`
}

function company(number: number): string {
  return `<http://social.example/company/${number}>`
}

/**
 * A social graph as N-Triples, in pieces of about a hundred persons: the same text for the same number of persons.
 * Beside the persons there is a company, with a type, a name and a city, for every fifty of them.
 */
export function* socialGraph(persons: number): Generator<string> {
  const random = randomNumbers(persons)
  const companies = Math.max(1, Math.floor(persons / personsPerCompany))
  let text = ''
  for (let number = 0; number < companies; number++) {
    const city = cities[random(cities.length)]
    text += `${company(number)} ${type} ${own('Company')} .\n`
    text += `${company(number)} ${own('name')} "Company ${number}" .\n`
    text += `${company(number)} ${own('city')} "${city}" .\n`
  }
  for (let number = 0; number < persons; number++) {
    text += person(number, persons, companies, random)
    if (number % 100 === 99) {
      yield text
      text = ''
    }
  }
  yield text
}

function person(
  number: number,
  persons: number,
  companies: number,
  random: (below: number) => number,
): string {
  const subject = `<${personIri(number)}>`
  const name = `${givenNames[random(givenNames.length)]} ${familyNames[random(familyNames.length)]} ${number}`
  const known = new Set<number>()
  while (known.size < Math.min(acquaintances, persons - 1)) {
    const other = random(persons)
    if (other !== number) known.add(other)
  }
  const lines = [
    `${type} ${own('Person')}`,
    `${own('name')} "${name}"`,
    `${own('age')} "${18 + random(80)}"^^${integer}`,
    `${own('email')} "person${number}@home.example"`,
    `${own('email')} "person${number}@work.example"`,
    `${own('company')} ${company(random(companies))}`,
    ...[...known].map((other) => `${own('knows')} <${personIri(other)}>`),
  ]
  return lines.map((line) => `${subject} ${line} .\n`).join('')
}

/** Whole numbers from 0 up to a bound, the same sequence for the same seed (the generator "mulberry32"). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below)
  }
}
