import { expect } from 'vitest'
import { blank, iri, literal, type Quad, type Term } from '../../src/rdf/term.ts'
import { isNumeric, literalValue, numericKey } from '../../src/rdf/value.ts'
import type { Solutions } from '../../src/sparql/solutions.ts'
import { isomorphic } from '../isomorphic.ts'
import { termKey } from '../reference/graph.ts'
import type { ExpectedSolutions } from './expected-results.ts'

/** A solution: the terms of its variables. */
export type FoundSolution = ReadonlyMap<string, Term>

/** The solutions that a store finds. */
export async function foundSolutions({
  batches,
  variables,
  term,
}: Solutions): Promise<readonly FoundSolution[]> {
  const found: FoundSolution[] = []
  for await (const batch of batches) {
    for (const row of batch) {
      const bound = variables.flatMap((name, index) => {
        const cell = row[index] ?? null
        return cell === null ? [] : [[name, term(cell)] as const]
      })
      found.push(new Map(bound))
    }
  }
  return found
}

/** Whether solutions are those expected but for labels of blank nodes; in their order where that is `sorted` and told. */
export function expectSolutions(
  found: readonly FoundSolution[],
  { solutions, ordered }: ExpectedSolutions,
  sorted: boolean,
): void {
  const texts = found.map(solutionText)
  const wanted = solutions.map(solutionText)
  if (ordered && sorted) expect(texts).toEqual(wanted)
  else expect(texts.sort()).toEqual(wanted.sort())
  // The texts take all blank nodes for alike; they may be those of several solutions.
  expect(isomorphic(asQuads(found), asQuads(solutions)), 'blank nodes differ').toBe(true)
}

/** A solution as text: numbers by value and datatype, blank nodes alike. */
function solutionText(solution: FoundSolution): string {
  return [...solution]
    .map(([name, term]) => `${name}=${term.kind === 'blank' ? '_' : termKey(sameValue(term))}`)
    .sort()
    .join(' ')
}

function asQuads(solutions: readonly FoundSolution[]): readonly Quad[] {
  return solutions.flatMap((solution, index) =>
    [...solution].map(([name, term]) => ({
      subject: blank(`solution ${index}`),
      predicate: iri(`var:${name}`),
      object: sameValue(term),
      graph: null,
    })),
  )
}

/** One literal for all of a number and datatype: how a processor writes what it computed is left to it. */
function sameValue(term: Term): Term {
  if (term.kind !== 'literal') return term
  const value = literalValue(term)
  return isNumeric(value) ? literal(String(numericKey(value)), term.datatype) : term
}
