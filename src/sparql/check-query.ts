import type { Pattern, PatternValues } from '@traqula/rules-sparql-1-1'
import { checkSelect } from './check-select.ts'
import type { Refuse } from './refuse.ts'
import { isGroup, isPattern, visitTree } from './syntax-tree.ts'
import { isQuery, scopeOf } from './tree-scope.ts'

/**
 * Holds what the grammar cannot say of the patterns and subselects in a syntax tree: notes 10 to 12 of SPARQL 1.1,
 * 19.8, and what 11.4 says of variables in SELECT. Wildcards stand as they were written.
 */
export function checkQuery(tree: object, refuse: Refuse): void {
  visitTree(tree, (node) => {
    if (isGroup(node)) checkBindings(node.patterns, refuse)
    if (isPattern(node) && node.subType === 'values') checkRows(node, refuse)
    if (isQuery(node) && node.subType === 'select') checkSelect(node, refuse)
    return true
  })
}

/** Note 12, with 18.2.1: what BIND assigns is not in scope from the elements before it in its group. */
function checkBindings(elements: readonly Pattern[], refuse: Refuse): void {
  for (const [index, element] of elements.entries()) {
    if (element.type !== 'pattern' || element.subType !== 'bind') continue
    const { variable } = element
    if (scopeOf(elements.slice(0, index)).has(variable.value)) {
      throw refuse(variable, `BIND cannot assign ?${variable.value}, which is bound before it.`)
    }
  }
}

/** Note 10: a row of VALUES has as many values as there are variables; the parser refuses rows that have more. */
function checkRows({ variables, values }: PatternValues, refuse: Refuse): void {
  const names = new Set<string>()
  for (const variable of variables) {
    if (names.has(variable.value)) throw refuse(variable, `VALUES has ?${variable.value} twice.`)
    names.add(variable.value)
  }
  for (const row of values) {
    if (Object.keys(row).length === variables.length) continue
    const first = Object.values(row).find((value) => value !== undefined)
    throw refuse(first ?? variables[0], 'A row of VALUES has fewer values than there are variables.')
  }
}
