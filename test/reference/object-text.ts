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
      readonly key: Key
      readonly values: readonly Text[]
      readonly objects: readonly Part[]
      /** Whether `@bind` computes the values. */
      readonly isComputed: boolean
    }
  /** By `@hide`: the objects within, whose fields are those of the object around them; `keys` are those of any object. */
  | {
      readonly kind: 'lifted'
      readonly shape: KeyShape
      readonly parts: readonly Part[]
      readonly keys: readonly Key[]
    }
  /** Of a fragment on another type: nothing where it does not apply. */
  | { readonly kind: 'fragment'; readonly parts: readonly Part[] }

/** A key of an object, and the shape that its values are declared to have. */
export interface Key {
  readonly name: string
  readonly shape: KeyShape
}

/** `free`: one value is itself, several are an array. `present`: no value is an empty array, where values that are missing are shown. */
export type KeyShape = 'free' | 'single' | 'list' | 'present'

/** A value as JSON, and a text that is the same for the same value. */
export interface Text {
  readonly identity: string
  readonly json: string
}

/** `nodes` leaves keys without a value out, `graphql` shows them. */
export type Form = 'nodes' | 'graphql'

interface Gathered {
  readonly shapes: KeyShape[]
  readonly values: Map<string, string>
  readonly objects: Map<string, Part[]>
  /** Whether the field that came first moved up. */
  readonly isLifted: boolean
  isComputed: boolean
}

/** Told of a key that shows one value of several, and whether any of the fields that give them is computed. */
export type OnChoice = (isComputed: boolean) => void

/** How the values of a key come: from objects that moved up, out of a list that is declared. */
interface Lifting {
  readonly isLifted: boolean
  readonly list: 'list' | 'present' | undefined
}

/**
 * The JSON of an object of one or several parts: values that want one key are an array of the distinct ones, and objects
 * of one node are one object.
 */
export function objectText(parts: readonly Part[], form: Form, onChoice: OnChoice): string {
  const keys = new Map<string, Gathered>()
  for (const group of Map.groupBy(parts, (part) => part.origin).values()) {
    reserve(group, keys, { isLifted: false, list: undefined })
  }
  for (const part of parts) fill(part, keys)
  const members = [...keys].flatMap(([key, { shapes, values, objects, isComputed }]) => {
    const inner = [...objects.values()].map((one) => objectText(one, form, onChoice))
    const texts = [...values.values(), ...inner]
    const shape = shapeOf(shapes)
    if (shape === 'single' && texts.length > 1) onChoice(isComputed)
    const text = shaped(texts, shape, form)
    return text === undefined ? [] : [`${JSON.stringify(key)}:${text}`]
  })
  return `{${members.join(',')}}`
}

function shaped(texts: readonly string[], shape: KeyShape, form: Form): string | undefined {
  const [first] = texts
  if (first === undefined) {
    if (form === 'nodes') return undefined
    return shape === 'present' ? '[]' : 'null'
  }
  const isArray = shape === 'free' ? texts.length > 1 : shape !== 'single'
  return isArray ? `[${texts.join(',')}]` : first
}

/** The shape of a key of several sources. */
function shapeOf(shapes: readonly KeyShape[]): KeyShape {
  if (shapes.includes('present')) return 'present'
  if (shapes.includes('list')) return 'list'
  return shapes.every((shape) => shape === 'single') ? 'single' : 'free'
}

/** Keys have the order of the selection set, whichever of the parts has a value for them. */
function reserve(group: readonly Part[], keys: Map<string, Gathered>, lifting: Lifting): void {
  const [first] = group
  first?.slots.forEach((slot, index) => {
    if (slot.kind === 'field') {
      place(slot.key, keys, lifting)
      return
    }
    const inner =
      slot.kind === 'lifted' ? { isLifted: true, list: lifting.list ?? listOf(slot.shape) } : lifting
    if (slot.kind === 'lifted' && group.every((part) => isEmpty(part.slots[index]))) {
      for (const key of slot.keys) place(key, keys, inner)
      return
    }
    reserve(
      group.flatMap((part) => {
        const same = part.slots[index]
        return same === undefined || same.kind === 'field' ? [] : same.parts
      }),
      keys,
      inner,
    )
  })
}

function listOf(shape: KeyShape): Lifting['list'] {
  return shape === 'list' || shape === 'present' ? shape : undefined
}

function place({ name, shape }: Key, keys: Map<string, Gathered>, { isLifted, list }: Lifting): void {
  const lifted = list ?? shape
  const known = keys.get(name)
  if (known === undefined) {
    keys.set(name, { shapes: [lifted], values: new Map(), objects: new Map(), isLifted, isComputed: false })
    return
  }
  known.shapes.push(lifted)
  // Two values of different objects, of which none is lost.
  if (isLifted || known.isLifted) known.shapes.push('free')
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
    const gathered = keys.get(slot.key.name)
    if (gathered === undefined) throw new Error(`No place for the key ${slot.key.name}.`)
    gathered.isComputed ||= slot.isComputed
    for (const { identity, json } of slot.values) gathered.values.set(identity, json)
    for (const object of slot.objects) {
      const others = gathered.objects.get(termKey(object.node))
      if (others === undefined) gathered.objects.set(termKey(object.node), [object])
      else others.push(object)
    }
  }
}
