import type { ClassGraph, ClassNode, Source } from './class-graph.ts'

/** All that makes a node a member of a class without going elsewhere. */
export interface ClassClosure {
  /** The class and all others whose members are its members, itself first. */
  readonly nodes: ReadonlySet<ClassNode>
  /** How one is of any of them, but for being of another of them. */
  readonly sources: readonly Exclude<Source, { readonly kind: 'node' }>[]
  /** Numbers of the axioms that make them part of it. */
  readonly axioms: ReadonlySet<number>
}

/**
 * Follows a class to those below it. What asks for one of the closure itself is left out: who is of that is of the class
 * already.
 *
 * @param without nodes that are not looked for, since whoever is of them is what it is all for
 */
export function classClosure(
  graph: ClassGraph,
  node: ClassNode,
  without: ReadonlySet<ClassNode> = new Set(),
): ClassClosure {
  const nodes = new Set(without.has(node) ? [] : [node])
  const axioms = new Set<number>()
  const found: Exclude<Source, { readonly kind: 'node' }>[] = []
  for (const each of nodes) {
    for (const source of graph.sources(each)) {
      if (source.kind !== 'node') found.push(source)
      else if (!without.has(source.node)) {
        nodes.add(source.node)
        axioms.add(source.axiom)
      }
    }
  }
  const sources = found.filter(
    (source) => source.kind !== 'all' || !source.nodes.some((each) => nodes.has(each) || without.has(each)),
  )
  return { nodes, sources, axioms }
}
