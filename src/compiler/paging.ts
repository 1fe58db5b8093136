import type { ASTNode } from 'graphql'
import { limitMessage } from '../errors.ts'
import type { ArgumentMeanings } from './naming.ts'
import type { OrderKey } from './operation.ts'
import { type Resolution, report } from './resolution.ts'
import type { InputValue } from './variables.ts'

/** The value of an argument, with the places of both for what is wrong with them. */
export interface GivenValue {
  readonly name: string
  readonly value: InputValue
  readonly node: ASTNode
  readonly valueNode: ASTNode
}

/** `first` or `skip`: a whole number from 0; `null` is as if absent. */
export function readCount(
  resolution: Resolution,
  { name, value, valueNode }: GivenValue,
): number | undefined {
  if (value.kind === 'null') return undefined
  const count = value.kind === 'integer' ? Number(value.text) : Number.NaN
  if (name === 'first' && count > resolution.limits.first) {
    const message = `"first" is ${count.toLocaleString('en')}; the limit is ${resolution.limits.first.toLocaleString('en')}.`
    report(resolution, 'LIMIT_EXCEEDED', message, valueNode)
    return undefined
  }
  if (Number.isSafeInteger(count) && count >= 0) return count
  const message =
    count < 0 ? `"${name}" cannot be negative; it is ${count}.` : `"${name}" has to be a whole number.`
  report(resolution, 'BAD_USER_INPUT', message, valueNode)
  return undefined
}

/** Each is a query within a query where its property can have several values. */
const mostSortKeys = 20

/** `orderBy`: a name, `{field: name, desc: Boolean}`, or a list of those. */
export function readOrder(
  resolution: Resolution,
  { value, valueNode }: GivenValue,
  meanings: ArgumentMeanings,
): readonly OrderKey[] {
  if (value.kind === 'null') return []
  const keys: OrderKey[] = []
  const items = value.kind === 'list' ? value.items : [value]
  if (items.length > mostSortKeys) {
    const message = limitMessage(
      'sort keys in one "orderBy"',
      mostSortKeys,
      items.length.toLocaleString('en'),
    )
    report(resolution, 'LIMIT_EXCEEDED', message, valueNode)
    return []
  }
  for (const item of items) {
    const key = sortKey(item)
    if (key === undefined) {
      const message = '"orderBy" takes a field name, {field: name, desc: true}, or a list of those.'
      report(resolution, 'BAD_USER_INPUT', message, valueNode)
      return []
    }
    const by = meanings.orderKey(key.name, valueNode)
    if (by !== undefined) keys.push({ by, descending: key.descending })
  }
  return keys
}

function sortKey(value: InputValue): { name: string; descending: boolean } | undefined {
  const members: ReadonlyMap<string, InputValue> =
    value.kind === 'object' ? value.members : new Map([['field', value]])
  const field = members.get('field')
  const desc = members.get('desc') ?? { kind: 'boolean', value: false }
  const others = [...members.keys()].filter((name) => name !== 'field' && name !== 'desc')
  const name = field?.kind === 'name' ? field.name : field?.kind === 'string' ? field.value : undefined
  if (name === undefined || desc.kind !== 'boolean' || others.length > 0) return undefined
  return /^[_A-Za-z][_0-9A-Za-z]*$/.test(name) ? { name, descending: desc.value } : undefined
}
