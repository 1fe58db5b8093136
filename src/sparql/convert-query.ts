import { type Algebra, Types } from '@traqula/algebra-transformations-1-1'
import { type Dataset, noGraphs, type Operation } from './algebra.ts'
import type { Source } from './conversion.ts'
import { convertOperation } from './convert.ts'
import { createTemplates } from './convert-template.ts'
import { nameTerm } from './convert-term.ts'
import type { Query } from './query-form.ts'
import type { QueryTree } from './syntax-tree.ts'
import { toAlgebra } from './to-algebra.ts'

/** A syntax tree of a query, whose names are resolved, as algebra. */
export function convertQuery(tree: QueryTree, source: Source): Query {
  const algebra = toAlgebra(tree)
  if (algebra.type !== Types.FROM) return convertForm(algebra, source, {})
  return convertForm(algebra.input, source, { dataset: convertDataset(algebra) })
}

/** The graphs that FROM or USING name. */
export function convertDataset(from: Pick<Algebra.From, 'default' | 'named'>): Dataset {
  const names = (graphs: Algebra.From['default']) =>
    graphs.map((graph) => graph.value).filter((graph) => graph !== noGraphs)
  return { default: names(from.default), named: names(from.named) }
}

function convertForm(form: Algebra.Operation, source: Source, scope: { readonly dataset?: Dataset }): Query {
  // LIMIT and OFFSET of the other forms stand around them; they are about the solutions that these take.
  const [slice, inner] = form.type === Types.SLICE ? [form, form.input] : [undefined, form]
  const operand = (operation: Algebra.Operation): Operation =>
    convertOperation(slice === undefined ? operation : { ...slice, input: operation }, source)
  switch (inner.type) {
    case Types.ASK:
      return { kind: 'ask', ...scope, operation: operand(inner.input) }
    case Types.CONSTRUCT: {
      const template = createTemplates().triples(inner.template)
      return { kind: 'construct', template, ...scope, operation: operand(inner.input) }
    }
    case Types.DESCRIBE:
      return { kind: 'describe', terms: inner.terms.map(nameTerm), ...scope, operation: operand(inner.input) }
    default:
      return { kind: 'select', ...scope, operation: convertOperation(form, source) }
  }
}
