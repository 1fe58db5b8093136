import { rdf } from '../../rdf/term.ts'
import type { ClassExpression } from '../axiom.ts'

/**
 * An expression as small as it can be said: intersections hold at least two others, none of them intersections or
 * `owl:Thing`, and whoever has a class as type is a member of that class. Absent: it speaks of `rdf:type` in another way.
 */
export function plainExpression(expression: ClassExpression): ClassExpression | undefined {
  switch (expression.kind) {
    case 'class':
    case 'anything':
    case 'oneOf':
      return expression
    case 'hasValue': {
      const { property, value } = expression
      if (property.iri !== rdf.type) return expression
      return property.inverse || value.kind !== 'iri' ? undefined : { kind: 'class', iri: value.value }
    }
    case 'some': {
      const of = plainExpression(expression.of)
      return of === undefined || expression.property.iri === rdf.type ? undefined : { ...expression, of }
    }
    case 'intersection':
      return plainIntersection(expression.of)
  }
}

function plainIntersection(operands: readonly ClassExpression[]): ClassExpression | undefined {
  const byKey = new Map<string, ClassExpression>()
  for (const operand of operands) {
    const plain = plainExpression(operand)
    if (plain === undefined) return undefined
    if (plain.kind === 'anything') continue
    for (const each of plain.kind === 'intersection' ? plain.of : [plain])
      byKey.set(expressionKey(each), each)
  }
  const of = [...byKey.values()]
  const [first, second] = of
  if (first === undefined) return { kind: 'anything' }
  return second === undefined ? first : { kind: 'intersection', of }
}

function expressionKey(expression: ClassExpression): string {
  return expression.kind === 'class' ? expression.iri : JSON.stringify(expression)
}
