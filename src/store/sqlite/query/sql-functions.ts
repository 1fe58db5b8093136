import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { literal, type Term, xsd } from '../../../rdf/term.ts'
import type { Expression } from '../../../sparql/algebra.ts'
import { compileExpression } from '../../../sparql/evaluate.ts'
import { createContext, type Evaluator } from '../../../sparql/evaluation-context.ts'
import { effectiveBooleanValue } from '../../../sparql/functions/boolean.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { sortKey } from '../dictionary/sort-key.ts'
import { family, typeNumber } from '../schema.ts'
import { evaluationFunctions } from '../translate/expression.ts'
import { exactLength, excessOf, noExcess } from '../translate/number-ties.ts'
import { integerCellFunction } from '../translate/translate-group.ts'
import { excessFunctions, sortFunctions } from '../translate/translate-modifier.ts'

/** An expression that a statement calls by its number, over cells of its variables. */
export interface CalledExpression {
  readonly number: number
  readonly expression: Expression
  readonly variables: readonly string[]
}

/** The expressions that statements of a connection call while they run. */
export interface CalledExpressions {
  /** A number that no other expression of the connection has. */
  nextNumber(): number
  /** Compiles expressions for one run of a statement, in which NOW stands still; ends with the function returned. */
  activate(expressions: readonly CalledExpression[]): () => void
}

/** Registers the functions by which a connection's SQL evaluates what SQL itself cannot. */
export function defineFunctions(database: DatabaseSync, dictionary: Dictionary): CalledExpressions {
  const evaluators = new Map<number, { readonly evaluate: Evaluator; uses: number }>()
  const evaluate = (number: SQLOutputValue | undefined, cells: readonly SQLOutputValue[]) => {
    const called = typeof number === 'number' ? evaluators.get(number) : undefined
    if (called === undefined) throw new Error('A statement calls an expression that is not active.')
    return called.evaluate(cells.map((cell) => termOf(cell, dictionary)))
  }
  const toCell = (number: SQLOutputValue, ...cells: SQLOutputValue[]) => {
    const term = evaluate(number, cells)
    return term === undefined ? null : dictionary.cellOf(term)
  }
  const toTruth = (number: SQLOutputValue, ...cells: SQLOutputValue[]) => {
    const term = evaluate(number, cells)
    const value = term && effectiveBooleanValue(term)
    return value === undefined ? null : Number(value)
  }
  const pure = { deterministic: true, directOnly: true, varargs: true }
  const changing = { ...pure, deterministic: false }
  database.function(evaluationFunctions.cell, pure, toCell)
  database.function(evaluationFunctions.truth, pure, toTruth)
  database.function(evaluationFunctions.volatileCell, changing, toCell)
  database.function(evaluationFunctions.volatileTruth, changing, toTruth)
  defineTermFunctions(database, dictionary)
  let numbers = 0
  return {
    nextNumber: () => numbers++,
    activate(expressions) {
      if (expressions.length === 0) return () => {}
      const context = createContext()
      for (const { number, expression, variables } of expressions) {
        const active = evaluators.get(number)
        if (active !== undefined) active.uses++
        else evaluators.set(number, { evaluate: compileExpression(expression, variables, context), uses: 1 })
      }
      return () => {
        for (const { number } of expressions) {
          const active = evaluators.get(number)
          if (active !== undefined && --active.uses === 0) evaluators.delete(number)
        }
      }
    },
  }
}

/** The term of a cell that SQL passes. */
export function termOf(cell: SQLOutputValue, dictionary: Dictionary): Term | undefined {
  if (typeof cell === 'number' || typeof cell === 'string') return dictionary.term(cell)
  if (cell === null) return undefined
  throw new Error(`A cell of the store cannot be of type ${typeof cell}.`)
}

/** Functions that make counts cells, and the sort columns of terms that may be computed. */
function defineTermFunctions(database: DatabaseSync, dictionary: Dictionary): void {
  const pure = { deterministic: true, directOnly: true }
  database.function(integerCellFunction, pure, (count) =>
    dictionary.cellOf(literal(String(count), xsd.integer)),
  )
  const ofTerm = (name: string, value: (term: Term) => number | bigint | string | null) => {
    database.function(name, pure, (cell) => {
      const term = termOf(cell, dictionary)
      return term === undefined ? null : value(term)
    })
  }
  database.function(excessFunctions.stored, pure, (value, key) => excessOf(String(value), String(key)))
  ofTerm(excessFunctions.computed, (term) => {
    const { family: kind, key } = sortKey(term)
    if (kind !== family.numeric || term.value.length <= exactLength || isFloating(term)) return noExcess
    if (typeof key !== 'number') return noExcess
    const isWhole = Number.isInteger(key) && Math.abs(key) < 2 ** 63
    return excessOf(term.value, isWhole ? String(BigInt(key)) : key.toPrecision(exactLength))
  })
  ofTerm(sortFunctions.family, (term) => sortKey(term).family)
  ofTerm(sortFunctions.key, (term) => sortKey(term).key)
  ofTerm(sortFunctions.value, (term) => term.value)
  ofTerm(sortFunctions.lang, (term) => (term.kind === 'literal' ? term.language : ''))
  ofTerm(sortFunctions.type, (term) => (term.kind === 'literal' ? term.datatype : typeNumber[term.kind]))
}

function isFloating(term: Term): boolean {
  return term.kind === 'literal' && (term.datatype === xsd.float || term.datatype === xsd.double)
}
