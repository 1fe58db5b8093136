import type { Pattern, TermBlank } from '@traqula/rules-sparql-1-1'
import type { Refuse } from './refuse.ts'
import { innerGroups, visitTree } from './syntax-tree.ts'

/** Holds that a label of a blank node is used in one place only (SPARQL 1.1, 19.6). */
export interface Labels {
  /** Of the patterns in a part of a syntax tree: each basic graph pattern is a place. */
  inPatterns(part: object): void
  /** Of the data of one operation, which is one place. */
  inData(part: object): void
}

/** Knows the labels of one query or one request. */
export function createLabels(refuse: Refuse): Labels {
  const places = new Map<string, object>()
  const claim = (part: object, place: object) => {
    for (const node of blankNodesIn(part)) {
      const owner = places.get(node.label) ?? place
      if (owner !== place) {
        throw refuse(node, `The blank node _:${node.label.slice(2)} is used in two basic graph patterns.`)
      }
      places.set(node.label, place)
    }
  }
  const checkGroup = (elements: readonly Pattern[]) => {
    let place = {}
    for (const element of elements) {
      if (element.type === 'pattern' && element.subType === 'bgp') {
        claim(element, place)
        continue
      }
      for (const group of innerGroups(element)) checkGroup(group)
      // Filters stand anywhere in a group (5.2.2); everything else ends a basic graph pattern (5.1, 10.1).
      if (element.type !== 'pattern' || element.subType !== 'filter') place = {}
    }
  }
  return {
    inPatterns(part) {
      for (const group of innerGroups(part)) checkGroup(group)
    },
    inData: (part) => claim(part, part),
  }
}

function blankNodesIn(part: object): readonly TermBlank[] {
  const found: TermBlank[] = []
  visitTree(part, (node) => {
    if (isBlankNode(node)) found.push(node)
    return true
  })
  return found
}

/** Whether a node of a syntax tree is a blank node. */
export function isBlankNode(node: object): node is TermBlank {
  return 'type' in node && node.type === 'term' && 'subType' in node && node.subType === 'blankNode'
}
