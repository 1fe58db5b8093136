import type { Term } from '../../src/rdf/term.ts'
import { type Collected, type Condition, type MergedField, NoAnswer } from './collected.ts'
import { isTrueIn, keysIn, type Row, referredKeys, valueIn } from './expression.ts'
import type { OperationFacts } from './operation-facts.ts'

/**
 * The rows of a node: the combinations of the values of its fields that pass. A node without any is not in the answer.
 * Fields that no expression refers to are not `joined` to the rows: all of their values go with each of them.
 *
 * @param candidates the values of each field by itself, by response name: those that have what is required of them.
 */
export function rowsOf(
  set: Collected,
  candidates: ReadonlyMap<string, readonly Term[]>,
  facts: OperationFacts,
): { readonly rows: readonly Row[]; readonly joined: ReadonlySet<string> } {
  const keys = referredKeys(set)
  const fields = set.fields.flatMap((one) => (one.kind === 'field' ? [one] : []))
  const joined = new Set(
    [...set.filters, ...fields.flatMap(expressionsOf)].flatMap((text) => [...keysIn(text, keys, facts)]),
  )
  for (const field of fields) if (expressionsOf(field).length > 0) joined.add(field.key)
  let rows: readonly Row[] = [new Map()]
  for (const field of inOrder(fields, keys, facts)) {
    const values = candidates.get(field.key) ?? []
    if (!joined.has(field.key)) {
      if (values.length === 0 && !field.optional) rows = []
      continue
    }
    const step = stepOf(field, values, keys, facts)
    rows = rows.flatMap((row) => step(row).map((value) => withValue(row, field.key, value)))
  }
  return {
    rows: rows.filter((row) => set.filters.every((filter) => isTrueIn(filter, row, keys, facts))),
    joined,
  }
}

function expressionsOf({ computed, conditions }: MergedField): readonly string[] {
  return [...(computed === undefined ? [] : [computed]), ...conditions.map(({ text }) => text)]
}

/** Throws {@link NoAnswer} where fields are computed from themselves. */
export function checkCircles(set: Collected, facts: OperationFacts): void {
  inOrder(
    set.fields.flatMap((one) => (one.kind === 'field' ? [one] : [])),
    referredKeys(set),
    facts,
  )
}

/** Fields with those first that the expressions of others refer to. Throws {@link NoAnswer} for a circle. */
function inOrder(
  fields: readonly MergedField[],
  keys: ReadonlyMap<string, string>,
  facts: OperationFacts,
): readonly MergedField[] {
  const ordered: MergedField[] = []
  const open = new Set(fields)
  while (open.size > 0) {
    const before = open.size
    for (const field of open) {
      const needed = new Set(field.conditions.flatMap(({ text }) => [...keysIn(text, keys, facts)]))
      // A condition may be about the value that it decides on; a computed value may not be about itself.
      needed.delete(field.key)
      if (field.computed !== undefined) {
        for (const key of keysIn(field.computed, keys, facts)) needed.add(key)
      }
      if ([...open].some((other) => needed.has(other.key))) continue
      open.delete(field)
      ordered.push(field)
    }
    if (open.size === before) throw new NoAnswer('A field is computed from itself.')
  }
  return ordered
}

/** The values that a field has in a row of other fields: none where the row falls, `undefined` for no value. */
function stepOf(
  field: MergedField,
  candidates: readonly Term[],
  keys: ReadonlyMap<string, string>,
  facts: OperationFacts,
): (row: Row) => readonly (Term | undefined)[] {
  const { key, conditions, computed, optional } = field
  const isShown = (row: Row): boolean =>
    conditions.every((one: Condition) => isTrueIn(one.text, row, keys, facts) !== one.negated)
  const isAboutItself = conditions.some(({ text }) => keysIn(text, keys, facts).has(key))
  return (row) => {
    if (conditions.length > 0 && !isAboutItself && !isShown(row)) return [undefined]
    const made = computed === undefined ? undefined : valueIn(computed, row, keys, facts)
    const values = computed === undefined ? candidates : made === undefined ? [] : [made]
    if (values.length === 0) return optional ? [undefined] : []
    if (!isAboutItself) return values
    const shown = values.filter((value) => isShown(withValue(row, key, value)))
    return shown.length === 0 ? [undefined] : shown
  }
}

function withValue(row: Row, key: string, value: Term | undefined): Row {
  return value === undefined ? row : new Map([...row, [key, value]])
}
