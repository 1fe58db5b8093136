import type { BlankNode, Term } from '../../../rdf/term.ts'
import { termOfKey } from '../../../rdf/term-key.ts'
import { type Dataset, defaultGraph, namedGraphs } from '../../../sparql/algebra.ts'
import { meantTerm } from '../../../sparql/meant-term.ts'
import { datasetWithin } from '../../../sparql/readable-dataset.ts'
import type { Modify, QuadTemplate } from '../../../sparql/update.ts'
import { typeNumber } from '../schema.ts'
import { integer, onlyColumn } from '../sql-value.ts'
import type { SqliteStore } from '../sqlite-store.ts'
import type { Change } from './change.ts'
import { defaultGraphCells } from './default-graph-cells.ts'
import { KeptRows } from './kept-rows.ts'
import { mayStand } from './may-stand.ts'
import { QuadInserter } from './quad-inserter.ts'
import { QuadSet } from './quad-set.ts'
import { QuadWriter } from './quad-writer.ts'
import { isSeenNode } from './seen-node.ts'
import { instantiate, numberTemplates, type PlaceNumbers, templateVariables } from './template.ts'
import { writableQuadsGuard } from './writable-quads-guard.ts'

/** What updates are carried out with. */
export interface UpdateContext {
  readonly change: Change
  /** Of the connection that is being changed. */
  readonly store: SqliteStore
  /** What `WHERE` is matched in, in place of what the operation says. */
  readonly dataset?: Dataset
  /** A blank node that the database does not have. */
  readonly freshBlank: () => BlankNode
}

/** How many quads were added and removed. */
export interface UpdateCounts {
  readonly added: number
  readonly removed: number
}

/**
 * What the pattern of an operation is matched in: the graphs that it names, else the default graph of the database and all its named
 * graphs; of these those that the change sees.
 */
export function matchedDataset(
  { dataset: stated }: Pick<Modify, 'dataset'>,
  given: Dataset | undefined,
  { access }: Pick<Change, 'access'>,
): Dataset {
  const dataset = given ?? stated ?? { default: [defaultGraph], named: [namedGraphs] }
  return access === undefined ? dataset : datasetWithin(dataset, access.readable)
}

/**
 * `DELETE … INSERT … WHERE`: all solutions are found first, then quads deleted, then quads inserted (SPARQL 1.1 Update,
 * 3.1.3). What is both is neither added nor removed. Memory does not grow with the number of solutions.
 *
 * @throws ServiceError `forbidden` where a quad is of a graph that the change may not touch, whether it is there or not
 */
export async function modify(operation: Modify, context: UpdateContext): Promise<UpdateCounts> {
  const { change, store } = context
  const { interner, database, signal } = change
  const templates = [...operation.delete, ...operation.insert]
  const variables = templateVariables(templates)
  interner.finish()
  store.changed()
  const solutions = store.select(
    {
      kind: 'select',
      dataset: matchedDataset(operation, context.dataset, change),
      operation: { kind: 'project', variables, operand: operation.operation },
    },
    { decode: [], ...(signal && { signal }) },
  )
  // Terms that are made while the pattern is matched could be matched, so the solutions are waited for.
  const rows = new KeptRows(database, solutions.variables.length)
  const removals = new QuadSet(database)
  const additions = new QuadSet(database)
  try {
    const found = foundNumbers(change)
    const deleted = numberTemplates(operation.delete, solutions.variables, found)
    const requireWritableQuads = writableQuadsGuard(templates, solutions, change.access)
    for await (const batch of solutions.batches) {
      for (const row of batch) requireWritableQuads(row)
      for (const row of batch) instantiate(deleted, row, found, (p, s, o, g) => removals.add(p, s, o, g))
      if (operation.insert.length > 0) rows.add(batch)
    }
    const made = madeNumbers(context)
    const inserted = numberTemplates(operation.insert, solutions.variables, made)
    for (const batch of rows.batches()) {
      signal?.throwIfAborted()
      for (const row of batch) {
        made.nextSolution()
        instantiate(inserted, row, made, (p, s, o, g) => additions.add(p, s, o, g))
      }
    }
    interner.finish()
    return { removed: removeAll(change, removals, additions), added: addAll(change, additions) }
  } finally {
    rows.drop()
    removals.drop()
    additions.drop()
  }
}

/** `INSERT DATA` and `DELETE DATA`. */
export function changeData(
  kind: 'insertData' | 'deleteData',
  quads: readonly QuadTemplate[],
  context: UpdateContext,
): UpdateCounts {
  const { change } = context
  const set = new QuadSet(change.database)
  try {
    const numbers = kind === 'insertData' ? madeNumbers(context) : foundNumbers(change)
    instantiate(numberTemplates(quads, [], numbers), [], numbers, (p, s, o, g) => set.add(p, s, o, g))
    change.interner.finish()
    return kind === 'insertData'
      ? { added: addAll(change, set), removed: 0 }
      : { added: 0, removed: removeAll(change, set) }
  } finally {
    set.drop()
  }
}

function removeAll({ database, signal }: Change, quads: QuadSet, but?: QuadSet): number {
  if (quads.empty) return 0
  const writer = new QuadWriter(database)
  const kept = but === undefined || but.empty ? undefined : but
  let removed = 0
  quads.visit((p, s, o, g) => {
    if (kept?.has(p, s, o, g) === true) return
    if (writer.delete(p, s, o, g)) removed++
    if (removed % 10_000 === 0) signal?.throwIfAborted()
  })
  writer.finish()
  return removed
}

function addAll(change: Change, quads: QuadSet): number {
  if (quads.empty) return 0
  const inserter = new QuadInserter(change)
  quads.visit((p, s, o, g) => inserter.add(p, s, o, g))
  return inserter.finish()
}

/** Numbers of terms that there are, for quads to be deleted. */
function foundNumbers({ interner }: Change): PlaceNumbers {
  const isDefaultGraph = defaultGraphCells(interner)
  return {
    constant: (term) => interner.lookup(meantTerm(term)),
    bound(cell, place) {
      if (place === 'g' && isDefaultGraph(cell)) return 0
      return typeof cell === 'number' ? cell : interner.lookup(termOfKey(cell))
    },
    // DELETE has no blank nodes (SPARQL 1.1, grammar note 7).
    fresh: () => 0,
  }
}

/** Numbers of terms for quads to be inserted; terms that there are not are made. */
function madeNumbers({ change, freshBlank }: UpdateContext): PlaceNumbers & { nextSolution(): void } {
  const { interner, database, access } = change
  const typeOf = database.prepare('SELECT type FROM term WHERE id = ?')
  const isDefaultGraph = defaultGraphCells(interner)
  const labels = new Map<string, number>()
  const make = (term: Term): number => interner.intern(term)
  return {
    constant(term) {
      const meant = meantTerm(term)
      if (meant === term) return make(term)
      // A node of the database by its label; any other one cannot be made by a name.
      const node = interner.lookup(meant)
      return node === undefined || access === undefined || isSeenNode(database, node, access)
        ? node
        : undefined
    },
    bound(cell, place) {
      if (place === 'g' && isDefaultGraph(cell)) return 0
      if (typeof cell === 'string') {
        const term = termOfKey(cell)
        return mayStand(term.kind, place) ? make(term) : undefined
      }
      if (place === 'o') return cell
      const type = integer(onlyColumn(typeOf.get(cell)))
      const kind = type === typeNumber.blank ? 'blank' : type === typeNumber.iri ? 'iri' : 'literal'
      return mayStand(kind, place) ? cell : undefined
    },
    fresh(label) {
      const known = labels.get(label)
      if (known !== undefined) return known
      const number = make(freshBlank())
      labels.set(label, number)
      return number
    },
    nextSolution: () => labels.clear(),
  }
}
