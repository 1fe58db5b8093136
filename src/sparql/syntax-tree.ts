import type { Pattern, PatternGroup, SparqlQuery } from '@traqula/rules-sparql-1-1'

/** The syntax tree of a query or an update. */
export type SyntaxTree = SparqlQuery

/** The syntax tree of a query of any form. */
export type QueryTree = Extract<SyntaxTree, { type: 'query' }>

/** Where a node begins in what the parser read; the beginning for nodes that stand nowhere. */
export function offsetOf({ loc }: Pick<PatternGroup, 'loc'>): number {
  return loc.sourceLocationType === 'source' && 'start' in loc && typeof loc.start === 'number'
    ? loc.start
    : 0
}

/**
 * Shows each node of a part of a syntax tree once, in the order of the text, to a function that says whether to go
 * into it.
 */
export function visitTree(part: object, visit: (node: object) => boolean): void {
  // Lists of predicates and objects share their subjects. A stack, as a chain of operators is as deep as it is long.
  const seen = new Set<object>([part])
  const open: object[] = [part]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (!visit(node)) continue
    for (const inner of Object.values(node).reverse()) {
      if (typeof inner !== 'object' || inner === null || seen.has(inner)) continue
      seen.add(inner)
      open.push(inner)
    }
  }
}

/** The elements of each group in a part of a syntax tree that stands in no other group of it. */
export function innerGroups(part: object): readonly (readonly Pattern[])[] {
  const groups: (readonly Pattern[])[] = []
  visitTree(part, (node) => {
    if (!isGroup(node)) return true
    groups.push(node.patterns)
    return false
  })
  return groups
}

/** Whether a node is a sequence of elements in braces, with whatever stands before them. */
export function isGroup(node: object): node is Pick<PatternGroup, 'patterns'> {
  return isPattern(node) && 'patterns' in node && node.subType !== 'union'
}

/** Whether a node is an element of a group. */
export function isPattern(node: object): node is Pattern {
  return 'type' in node && node.type === 'pattern'
}
