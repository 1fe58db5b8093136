import { xsd } from '../../../rdf/term.ts'
import type { Comparator, OrderBy, Slice } from '../../../sparql/algebra.ts'
import { family, wellKnownDatatypes } from '../schema.ts'
import type { Binding, Block, SortSource, TermColumn } from '../select/block.ts'
import { givesEachOnce } from '../select/duplicates.ts'
import type { OrderTerm } from '../select/select.ts'
import { column, type Slot, type Sql, sql } from '../select/sql.ts'
import { cell, type ExpressionScope } from './expression.ts'
import { exactLength, noExcess } from './number-ties.ts'
import { closed, namesOf, plainRelation, type Relation, single } from './relation.ts'
import { freshTermColumns, isHidden, type Translation } from './translation.ts'

/** The SQL function that orders numbers of the same key: of a stored number's text and key, and of a computed cell. */
export const excessFunctions = { stored: 'number_excess', computed: 'cell_excess' } as const

/** Names of the SQL functions that give the sort columns of a cell, for terms that the dictionary does not hold. */
export const sortFunctions: Readonly<Record<TermColumn, string>> = {
  family: 'cell_family',
  key: 'cell_key',
  value: 'cell_value',
  type: 'cell_type',
  lang: 'cell_lang',
}

/**
 * What ORDER BY sorts by, one after the other: the kind of term and the value that it stands for. The text decides only
 * where no value does, so that `35` and `35.0` are equal and the next comparator tells them apart.
 */
function sortValues(columns: Readonly<Record<TermColumn, Sql>>, excess: Sql): readonly Sql[] {
  const { family, key } = columns
  const texts = [columns.value, columns.type, columns.lang].map(
    (text): Sql => ['CASE WHEN ', ...key, ' IS NULL THEN ', ...text, ' END'],
  )
  return [family, key, excess, ...texts]
}

/** Leaves of the bindings the projected ones, and ours. */
export function projectRelation(
  relation: Relation,
  variables: readonly string[],
  translation: Translation,
): Relation {
  // Without repetitions are the solutions still where none of their variables is left out.
  const isWhole = namesOf(relation.blocks).every((name) => isHidden(name) || variables.includes(name))
  const open = relation.slice === undefined && (!relation.distinct || isWhole)
  const distinct = open && relation.distinct
  const blocks = (open ? relation.blocks : closed(relation, translation)).map((block): Block => {
    const kept = variables.flatMap((name): (readonly [string, Binding])[] => {
      const binding = block.bindings.get(name)
      return binding === undefined ? [] : [[name, binding]]
    })
    const ours = [...block.bindings].filter(([name]) => isHidden(name))
    return { ...block, bindings: new Map([...kept, ...ours]) }
  })
  return { ...plainRelation(blocks), order: open ? relation.order : [], variables, distinct }
}

/** DISTINCT; nothing to do where no solution can come twice. */
export function distinctRelation(relation: Relation, translation: Translation): Relation {
  if (relation.distinct && relation.slice === undefined) return relation
  if (relation.slice !== undefined) {
    return { ...plainRelation(closed(relation, translation)), distinct: true, ...variablesOf(relation) }
  }
  const [block, ...others] = relation.blocks
  const once =
    block !== undefined &&
    others.length === 0 &&
    givesEachOnce(block, namesOf([block]), translation.facts.estimator.statistics)
  return { ...relation, distinct: !once }
}

/** OFFSET and LIMIT. */
export function sliceRelation(
  relation: Relation,
  { offset, limit }: Slice,
  translation: Translation,
): Relation {
  const slice = { offset, ...(limit === undefined ? {} : { limit }) }
  if (relation.slice === undefined) return { ...relation, slice }
  return { ...plainRelation(closed(relation, translation)), slice, ...variablesOf(relation) }
}

function variablesOf({ variables }: Relation): { variables?: readonly string[] } {
  return variables === undefined ? {} : { variables }
}

/** ORDER BY (SPARQL 1.1, 15.1): by the columns of the dictionary that sort terms as SPARQL does. */
export function orderRelation(
  relation: Relation,
  { comparators }: OrderBy,
  translation: Translation,
  scopeOf: (bindings: ReadonlyMap<string, Binding>) => ExpressionScope,
): Relation {
  const blocks = closed(relation, translation)
  if (blocks.length === 0) return { ...plainRelation(blocks), ...variablesOf(relation) }
  let block = single(blocks, translation)
  const order: OrderTerm[] = []
  const scope = scopeOf(block.bindings)
  for (const comparator of comparators) {
    const { terms, source } = sortTerms(comparator, scope, translation)
    order.push(...terms)
    if (source !== undefined) block = { ...block, sources: [...block.sources, source] }
  }
  return { ...plainRelation([block]), order, ...variablesOf(relation) }
}

/** Of numbers that are written longer than a key tells apart; of no floating-point ones, which are what their key is. */
function storedExcess(columns: Readonly<Record<TermColumn, Slot>>): Sql {
  const { value, type, key } = columns
  const isLong = sql`${column(columns.family)} = ${[String(family.numeric)]} AND length(${column(value)}) > ${[String(exactLength)]}`
  const isExact = sql`${column(type)} NOT IN (${[floatingTypes.join(', ')]})`
  const excess = sql`${[excessFunctions.stored]}(${column(value)}, CAST(${column(key)} AS TEXT))`
  return sql`CASE WHEN ${isLong} AND ${isExact} THEN ${excess} ELSE ${[`'${noExcess}'`]} END`
}

const floatingTypes = [xsd.float, xsd.double].map((datatype) => wellKnownDatatypes.get(datatype) ?? 0)

function sortTerms(
  { expression, descending }: Comparator,
  scope: ExpressionScope,
  translation: Translation,
): { readonly terms: readonly OrderTerm[]; readonly source?: SortSource } {
  const value = cell(expression, scope)
  const binding = expression.kind === 'variable' ? scope.lookup(expression.name) : undefined
  if (binding === undefined || !binding.stored) {
    const sorted = (name: TermColumn): Sql => [`${sortFunctions[name]}(`, ...value, ')']
    const columns = {
      family: sorted('family'),
      key: sorted('key'),
      value: sorted('value'),
      type: sorted('type'),
      lang: sorted('lang'),
    }
    return {
      terms: sortValues(columns, [`${excessFunctions.computed}(`, ...value, ')']).map((one) => ({
        value: one,
        descending,
      })),
    }
  }
  const columns = freshTermColumns(translation)
  const type = column(columns.type)
  // Datatypes have numbers in the order in which they were first seen.
  const datatype = sql`(SELECT ct.iri FROM datatype AS ct WHERE ct.id = ${type})`
  return {
    source: { kind: 'sort', cell: binding.value, columns, optional: { equalities: [], conditions: [] } },
    terms: sortValues(
      {
        family: column(columns.family),
        key: column(columns.key),
        value: column(columns.value),
        type: translation.facts.readable === undefined ? type : datatype,
        lang: column(columns.lang),
      },
      storedExcess(columns),
    ).map((one): OrderTerm => ({ value: one, descending })),
  }
}
