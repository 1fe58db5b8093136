import type { Expression, ExpressionAggregate, QuerySelect, TermVariable } from '@traqula/rules-sparql-1-1'
import type { Refuse } from './refuse.ts'
import { visitTree } from './syntax-tree.ts'
import { scopeOfPattern, variablesIn } from './tree-scope.ts'

/** Holds what SPARQL 1.1, 11.4 and 18.2.4.4 say of the variables of a SELECT, with note 11 of 19.8. */
export function checkSelect(query: QuerySelect, refuse: Refuse): void {
  const scope = scopeOfPattern(query)
  const keys = keysOf(query)
  const selected = new Set<string>()
  // What is neither a key nor an aggregate has no one value in a group.
  const ungrouped = (variable: TermVariable) =>
    keys !== undefined && scope.has(variable.value) && !keys.has(variable.value)
  for (const item of query.variables) {
    if (item.type === 'wildcard') {
      if (keys !== undefined) throw refuse(item, 'SELECT * is not possible with GROUP BY or an aggregate.')
    } else if (item.type === 'term') {
      if (ungrouped(item)) throw refuse(item, `?${item.value} is neither grouped by nor aggregated.`)
      selected.add(item.value)
    } else {
      const { variable, expression } = item
      if (scope.has(variable.value) || selected.has(variable.value)) {
        throw refuse(variable, `AS cannot assign ?${variable.value}, which is bound already.`)
      }
      const found = outsideAggregates(expression).find(ungrouped)
      if (found !== undefined) throw refuse(found, `?${found.value} is neither grouped by nor aggregated.`)
      selected.add(variable.value)
    }
  }
}

/** The variables that a query groups by; `undefined` where it does not group. */
function keysOf({ solutionModifiers, variables }: QuerySelect): ReadonlySet<string> | undefined {
  const { group, having, order } = solutionModifiers
  if (group === undefined && !hasAggregate({ variables, having, order })) return undefined
  return new Set(
    group?.groupings.flatMap((grouping) => {
      if ('variable' in grouping) return grouping.variable.value
      return grouping.type === 'term' && grouping.subType === 'variable' ? grouping.value : []
    }),
  )
}

function hasAggregate(part: object): boolean {
  let found = false
  visitTree(part, (node) => {
    // A subselect of EXISTS aggregates for itself.
    if ('type' in node && node.type === 'pattern' && 'patterns' in node) return false
    found ||= isAggregate(node)
    return !found
  })
  return found
}

/** The variables of an expression that stand neither in an aggregate nor in the pattern of EXISTS. */
function outsideAggregates(expression: Expression): readonly TermVariable[] {
  const found: TermVariable[] = []
  visitTree(expression, (node) => {
    if (isAggregate(node) || ('subType' in node && node.subType === 'patternOperation')) return false
    if ('subType' in node && node.subType === 'variable') found.push(...variablesIn(node))
    return true
  })
  return found
}

function isAggregate(node: object): node is ExpressionAggregate {
  return 'type' in node && node.type === 'expression' && 'subType' in node && node.subType === 'aggregate'
}
