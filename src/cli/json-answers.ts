import type { Explanation, RequestError } from '../engine/graphql/answer.ts'
import { isObject } from '../server/http/json-body.ts'

type Plan = Explanation['plan']
type PlanNode = Plan['plan']

/** The errors of a GraphQL answer; what is missing of one is left out. */
export function readRequestErrors(value: unknown): readonly RequestError[] {
  if (!Array.isArray(value)) return []
  return value.filter(isObject).map((error) => {
    const { message, locations, extensions } = error
    const { code } = isObject(extensions) ? extensions : {}
    return {
      message: typeof message === 'string' ? message : JSON.stringify(error),
      ...(Array.isArray(locations) ? { locations: locations.filter(isLocation) } : {}),
      extensions: { code: typeof code === 'string' ? code : '' },
    }
  })
}

/** The explanation in the member `data` of an answer; `undefined` where it is none. */
export function readExplanation(value: unknown): Explanation | undefined {
  if (!isObject(value)) return undefined
  const { sparql, fields, plan } = value
  if (typeof sparql !== 'string' || !isTable(fields, isTextTable) || !isObject(plan)) return undefined
  const { dataset, prefixes, plan: root } = plan
  if (!isObject(dataset) || !isTextTable(prefixes) || !isPlanNode(root)) return undefined
  const { from } = dataset
  if (!areTexts(from)) return undefined
  return {
    sparql,
    fields,
    plan: { dataset: { from }, prefixes, plan: root },
    ...readReasoning(value['reasoning']),
  }
}

/** The member `reasoning` of an explanation, where it has one. */
export function readReasoning(value: unknown): Pick<Explanation, 'reasoning'> {
  if (!isObject(value)) return {}
  const { axioms, warnings } = value
  return areTexts(axioms) && areTexts(warnings) ? { reasoning: { axioms, warnings } } : {}
}

function areTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isLocation(value: unknown): value is { readonly line: number; readonly column: number } {
  if (!isObject(value)) return false
  const { line, column } = value
  return typeof line === 'number' && typeof column === 'number'
}

function isTable<Value>(
  value: unknown,
  isValue: (member: unknown) => member is Value,
): value is Readonly<Record<string, Value>> {
  return isObject(value) && Object.values(value).every(isValue)
}

function isTextTable(value: unknown): value is Readonly<Record<string, string>> {
  return isTable(value, (member) => typeof member === 'string')
}

/** Whether a value of JSON is a plan. */
export function isPlanNode(value: unknown): value is PlanNode {
  if (!isObject(value)) return false
  const { label, cardinality, rows, milliseconds, children } = value
  return (
    typeof label === 'string' &&
    typeof cardinality === 'number' &&
    (rows === undefined || typeof rows === 'number') &&
    (milliseconds === undefined || typeof milliseconds === 'number') &&
    Array.isArray(children) &&
    children.every(isPlanNode)
  )
}
