import type { Place, QuadSource } from './block.ts'

/** A column of the table of quads. */
export type QuadColumn = 'p' | 's' | 'o' | 'g'

/** Each index of the table of quads as its columns; the first is the primary key. */
const indexes = [
  { name: 'sqlite_autoindex_quad_1', label: 'PSO', columns: ['p', 's', 'o', 'g'] },
  { name: 'quad_pos', label: 'POS', columns: ['p', 'o', 's', 'g'] },
  { name: 'quad_spo', label: 'SPO', columns: ['s', 'p', 'o', 'g'] },
  { name: 'quad_osp', label: 'OSP', columns: ['o', 's', 'p', 'g'] },
  { name: 'quad_named', label: 'GPSO', columns: ['g', 'p', 's', 'o'] },
] as const

/** How a pattern is matched: by which index, and in which columns its matches come sorted. */
export interface Scan {
  readonly index: (typeof indexes)[number]['name']
  readonly label: string
  /** The columns behind the bound ones: matches come in their ascending order. */
  readonly sorted: readonly QuadColumn[]
}

/** Whether quads are sought in one after the other of the listed graphs, since nothing but a predicate says which they are. */
export function isByGraph({ graph }: QuadSource, isBound: (column: QuadColumn) => boolean): boolean {
  if (graph.kind !== 'merged' && graph.kind !== 'each') return false
  return graph.isFew === true && !isBound('s') && !isBound('o') && !isBound('g')
}

/** The index with the longest bound prefix; of several the one that is named first above. */
export function chooseScan(source: QuadSource, isBound: (column: QuadColumn) => boolean): Scan {
  if (isByGraph(source, isBound)) return { index: 'quad_named', label: 'GPSO', sorted: [] }
  const inNamed = source.graph.kind === 'each' || (source.graph.kind === 'graph' && source.graph.id !== 0)
  let best: Scan | undefined
  let longest = -1
  for (const index of indexes) {
    if (index.label === 'GPSO' && !inNamed) continue
    const free = index.columns.findIndex((column) => !isBound(column))
    const prefix = free === -1 ? index.columns.length : free
    if (prefix > longest) {
      longest = prefix
      best = { index: index.name, label: index.label, sorted: index.columns.slice(prefix) }
    }
  }
  if (best === undefined) throw new Error('No index of the table of quads was considered.')
  return best
}

/** The places of a pattern by column; `g` is a place only where its value is known or asked for. */
export function placesOf(source: QuadSource): readonly (readonly [QuadColumn, Place])[] {
  const { subject, predicate, object, graph } = source
  const triple = [
    ['p', predicate],
    ['s', subject],
    ['o', object],
  ] as const
  if (graph.kind === 'graph') return [...triple, ['g', { kind: 'constant', id: graph.id }]]
  if (graph.kind === 'each') return [...triple, ['g', { kind: 'slot', slot: graph.slot }]]
  return triple
}
