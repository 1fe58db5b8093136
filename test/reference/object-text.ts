import type { Term } from '../../src/rdf/term.ts'
import { termKey } from './graph.ts'

/** What one selection set makes of one node; the slots are those of its fields, in their order. */
export interface Part {
  /** The same object for parts that one selection set made. */
  readonly origin: object
  readonly node: Term
  readonly slots: readonly Slot[]
}

/** What one field, or one fragment, gives to an object. */
export type Slot =
  | {
      readonly kind: 'field'
      readonly key: string
      readonly values: readonly Text[]
      readonly objects: readonly Part[]
    }
  /** By `@hide`: the objects within, whose fields are those of the object around them; `keys` are those of any object. */
  | { readonly kind: 'lifted'; readonly parts: readonly Part[]; readonly keys: readonly string[] }
  /** Of a fragment on another type: nothing where it does not apply. */
  | { readonly kind: 'fragment'; readonly parts: readonly Part[] }

/** A value as JSON, and a text that is the same for the same value. */
export interface Text {
  readonly identity: string
  readonly json: string
}

interface Gathered {
  readonly values: Map<string, string>
  readonly objects: Map<string, Part[]>
}

/**
 * The JSON of an object of one or several parts: values that want one key are an array of the distinct ones, and objects
 * of one node are one object.
 */
export function objectText(parts: readonly Part[]): string {
  const keys = new Map<string, Gathered>()
  for (const group of Map.groupBy(parts, (part) => part.origin).values()) reserve(group, keys)
  for (const part of parts) fill(part, keys)
  const members = [...keys].flatMap(([key, { values, objects }]) => {
    const texts = [...values.values(), ...[...objects.values()].map(objectText)]
    if (texts.length === 0) return []
    return [`${JSON.stringify(key)}:${texts.length === 1 ? texts[0] : `[${texts.join(',')}]`}`]
  })
  return `{${members.join(',')}}`
}

/** Keys have the order of the selection set, whichever of the parts has a value for them. */
function reserve(group: readonly Part[], keys: Map<string, Gathered>): void {
  const [first] = group
  first?.slots.forEach((slot, index) => {
    if (slot.kind === 'field') {
      place(slot.key, keys)
      return
    }
    if (slot.kind === 'lifted' && group.every((part) => isEmpty(part.slots[index]))) {
      for (const key of slot.keys) place(key, keys)
      return
    }
    reserve(
      group.flatMap((part) => {
        const same = part.slots[index]
        return same === undefined || same.kind === 'field' ? [] : same.parts
      }),
      keys,
    )
  })
}

function place(key: string, keys: Map<string, Gathered>): void {
  if (!keys.has(key)) keys.set(key, { values: new Map(), objects: new Map() })
}

function isEmpty(slot: Slot | undefined): boolean {
  return slot?.kind === 'lifted' && slot.parts.length === 0
}

function fill(part: Part, keys: Map<string, Gathered>): void {
  for (const slot of part.slots) {
    if (slot.kind !== 'field') {
      for (const inner of slot.parts) fill(inner, keys)
      continue
    }
    const gathered = keys.get(slot.key)
    if (gathered === undefined) throw new Error(`No place for the key ${slot.key}.`)
    for (const { identity, json } of slot.values) gathered.values.set(identity, json)
    for (const object of slot.objects) {
      const others = gathered.objects.get(termKey(object.node))
      if (others === undefined) gathered.objects.set(termKey(object.node), [object])
      else others.push(object)
    }
  }
}
