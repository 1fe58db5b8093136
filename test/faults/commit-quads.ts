import { blank, iri, literal, type Quad, rdf } from '../../src/rdf/term.ts'

/** Each commit takes away what the one this many before it added. */
export const keptCommits = 3

/** What commit number `number` adds: from one quad to two hundred, in several graphs; nothing below 1. */
export function commitQuads(number: number): readonly Quad[] {
  if (number < 1) return []
  const size = number % 7 === 0 ? 100 + (number % 100) : 1 + ((number * 37) % 60)
  return Array.from({ length: size }, (_, index) => ({
    subject: index % 5 === 0 ? blank(`b${number}x${index}`) : iri(`http://e/${number}/${index}`),
    predicate: index % 3 === 0 ? iri(rdf.type) : iri(`http://e/p${index % 4}`),
    object: index % 3 === 0 ? iri(`http://e/Class${number % 2}`) : literal(`value ${number} of ${index}`),
    graph: index % 2 === 0 ? null : iri(`http://g/${number % 3}`),
  }))
}

/** What there is after commit number `number`. */
export function quadsAfter(number: number): readonly Quad[] {
  return Array.from({ length: keptCommits }, (_, index) => commitQuads(number - index)).flat()
}
