import {
  call,
  type Expression,
  type Filter,
  filter,
  join,
  type Operation,
  term,
  variable,
} from '../../../sparql/algebra.ts'
import { conjunctsOf } from '../../../sparql/conjuncts-of.ts'
import { certainlyBound, freeVariables, inScope } from '../../../sparql/scope.ts'
import type { QueryPart } from '../../store.ts'
import type { NodeName } from './node-name.ts'
import { replaceOperation } from './replace-operation.ts'
import { withoutOrder } from './row-after.ts'

/**
 * The solutions of a part for some of its nodes, which are given; which of all nodes the part shows is settled.
 *
 * @param nodes by names that VALUES can have; blank nodes by names that only an engine of its own kind knows
 */
export function ofNodes({ node, operation, page }: QueryPart, nodes: readonly NodeName[]): Operation {
  const names = nodes.map(({ name }) => name)
  // A list of one would be the same as "=", by which Virtuoso does not find a blank node.
  const listed = names.length === 1 ? [...names, ...names] : names
  const isOneOf = call('IN', variable(node), ...listed.map(term))
  const values: Operation = { kind: 'values', variables: [node], rows: names.map((name) => [name]) }
  const chosen: Choice = nodes.some(({ isBlank }) => isBlank)
    ? (operand) => ({ kind: 'filter', operand, condition: isOneOf })
    : (operand) => join([values, operand])
  const all = page === undefined ? operation : replaceOperation(operation, page, withoutOrder(page.operand))
  return restricted(all, node, chosen)
}

/** What leaves the chosen nodes of an operation's solutions. */
type Choice = (operation: Operation) => Operation

/** Applies a choice of nodes to what binds their variable, as far inside as that means the same: engines begin there. */
function restricted(operation: Operation, node: string, chosen: Choice): Operation {
  const inside = (one: Operation): Operation => restricted(one, node, chosen)
  switch (operation.kind) {
    case 'extend':
      if (operation.variable !== node) return { ...operation, operand: inside(operation.operand) }
      break
    case 'filter':
      return filter(inside(operation.operand), openConditions(operation, node))
    case 'distinct':
    case 'orderBy':
      return { ...operation, operand: inside(operation.operand) }
    case 'project':
      if (operation.variables.includes(node)) return { ...operation, operand: inside(operation.operand) }
      break
    case 'group':
      if (operation.keys.includes(node)) return { ...operation, operand: inside(operation.operand) }
      break
    case 'leftJoin':
    case 'minus':
      if (certainlyBound(operation.left).has(node)) return { ...operation, left: inside(operation.left) }
      break
    case 'join': {
      const first = operation.operands.findIndex((operand) => certainlyBound(operand).has(node))
      if (first < 0) break
      return {
        ...operation,
        operands: operation.operands.map((operand, index) => (index === first ? inside(operand) : operand)),
      }
    }
    case 'bgp':
    case 'path':
    case 'union':
    case 'values':
    case 'graph':
    case 'service':
    case 'slice':
      break
  }
  return chosen(operation)
}

/** Conditions that do not depend on the node alone: nodes that a part shows satisfy the others already. */
function openConditions({ condition, operand }: Filter, node: string): readonly Expression[] {
  const bound = inScope(operand)
  return conjunctsOf(condition).filter((one) =>
    [...freeVariables(one)].some((name) => name !== node && bound.has(name)),
  )
}
