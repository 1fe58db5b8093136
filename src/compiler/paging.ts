import type { ArgumentNode } from 'graphql'
import { propertyPath } from '../graphql/schema.ts'
import { limitMessage } from './limits.ts'
import type { OrderKey } from './operation.ts'
import { iriOf, type Resolution, report } from './resolution.ts'
import type { InputValue } from './variables.ts'

/** `first` or `skip`: a whole number from 0; `null` is as if absent. */
export function readCount(resolution: Resolution, value: InputValue, node: ArgumentNode): number | undefined {
  if (value.kind === 'null') return undefined
  const count = value.kind === 'integer' ? Number(value.text) : Number.NaN
  const name = node.name.value
  if (name === 'first' && count > resolution.limits.first) {
    const message = `"first" is ${count.toLocaleString('en')}; the limit is ${resolution.limits.first.toLocaleString('en')}.`
    report(resolution, 'LIMIT_EXCEEDED', message, node.value)
    return undefined
  }
  if (Number.isSafeInteger(count) && count >= 0) return count
  const message =
    count < 0 ? `"${name}" cannot be negative; it is ${count}.` : `"${name}" has to be a whole number.`
  report(resolution, 'BAD_USER_INPUT', message, node.value)
  return undefined
}

/** Each is a query within a query where its property can have several values. */
const mostSortKeys = 20

/** `orderBy`: a name, `{field: name, desc: Boolean}`, or a list of those. */
export function readOrder(
  resolution: Resolution,
  value: InputValue,
  node: ArgumentNode,
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
    report(resolution, 'LIMIT_EXCEEDED', message, node.value)
    return []
  }
  for (const item of items) {
    const key = readOrderKey(resolution, item, node)
    if (key === undefined) {
      const message = '"orderBy" takes a field name, {field: name, desc: true}, or a list of those.'
      report(resolution, 'BAD_USER_INPUT', message, node.value)
      return []
    }
    keys.push(key)
  }
  return keys
}

function readOrderKey(resolution: Resolution, value: InputValue, node: ArgumentNode): OrderKey | undefined {
  if (value.kind === 'object') {
    const field = value.members.get('field')
    const desc = value.members.get('desc') ?? { kind: 'boolean', value: false }
    const others = [...value.members.keys()].filter((name) => name !== 'field' && name !== 'desc')
    if (field === undefined || desc.kind !== 'boolean' || others.length > 0) return undefined
    return orderKey(resolution, field, desc.value, node)
  }
  return orderKey(resolution, value, false, node)
}

function orderKey(
  resolution: Resolution,
  value: InputValue,
  descending: boolean,
  node: ArgumentNode,
): OrderKey | undefined {
  const name = value.kind === 'name' ? value.name : value.kind === 'string' ? value.value : undefined
  if (name === undefined || !/^[_A-Za-z][_0-9A-Za-z]*$/.test(name)) return undefined
  if (name === 'iri') return { by: { kind: 'node' }, descending }
  return { by: { kind: 'property', path: propertyPath(iriOf(resolution, name, node.value)) }, descending }
}
