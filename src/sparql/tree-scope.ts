import type { Pattern, Query, TermVariable } from '@traqula/rules-sparql-1-1'
import { offsetOf, visitTree } from './syntax-tree.ts'

/** Variables by name, each where it stands first. */
export type Scope = ReadonlyMap<string, TermVariable>

/** The variables that are in scope behind elements of a group (SPARQL 1.1, 18.2.1), in the order of the text. */
export function scopeOf(elements: readonly Pattern[]): Scope {
  return inOrder(elements.flatMap(variablesOf))
}

function variablesOf(element: Pattern): readonly TermVariable[] {
  if (element.type === 'query') return selected(element)
  switch (element.subType) {
    case 'bgp':
      return variablesIn(element)
    case 'bind':
      return [element.variable]
    case 'values':
      return element.variables
    case 'graph':
    case 'service':
      return [...variablesIn(element.name), ...element.patterns.flatMap(variablesOf)]
    case 'group':
    case 'union':
    case 'optional':
      return element.patterns.flatMap(variablesOf)
    case 'filter':
    case 'minus':
      return []
  }
}

/** The variables of a query's pattern, with those of the VALUES behind it: what `*` selects. */
export function scopeOfPattern({ where, values }: Query): Scope {
  return scopeOf([...(where === undefined ? [] : [where]), ...(values === undefined ? [] : [values])])
}

function selected(query: Extract<Query, { subType: 'select' }>): readonly TermVariable[] {
  return query.variables.flatMap((item) => {
    if (item.type === 'wildcard') return [...scopeOfPattern(query).values()]
    return item.type === 'term' ? item : item.variable
  })
}

/** All variables in a part of a syntax tree. */
export function variablesIn(part: object): readonly TermVariable[] {
  const found: TermVariable[] = []
  visitTree(part, (node) => {
    if (isVariable(node)) found.push(node)
    return true
  })
  return found
}

function isVariable(node: object): node is TermVariable {
  return 'type' in node && node.type === 'term' && 'subType' in node && node.subType === 'variable'
}

function inOrder(variables: readonly TermVariable[]): Scope {
  const scope = new Map<string, TermVariable>()
  for (const variable of [...variables].sort((a, b) => offsetOf(a) - offsetOf(b))) {
    if (!scope.has(variable.value)) scope.set(variable.value, variable)
  }
  return scope
}

/** Writes out what `SELECT *` and `DESCRIBE *` select, in the order in which the variables stand in the pattern. */
export function expandStars(tree: object): void {
  visitTree(tree, (node) => {
    if (isQuery(node) && (node.subType === 'select' || node.subType === 'describe')) {
      if (node.variables.some((item) => item.type === 'wildcard')) {
        node.variables = [...scopeOfPattern(node).values()]
      }
    }
    return true
  })
}

/** Whether a node is a query or a subselect. */
export function isQuery(node: object): node is Query {
  return 'type' in node && node.type === 'query'
}
