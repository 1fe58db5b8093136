import { type Expression, join, type Operation } from '../../sparql/algebra.ts'
import { containsService, hasVariableEndpoint } from '../../sparql/contains-service.ts'
import { answerOfService, type ServiceContext } from './answer-service.ts'

/**
 * A pattern whose `SERVICE` parts are replaced by the solutions that their endpoints answer (SPARQL 1.1 Federated Query),
 * as inline data: the rest is a pattern for the store alone. What the patterns beside a part bind is sent along, so that
 * an endpoint answers with what can be joined only, and says which endpoint a variable stands for.
 *
 * @throws ServiceError `unsupported` for endpoints that are not allowed, `remoteFailed`, `limitExceeded`, `invalidQuery`
 */
export async function resolveServices(operation: Operation, context: ServiceContext): Promise<Operation> {
  return containsService(operation) ? resolve(operation, context, outermost) : operation
}

/** Where a part of a pattern stands. */
interface Place {
  /** Patterns whose solutions those of the part are joined with, as the store can answer them. */
  readonly beside: readonly Operation[]
  /** Puts a pattern of this place within the `GRAPH` around it. */
  readonly within: (operation: Operation) => Operation
}

const outermost: Place = { beside: [], within: (operation) => operation }

async function resolve(operation: Operation, context: ServiceContext, place: Place): Promise<Operation> {
  if (!containsService(operation)) return operation
  const also = (...operations: readonly Operation[]): Place => ({
    ...place,
    beside: [...place.beside, ...operations.map(place.within)],
  })
  const alone: Place = { ...place, beside: [] }
  switch (operation.kind) {
    case 'bgp':
    case 'path':
    case 'values':
      return operation
    case 'service':
      return answerOfService(operation, place.beside, context)
    case 'join':
      return join(await resolveOperands(operation.operands, context, also))
    case 'leftJoin': {
      const left = await resolve(operation.left, context, place)
      // What is joined later decides nothing of this: a right side without it would be one that does not match.
      const optional: Place = { ...place, beside: [place.within(left)] }
      const right = await resolve(operation.right, context, optional)
      if (operation.condition === undefined) return { ...operation, left, right }
      const condition = await resolveExpression(operation.condition, context, optional)
      return { ...operation, left, right, condition }
    }
    case 'union': {
      const operands: Operation[] = []
      for (const operand of operation.operands) operands.push(await resolve(operand, context, place))
      return { ...operation, operands }
    }
    case 'minus': {
      const left = await resolve(operation.left, context, place)
      return { ...operation, left, right: await resolve(operation.right, context, alone) }
    }
    case 'filter': {
      const operand = await resolve(operation.operand, context, place)
      const condition = await resolveExpression(operation.condition, context, also(operand))
      return { ...operation, operand, condition }
    }
    case 'extend': {
      const operand = await resolve(operation.operand, context, place)
      const expression = await resolveExpression(operation.expression, context, also(operand))
      return { ...operation, operand, expression }
    }
    case 'graph': {
      const { name } = operation
      const within = (inner: Operation) => place.within({ kind: 'graph', name, operand: inner })
      return { ...operation, operand: await resolve(operation.operand, context, { ...place, within }) }
    }
    case 'orderBy': {
      const operand = await resolve(operation.operand, context, alone)
      const comparators = []
      for (const comparator of operation.comparators) {
        const expression = await resolveExpression(comparator.expression, context, alone)
        comparators.push({ ...comparator, expression })
      }
      return { ...operation, operand, comparators }
    }
    case 'group': {
      const operand = await resolve(operation.operand, context, alone)
      const aggregates = []
      for (const aggregate of operation.aggregates) {
        const { expression } = aggregate
        if (expression === undefined) aggregates.push(aggregate)
        else
          aggregates.push({ ...aggregate, expression: await resolveExpression(expression, context, alone) })
      }
      return { ...operation, operand, aggregates }
    }
    // Solutions are made from the inside out: what stands around a subselect binds nothing in it.
    case 'project':
    case 'distinct':
    case 'slice':
      return { ...operation, operand: await resolve(operation.operand, context, alone) }
  }
}

/** Those whose endpoints are known first: their solutions can say which endpoints the others mean. */
async function resolveOperands(
  operands: readonly Operation[],
  context: ServiceContext,
  also: (...operations: readonly Operation[]) => Place,
): Promise<readonly Operation[]> {
  const resolved = new Map<number, Operation>()
  const entries = [...operands.entries()]
  const known = (): readonly Operation[] => [...resolved.values()]
  for (const [index, operand] of entries) if (!containsService(operand)) resolved.set(index, operand)
  for (const later of [false, true]) {
    for (const [index, operand] of entries) {
      if (resolved.has(index) || hasVariableEndpoint(operand) !== later) continue
      resolved.set(index, await resolve(operand, context, also(...known())))
    }
  }
  return entries.map(([index, operand]) => resolved.get(index) ?? operand)
}

async function resolveExpression(
  expression: Expression,
  context: ServiceContext,
  place: Place,
): Promise<Expression> {
  switch (expression.kind) {
    case 'variable':
    case 'term':
      return expression
    case 'exists':
      return { ...expression, operand: await resolve(expression.operand, context, place) }
    case 'call':
    case 'function': {
      const args: Expression[] = []
      for (const argument of expression.arguments)
        args.push(await resolveExpression(argument, context, place))
      return { ...expression, arguments: args }
    }
  }
}
