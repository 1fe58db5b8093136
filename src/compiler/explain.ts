import type { UsedReasoning } from '../reasoning/used-reasoning.ts'
import { allGraphs } from '../sparql/algebra.ts'
import type { PlanNode } from '../sparql/plan-node.ts'
import { printQuery, usedPrefixes } from '../sparql/print.ts'
import type { Compiled } from './compile.ts'
import type { FieldShape, ObjectShape } from './plan.ts'

/** The sections of an explanation. */
export interface Explanation {
  /** The query as SPARQL 1.1, without the declarations of its prefixes. */
  readonly sparql: string
  /** Per object variable, variable → the response name that it serves. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly plan: {
    readonly dataset: { readonly from: readonly string[] }
    /** Those of the stored and declared prefixes that names of the data have in `sparql`. */
    readonly prefixes: Readonly<Record<string, string>>
    readonly plan: PlanNode
  }
  /** What reasoning did; absent where the query was asked without. */
  readonly reasoning?: UsedReasoning
}

/** Explains a compiled query by the values that it consists of, and the store's plan for it. */
export function explain(compiled: Compiled, plan: PlanNode): Explanation {
  const { namespaces } = compiled.operation
  const { query, shape } = compiled.plan
  const sparql = printQuery(query, { namespaces })
  const fields: Record<string, Record<string, string>> = {}
  for (const root of shape.roots) {
    if (root.kind === 'list') addFields(root.object, fields)
  }
  const from = query.dataset?.default ?? [allGraphs]
  return {
    sparql,
    fields,
    plan: { dataset: { from }, prefixes: Object.fromEntries(usedPrefixes(query, namespaces)), plan },
    ...(compiled.reasoning && { reasoning: compiled.reasoning }),
  }
}

function addFields(object: ObjectShape, fields: Record<string, Record<string, string>>): void {
  const own: Record<string, string> = {}
  fields[object.node] = own
  for (const field of object.fields) {
    const variable = variableOf(field)
    if (variable !== undefined && variable !== object.node) own[variable] = field.key
    if (field.kind === 'object') addFields(field.object, fields)
  }
}

function variableOf(field: FieldShape): string | undefined {
  switch (field.kind) {
    case 'leaf':
    case 'iri':
      return field.variable
    case 'typename':
      return field.type.kind === 'variable' ? field.type.variable : undefined
    case 'object':
      return field.object.node
  }
}
