import type { DatabaseSync, SQLOutputValue } from 'node:sqlite'
import { literal, type Term } from '../../../rdf/term.ts'
import type { NumericValue } from '../../../rdf/value.ts'
import { arithmetic, numericOf } from '../../../sparql/functions/numbers.ts'
import { compareForOrder } from '../../../sparql/functions/order.ts'
import { numericResult } from '../../../sparql/functions/results.ts'
import type { Dictionary } from '../dictionary/dictionary.ts'
import { aggregateFunctions } from '../translate/translate-group.ts'
import { termOf } from './sql-functions.ts'

/** What a fold over a group's terms has come to; `failed` once a term made the aggregate an error. */
interface Fold {
  readonly failed: boolean
  readonly count: number
  readonly sum: NumericValue
  readonly best: Term | undefined
}

const zero: NumericValue = { kind: 'integer', value: 0 }
const empty: Fold = { failed: false, count: 0, sum: zero, best: undefined }

/** Registers the aggregates of SPARQL 1.1, 18.5.1, over cells; NULL in a group is an error in its expression. */
export function defineAggregates(database: DatabaseSync, dictionary: Dictionary): void {
  const define = (
    name: string,
    step: (fold: Fold, term: Term) => Fold,
    result: (fold: Fold) => Term | undefined,
    unbound: (fold: Fold) => Fold = (fold) => fold,
  ) => {
    // SQLite keeps a number for each group; what it stands for is kept here.
    const folds = new Map<number, Fold>()
    let groups = 0
    database.aggregate<number>(name, {
      deterministic: true,
      start: () => groups++,
      step: (group, cell) => {
        const fold = folds.get(group) ?? empty
        if (fold.failed) return group
        const term = termOf(cell, dictionary)
        folds.set(group, term === undefined ? unbound(fold) : step(fold, term))
        return group
      },
      result: (group) => {
        const fold = folds.get(group) ?? empty
        folds.delete(group)
        const term = fold.failed ? undefined : result(fold)
        return term === undefined ? null : dictionary.cellOf(term)
      },
    })
  }
  define(aggregateFunctions.sum, add, ({ sum }) => numericResult(sum), failing)
  define(aggregateFunctions.avg, add, average, failing)
  define(
    aggregateFunctions.min,
    better((order) => order < 0),
    ({ best }) => best,
  )
  define(
    aggregateFunctions.max,
    better((order) => order > 0),
    ({ best }) => best,
  )
  define(
    aggregateFunctions.sample,
    better(() => false),
    ({ best }) => best,
  )
  database.function(aggregateFunctions.groupConcat, { deterministic: true }, (cells, separator) => {
    const texts = concatenated(cells, dictionary)
    return texts === undefined ? null : dictionary.cellOf(literal(texts.join(String(separator))))
  })
}

function failing(fold: Fold): Fold {
  return { ...fold, failed: true }
}

function add(fold: Fold, term: Term): Fold {
  const number = numericOf(term)
  const sum = number && arithmetic('+', fold.sum, number)
  return sum === undefined ? failing(fold) : { ...fold, sum, count: fold.count + 1 }
}

function average({ sum, count }: Fold): Term | undefined {
  const mean = count === 0 ? zero : arithmetic('/', sum, { kind: 'integer', value: count })
  return mean && numericResult(mean)
}

function better(isBetter: (order: number) => boolean): (fold: Fold, term: Term) => Fold {
  return (fold, term) =>
    fold.best === undefined || isBetter(compareForOrder(term, fold.best)) ? { ...fold, best: term } : fold
}

/** The strings of the cells in a JSON array; `undefined` where one is none. */
function concatenated(cells: SQLOutputValue, dictionary: Dictionary): readonly string[] | undefined {
  const list: unknown = typeof cells === 'string' ? JSON.parse(cells) : []
  if (!Array.isArray(list)) throw new Error('Expected the cells of a group.')
  const texts: string[] = []
  for (const cell of list) {
    if (typeof cell !== 'number' && typeof cell !== 'string') return undefined
    const term = dictionary.term(cell)
    if (term.kind === 'blank') return undefined
    texts.push(term.value)
  }
  return texts
}
