import { freshLabelScope } from '../rdf/blank-labels.ts'
import { type BlankNode, blank, type Literal, literal, type Term, xsd } from '../rdf/term.ts'

/** What expressions are evaluated with, beside the solution: fixed for one query. */
export interface EvaluationContext {
  /** What NOW gives. */
  readonly now: Literal
  /** A blank node that occurs nowhere else. */
  readonly freshBlank: () => BlankNode
}

/** A context of the present moment. */
export function createContext(now: Date = new Date()): EvaluationContext {
  const scope = freshLabelScope()
  let number = 0
  return {
    now: literal(now.toISOString(), xsd.dateTime),
    freshBlank: () => blank(`${scope}x${number++}`),
  }
}

/** A solution as the values of the variables that an expression was compiled for; `undefined` is unbound. */
export type Row = readonly (Term | undefined)[]

/** A compiled expression: its value in a solution, `undefined` for an error. */
export type Evaluator = (row: Row) => Term | undefined
