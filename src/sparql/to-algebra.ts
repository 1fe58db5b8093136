import { toAlgebra11Builder } from '@traqula/algebra-sparql-1-1'
import { type Algebra, createAlgebraContext } from '@traqula/algebra-transformations-1-1'
import type { QueryTree } from './syntax-tree.ts'

/**
 * The parser's algebra of a query whose names are resolved already; blank nodes of patterns are variables, those of
 * templates stay.
 */
export function toAlgebra(tree: QueryTree): Algebra.Operation {
  // Names are resolved already, but those of blank nodes of the database have no scheme: the translation refuses them,
  // except below a base, and below this one it leaves them as they are.
  const context = createAlgebraContext({ baseIRI: 'none' })
  // The translation starts to count fresh variables anew, and forgets which names are taken, at each subselect; what
  // it makes after one would then be the same variable as what it made before.
  const variables = new Set<string>()
  let count = 0
  Object.defineProperties(context, {
    variables: { get: () => variables, set: () => {} },
    varCount: {
      get: () => count,
      set: (value: number) => {
        count = Math.max(count, value)
      },
    },
  })
  return toAlgebra11Builder.build().translateQuery(context, { ...tree, context: [] }, false, true)
}
