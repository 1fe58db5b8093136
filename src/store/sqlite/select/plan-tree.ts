import type { PatternTerm } from '../../../sparql/algebra.ts'
import type { PlanNode } from '../../../sparql/plan-node.ts'
import type { Block, PathSource, Place, QuadSource, Source } from './block.ts'
import type { Estimator } from './estimate.ts'
import { type Layout, type Loop, layOut } from './layout.ts'
import type { Measurements } from './measure-parts.ts'
import { pathLabel } from './path-label.ts'
import type { Select } from './select.ts'
import type { ExistsPart, Sql } from './sql.ts'

/** Makes an IRI short for a plan's labels. */
export type Namer = (iri: string) => string

/** The plan of a select, as it was laid out when its text was written; `measured` is what parts of it came to. */
export function planTree(
  select: Select,
  layouts: ReadonlyMap<Block, Layout>,
  estimator: Estimator,
  namer: Namer,
  measured: Measurements = new Map(),
): PlanNode {
  const printer: Printer = { layouts, estimator, namer, measured }
  const label = `Projection(${select.variables.map((name) => `?${name}`).join(', ')})`
  const child = selectNode(select, printer)
  return { label, cardinality: child.cardinality, children: [child] }
}

interface Printer {
  readonly layouts: ReadonlyMap<Block, Layout>
  readonly estimator: Estimator
  readonly namer: Namer
  readonly measured: Measurements
}

function selectNode(select: Select, printer: Printer): PlanNode {
  const blocks = select.blocks.map((block) => blockNode(block, printer))
  const [only] = blocks
  let node: PlanNode
  if (only === undefined) node = { label: 'Nothing', cardinality: 1, children: [] }
  else if (blocks.length === 1) node = only
  else
    node = {
      label: 'Union',
      cardinality: blocks.reduce((sum, { cardinality }) => sum + cardinality, 0),
      children: blocks,
    }
  const cardinality = cardinalityOf(printer.estimator.select(select))
  if (select.grouping !== undefined) {
    node = { label: `Group(${variableList(select.grouping.keys)})`, cardinality, children: [node] }
  }
  if (select.distinct) node = { label: 'Distinct', cardinality: node.cardinality, children: [node] }
  if (isSorted(select, printer)) node = { label: 'Sort', cardinality: node.cardinality, children: [node] }
  if (select.slice !== undefined) {
    const { offset, limit } = select.slice
    const label = `Slice(offset=${offset}${limit === undefined ? '' : `, limit=${limit}`})`
    node = { label, cardinality, children: [node] }
  }
  return { ...node, ...printer.measured.get(select) }
}

function isSorted(select: Select, { layouts }: Printer): boolean {
  if (select.order.length > 0) return true
  if (select.ties.length === 0 || select.grouping !== undefined) return false
  const [block] = select.blocks
  return select.blocks.length > 1 || block === undefined || layouts.get(block)?.ordered !== true
}

function blockNode(block: Block, printer: Printer): PlanNode {
  const layout = printer.layouts.get(block) ?? layOut(block, printer.estimator, () => false)
  let node: PlanNode | undefined
  for (const loop of layout.loops) {
    if (loop.source.kind === 'sort') continue
    const step = sourceNode(loop, printer)
    if (node === undefined) node = step
    else {
      const label = loop.source.optional === undefined ? 'NestedLoopJoin' : 'LeftJoin'
      node = { label, cardinality: cardinalityOf(loop.rows), children: [node, step] }
    }
  }
  let result: PlanNode = node ?? { label: 'Unit', cardinality: 1, children: [] }
  for (const condition of block.conditions) {
    for (const part of existsParts(condition)) {
      const tests = part.blocks.map((test) => blockNode(test, printer))
      const label = part.negated ? 'NotExists' : 'Exists'
      result = { label, cardinality: result.cardinality, children: [result, ...tests] }
    }
    if (existsParts(condition).length === 0) {
      result = { label: 'Filter', cardinality: result.cardinality, children: [result] }
    }
  }
  return { ...result, ...printer.measured.get(block) }
}

function existsParts(condition: Sql): readonly ExistsPart[] {
  return condition.flatMap((part) => (typeof part !== 'string' && part.kind === 'exists' ? [part] : []))
}

function sourceNode(loop: Loop, printer: Printer): PlanNode {
  const { source } = loop
  return {
    label: sourceLabel(source, loop, printer),
    cardinality: cardinalityOf(printer.estimator.matches(source, () => false)),
    children: partsOf(loop, printer),
  }
}

function partsOf({ source, reach }: Loop, printer: Printer): readonly PlanNode[] {
  if (source.kind !== 'derived') return []
  if (reach?.kind === 'lookup') return reach.blocks.map((block) => blockNode(block, printer))
  return [selectNode(source.select, printer)]
}

function sourceLabel(source: Source, loop: Loop, printer: Printer): string {
  switch (source.kind) {
    case 'quad':
      return `Scan[${loop.scan?.label}](${patternLabel(source, printer)})`
    case 'term':
      return `Terms[${loop.probed ? 'id' : source.index === 'term_key' ? 'key' : 'value'}](?${source.label})`
    case 'rows':
      return `Values${loop.probed ? '[test]' : ''}(${source.rows.length})`
    case 'sort':
      return 'Terms[id]'
    case 'derived':
      return loop.reach?.kind === 'lookup' ? 'Lookup' : 'Materialize'
    case 'path':
      return `Path[${loop.start?.end ?? 'pairs'}](${pathEndsLabel(source, printer)})`
  }
}

function pathEndsLabel({ pattern }: PathSource, { namer }: Printer): string {
  const [subject, object] = [pattern.subject, pattern.object].map((term) => termLabel(term, namer))
  return `${subject}, ${pathLabel(pattern.path, namer)}, ${object}`
}

function patternLabel({ pattern, subject, predicate, object }: QuadSource, { namer }: Printer): string {
  const places = [subject, predicate, object]
  return [pattern.subject, pattern.predicate, pattern.object]
    .map((term, index) => `${termLabel(term, namer)}${membersLabel(places[index])}`)
    .join(', ')
}

/** How many terms a place is one of. */
function membersLabel(place: Place | undefined): string {
  return place?.kind === 'slot' && place.members !== undefined ? ` (${place.members.ids.length})` : ''
}

function termLabel(term: PatternTerm, namer: Namer): string {
  switch (term.kind) {
    case 'variable':
      return `?${term.name}`
    case 'iri':
      return namer(term.value)
    case 'literal':
      return JSON.stringify(term.value)
  }
}

function variableList(names: readonly string[]): string {
  return names.map((name) => `?${name}`).join(', ')
}

function cardinalityOf(rows: number): number {
  return Math.max(1, Math.round(rows))
}
