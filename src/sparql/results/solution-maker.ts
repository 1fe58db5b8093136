import { blank, type Term } from '../../rdf/term.ts'
import { type ReadSolution, readIri, readLiteral } from './result-reader.ts'

/** Makes something of the solutions of an answer, one after the other, from the texts of their terms. */
export interface SolutionMaker<Solution> {
  start(): void
  /** Binds a variable; the last binding of it is the one that counts. Throws where a text is not what it has to be. */
  bindIri(variable: string, iri: string): void
  bindBlank(variable: string, label: string): void
  bindLiteral(
    variable: string,
    lexical: string,
    datatype: string | undefined,
    language: string | undefined,
  ): void
  finish(): Solution
}

/** Makes terms by variable. */
export function createTermsMaker(): SolutionMaker<ReadSolution> {
  let terms = new Map<string, Term>()
  return {
    start() {
      terms = new Map()
    },
    bindIri: (variable, iri) => void terms.set(variable, readIri(iri)),
    bindBlank: (variable, label) => void terms.set(variable, blank(label)),
    bindLiteral: (variable, lexical, datatype, language) =>
      void terms.set(variable, readLiteral(lexical, datatype, language)),
    finish: () => terms,
  }
}
