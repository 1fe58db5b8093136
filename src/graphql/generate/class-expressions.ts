import { isBlankKey, isNode, nodeKey, type Statements } from './statements.ts'
import { owl } from './vocabulary.ts'

/** The classes and datatypes that an expression of OWL names. */
export interface ClassExpressions {
  /**
   * The IRIs that an expression is put together from by union and intersection: of an IRI itself. Users mean any of the members, by an
   * intersection too: it names what its values are described by.
   */
  readonly named: (expression: string) => readonly string[]
}

const operands = [owl.unionOf, owl.intersectionOf, owl.disjointUnionOf]
const mostNames = 2_000

/** The {@link ClassExpressions} of a graph. */
export function createClassExpressions(statements: Statements): ClassExpressions {
  const known = new Map<string, readonly string[]>()
  const read = (expression: string): readonly string[] => {
    const names = new Set<string>()
    const seen = new Set([expression])
    const left = [expression]
    for (let at = left.pop(); at !== undefined && names.size < mostNames; at = left.pop()) {
      if (!isBlankKey(at)) {
        names.add(at)
        continue
      }
      for (const operand of operandsOf(statements, at, operands)) {
        if (seen.has(operand)) continue
        seen.add(operand)
        left.push(operand)
      }
    }
    return [...names].sort()
  }
  return {
    named: (expression) => {
      if (!isBlankKey(expression)) return [expression]
      const names = known.get(expression) ?? read(expression)
      known.set(expression, names)
      return names
    },
  }
}

/** The nodes in the lists that a node has by some predicates; none of a broken list. */
export function operandsOf(
  statements: Statements,
  node: string,
  predicates: readonly string[],
): readonly string[] {
  return predicates.flatMap((predicate) =>
    statements
      .nodes(node, predicate)
      .flatMap((head) => statements.list(head) ?? [])
      .flatMap((term) => (isNode(term) ? [nodeKey(term)] : [])),
  )
}
