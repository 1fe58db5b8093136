import { ServiceError } from '../../../errors.ts'
import type {
  Expression,
  Graph,
  Group,
  Operation,
  SelectQuery,
  Slice,
  Values,
} from '../../../sparql/algebra.ts'
import { conjunctsOf } from '../../../sparql/conjuncts-of.ts'
import { isVolatile } from '../../../sparql/evaluate.ts'
import { inScope } from '../../../sparql/scope.ts'
import { type Binding, type Block, bind, joinBlocks, type Source, unitBlock } from '../select/block.ts'
import type { Select } from '../select/select.ts'
import { coalesce, column, type Slot, type Sql } from '../select/sql.ts'
import { correlate, existsIn } from './correlate.ts'
import { cell, type ExpressionScope, truth } from './expression.ts'
import { graphSet, namedScope, scopeOfCell } from './graph-set.ts'
import { lookupSource } from './lookup.ts'
import { neededInExists } from './needed-in-exists.ts'
import { closed, namesOf, plainRelation, type Relation, selectOf, temporary } from './relation.ts'
import { groupBlocks } from './translate-group.ts'
import { joinRelations, translateJoin } from './translate-join.ts'
import { distinctRelation, orderRelation, projectRelation, sliceRelation } from './translate-modifier.ts'
import { leftJoinBlocks, minusBlocks } from './translate-optional.ts'
import { translatePath } from './translate-path.ts'
import { namedGraphs, nameGraph, translatePatterns } from './translate-pattern.ts'
import { type DatabaseFacts, isHidden, isStored, type Translation } from './translation.ts'

/** A query as a select, whose columns are the query's variables. */
export function translateQuery(
  query: SelectQuery,
  grouping: readonly string[],
  facts: DatabaseFacts,
): Select {
  let slots: Slot = 0
  const graphs = graphSet(query.dataset, facts)
  const translation: Translation = {
    facts,
    graphs,
    graph: graphs.default,
    outer: new Map(),
    correlated: false,
    freshSlot: () => slots++,
  }
  const relation = translate(query.operation, translation)
  // A query that finds nothing, as its translation knows already, has no blocks left to tell its variables.
  const names = relation.blocks.length === 0 ? [...inScope(query.operation)] : namesOf(relation.blocks)
  const variables = relation.variables ?? names.filter((name) => !isHidden(name))
  const select = selectOf(relation, variables)
  const grouped = grouping.filter((name) => variables.includes(name))
  if (facts.readable === undefined) return { ...select, ties: grouped.length > 0 ? grouped : select.ties }
  // Solutions come in an order of their own, or in that of whatever is hidden among them.
  return { ...select, ties: [...new Set([...grouped, ...variables])] }
}

/** The relation of an operation. Only what stands at the top of a query or subselect is left open. */
function translate(operation: Operation, translation: Translation): Relation {
  switch (operation.kind) {
    case 'project':
      return projectRelation(
        translate(operation.operand, withinSelect(translation)),
        operation.variables,
        translation,
      )
    case 'distinct':
      return distinctRelation(translate(operation.operand, translation), translation)
    case 'slice':
      return translateSlice(operation, translation)
    case 'orderBy':
      return orderRelation(translate(operation.operand, translation), operation, translation, (bindings) =>
        scopeOf(bindings, translation),
      )
    case 'bgp':
    case 'path':
    case 'service':
    case 'join':
    case 'leftJoin':
    case 'union':
    case 'minus':
    case 'filter':
    case 'extend':
    case 'values':
    case 'graph':
    case 'group':
      return plainRelation(translateBlocks(operation, translation))
  }
}

/** A subselect sees nothing of the solution that EXISTS substitutes, and how many solutions there are within it may count. */
function withinSelect(translation: Translation): Translation {
  return { ...translation, outer: new Map(), tested: undefined }
}

/** An operation as a union of blocks. */
function translateBlocks(operation: Operation, translation: Translation): readonly Block[] {
  const blocksOf = (operand: Operation) => translateBlocks(operand, translation)
  switch (operation.kind) {
    case 'bgp':
      return translatePatterns(operation, translation)
    case 'path':
      return translatePath(operation, translation)
    case 'service':
      throw new ServiceError('unsupported', 'SERVICE is not supported.')
    case 'join':
      return translateJoin(operation.operands, translation, blocksOf)
    case 'union':
      return operation.operands.flatMap(blocksOf)
    case 'leftJoin':
      return leftJoinBlocks(
        blocksOf(operation.left),
        blocksOf(operation.right),
        operation.condition,
        translation,
        (condition, bindings) => truth(condition, scopeOf(bindings, translation)),
      )
    case 'minus':
      return minusBlocks(blocksOf(operation.left), blocksOf(operation.right), translation.outer)
    case 'filter':
      return blocksOf(operation.operand).map((block) => filterBlock(block, operation.condition, translation))
    case 'extend': {
      const blocks = blocksOf(operation.operand).map((block) =>
        extendBlock(block, operation.variable, operation.expression, translation),
      )
      return isVolatile(operation.expression) && blocks.length > 0 ? [temporary(blocks, translation)] : blocks
    }
    case 'values':
      return translateValues(operation, translation)
    case 'graph':
      return translateGraph(operation, translation)
    case 'group':
      return translateGroup(operation, translation)
    case 'project':
    case 'distinct':
    case 'orderBy':
    case 'slice':
      return closed(translate(operation, translation), translation)
  }
}

function translateGraph(operation: Graph, translation: Translation): readonly Block[] {
  const { name } = operation
  const named: { readonly scope: Translation['graph'] } | undefined =
    name.kind === 'variable'
      ? { scope: 'each' }
      : namedScope(name.value, translation.graphs, translation.facts)
  // A graph that the dataset does not have has no solutions, not even the empty one.
  if (named === undefined) return []
  const inside = translateBlocks(operation.operand, { ...translation, graph: named.scope })
  const blocks = name.kind === 'variable' ? inside.map((block) => nameGraph(block, name.name)) : inside
  // Inside another GRAPH ?g, every graph of that has these solutions.
  return translation.graph === 'each'
    ? joinRelations([blocks, namedGraphs(translation)], translation)
    : blocks
}

function translateSlice(operation: Slice, translation: Translation): Relation {
  const slice = (one: Translation) =>
    sliceRelation(translate(operation.operand, withinSelect(one)), operation, one)
  if (translation.graph !== 'each') return slice(translation)
  return plainRelation(inEachGraph(translation, (one) => closed(slice(one), one)))
}

/** What has to be made graph by graph inside `GRAPH ?g`: slices, and groups without keys, which stand for nothing too. */
function inEachGraph(
  translation: Translation,
  inOne: (translation: Translation) => readonly Block[],
): readonly Block[] {
  const { facts, graphs } = translation
  return (graphs.named === 'all' ? facts.namedGraphs() : graphs.named).flatMap((name) => {
    const inside = inOne({ ...translation, graph: scopeOfCell(name, facts) })
    const named = namedGraphs({ ...translation, graphs: { ...graphs, named: [name] } })
    return joinRelations([inside, named], translation)
  })
}

function translateGroup(operation: Group, translation: Translation): readonly Block[] {
  const group = (one: Translation) =>
    groupBlocks(translateBlocks(operation.operand, withinSelect(one)), operation, one, (bindings) =>
      scopeOf(bindings, one),
    )
  const wholeGraphs = translation.graph === 'each' && operation.keys.length === 0
  return wholeGraphs ? inEachGraph(translation, group) : group(translation)
}

function filterBlock(block: Block, condition: Expression, translation: Translation): Block {
  const { bindings } = block
  const sources: Source[] = []
  const equalities: (readonly [Slot, Slot])[] = []
  const conditions: Sql[] = []
  for (const conjunct of conjunctsOf(condition)) {
    const lookup = lookupSource(conjunct, block, translation)
    if (lookup === undefined) {
      conditions.push(truth(conjunct, scopeOf(bindings, translation)))
    } else {
      sources.push(lookup.source)
      equalities.push([lookup.slot, lookup.source.slot])
    }
  }
  return {
    bindings,
    sources: [...block.sources, ...sources],
    equalities: [...block.equalities, ...equalities],
    conditions: [...block.conditions, ...conditions],
  }
}

function extendBlock(block: Block, name: string, expression: Expression, translation: Translation): Block {
  const scope = scopeOf(block.bindings, translation)
  if (expression.kind === 'variable') {
    const binding = scope.lookup(expression.name)
    return bind(block, name, binding ?? { value: ['NULL'], maybeUnbound: true, stored: true })
  }
  const constant = expression.kind === 'term' ? translation.facts.cellOf(expression.term) : undefined
  return bind(block, name, {
    value: cell(expression, scope),
    maybeUnbound: constant === undefined,
    stored: constant !== undefined && isStored(constant, translation.facts),
  })
}

function translateValues(operation: Values, translation: Translation): readonly Block[] {
  const { variables, rows } = operation
  if (rows.length === 0) return []
  const cells = rows.map((row) =>
    variables.map((_, index): number | string | null => {
      const term = row[index] ?? null
      return term === null ? null : translation.facts.cellOf(term)
    }),
  )
  const around = translation.graph === 'each' ? namedGraphs(translation) : [unitBlock]
  if (variables.length === 0) return around.flatMap((block) => rows.map(() => block))
  const slots = variables.map(() => translation.freshSlot())
  const bindings = new Map<string, Binding>()
  for (const [index, variable] of variables.entries()) {
    const slot = slots[index]
    if (slot === undefined) continue
    const inColumn = cells.map((row) => row[index])
    bindings.set(variable, {
      value: column(slot),
      maybeUnbound: inColumn.includes(null),
      stored: cells.every((row) => isStored(row[index] ?? null, translation.facts)),
    })
  }
  const block: Block = { ...unitBlock, sources: [{ kind: 'rows', slots, rows: cells }], bindings }
  return around.map((graph) => joinBlocks(graph, block))
}

/** What expressions over a block's bindings see: those, and in EXISTS the solution around it. */
function scopeOf(bindings: ReadonlyMap<string, Binding>, translation: Translation): ExpressionScope {
  const { outer } = translation
  const lookup = (name: string): Binding | undefined => {
    const inner = bindings.get(name)
    const around = outer.get(name)
    if (inner === undefined || around === undefined) return inner ?? around
    if (!inner.maybeUnbound) return inner
    return {
      value: coalesce([around.value, inner.value]),
      maybeUnbound: true,
      stored: inner.stored && around.stored,
    }
  }
  return {
    facts: translation.facts,
    lookup,
    exists(operation) {
      const visible = new Map(outer)
      for (const name of bindings.keys()) {
        const binding = lookup(name)
        if (binding !== undefined) visible.set(name, binding)
      }
      const tested = neededInExists(operation, new Set(visible.keys()))
      const blocks = translateBlocks(tested, { ...translation, outer: visible, correlated: true, tested })
      return existsIn(blocks.map((block) => correlate(visible, block)))
    },
  }
}
