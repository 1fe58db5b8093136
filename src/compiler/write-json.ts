import type { Namer } from '../rdf/namespaces.ts'
import type { Term } from '../rdf/term.ts'
import type { FieldLayout, ObjectLayout } from './layout.ts'
import { createLeafText } from './leaf-text.ts'
import { mostSpecificName } from './most-specific.ts'
import { inOrder, type NodeState, shownCells, shownObjects } from './node-state.ts'
import type { Listing, TypenameRule } from './plan.ts'

/** `nodes` leaves out keys without a value, `graphql` gives them as `null`, or as the empty list that they are declared. */
export type AnswerForm = 'nodes' | 'graphql'

/** Writes objects of the answer as JSON text. */
export interface JsonWriter {
  node(state: NodeState, layout: ObjectLayout): string
  /** A node as the name that denotes it, or its IRI. */
  identifier(cell: number | string): string
}

/** One object of the answer can have fields of several: of the objects that `@hide` or a fragment put into it. */
interface Part {
  readonly state: NodeState
  readonly layout: ObjectLayout
}

/** What one key of an object holds: texts of values by their cell, or objects by their node. */
interface Gathered {
  readonly values: Map<number | string, string>
  readonly objects: Map<number | string, Part[]>
  listing: Listing | undefined
  /** Labels of the hidden fields on the way to the field; fields of several places do not decide for one another. */
  readonly place: string
}

/** Where fields stand that go into an object: `single` and no place in the object itself. */
interface Surroundings {
  readonly listing: Listing | undefined
  readonly place: string
}

/** A writer of terms by the cells that stand for them; `namer` gives the GraphQL name of an IRI. */
export function createJsonWriter(
  termOf: (cell: number | string) => Term,
  namer: Namer,
  form: AnswerForm,
): JsonWriter {
  const leafText = createLeafText(namer)
  const identifier = (cell: number | string): string => leafText(termOf(cell), undefined)
  return { node, identifier }

  function node(state: NodeState, layout: ObjectLayout): string {
    if (layout.isMerged) return merged([{ state, layout }])
    let text = ''
    layout.fields.forEach((field, index) => {
      const value = fieldText(state, field, index)
      if (value !== undefined) text += `${text === '' ? '' : ','}${field.label}${value}`
    })
    return `{${text}}`
  }

  /** `undefined` where the key is left out. */
  function fieldText(state: NodeState, field: FieldLayout, index: number): string | undefined {
    switch (field.kind) {
      case 'iri':
        return iriText(termOf(state.node))
      case 'typename':
        return JSON.stringify(typename(field.type, state.values[index]))
      case 'leaf':
        return listText(
          shownCells(state.values[index], field.listing).map((cell) => leafText(termOf(cell), field.type)),
          field.listing,
          form,
        )
      case 'object':
        return listText(
          shownObjects(state.objects[index], field.listing).map((object) => node(object, field.object)),
          field.listing,
          form,
        )
    }
  }

  /** An object of several parts: the values of one key are merged, and the objects of one node. */
  function merged(parts: readonly Part[]): string {
    const keys = new Map<string, Gathered>()
    for (const layout of new Set(parts.map((part) => part.layout))) {
      const states = parts.flatMap((part) => (part.layout === layout ? part.state : []))
      reserve(layout, states, keys, { listing: 'single', place: '' })
    }
    for (const part of parts) gather(part, keys)
    let text = ''
    for (const [label, { values, objects, listing }] of keys) {
      const texts = [...shown(values, listing), ...shown(objects, listing).map((one) => merged(one))]
      const value = listText(texts, listing, form)
      if (value !== undefined) text += `${text === '' ? '' : ','}${label}${value}`
    }
    return `{${text}}`
  }

  function gather({ state, layout }: Part, keys: ReadonlyMap<string, Gathered>): void {
    layout.fields.forEach((field, index) => {
      if (field.kind === 'object' && field.placement !== 'nested') {
        for (const object of shownObjects(state.objects[index], field.listing))
          gather({ state: object, layout: field.object }, keys)
        return
      }
      const gathered = keys.get(field.label)
      if (gathered === undefined) return
      switch (field.kind) {
        case 'iri':
          gathered.values.set(state.node, iriText(termOf(state.node)))
          break
        case 'typename': {
          const name = typename(field.type, state.values[index])
          gathered.values.set(name, JSON.stringify(name))
          break
        }
        case 'leaf':
          for (const cell of shownCells(state.values[index], field.listing))
            gathered.values.set(cell, leafText(termOf(cell), field.type))
          break
        case 'object':
          for (const object of shownObjects(state.objects[index], field.listing)) {
            const parts = gathered.objects.get(object.node)
            const part = { state: object, layout: field.object }
            if (parts === undefined) gathered.objects.set(object.node, [part])
            else parts.push(part)
          }
      }
    })
  }

  /** Gives keys the place that they have in the selection set, before there are values. */
  function reserve(
    layout: ObjectLayout,
    states: readonly NodeState[],
    keys: Map<string, Gathered>,
    around: Surroundings,
  ): void {
    layout.fields.forEach((field, index) => {
      if (field.kind !== 'object' || field.placement === 'nested') {
        const own = field.kind === 'iri' || field.kind === 'typename' ? 'single' : field.listing
        feed(field.label, { ...around, listing: listingWithin(around.listing, own) }, keys)
        return
      }
      const objects = states.flatMap((state) => shownObjects(state.objects[index], field.listing))
      if (field.placement === 'lifted') {
        const listing = listingWithin(around.listing, field.listing)
        reserve(field.object, objects, keys, { listing, place: around.place + field.label })
      } else if (objects.length > 0) {
        // A fragment that does not apply has no keys; lifted fields have theirs, with a value or not.
        reserve(field.object, objects, keys, around)
      }
    })
  }

  function typename(rule: TypenameRule, values: NodeState['values'][number]): string {
    if (rule.kind === 'fixed') return rule.name
    const types = shownCells(values, undefined).map(termOf)
    const specific = rule.specific && mostSpecificName(irisOf(types), rule.specific, rule.otherwise)
    if (specific !== undefined) return specific
    const named = types.map((type) => nameOf(type, rule.names))
    return named.filter((name) => name !== undefined).sort()[0] ?? rule.otherwise
  }

  function nameOf(term: Term, names: ReadonlyMap<string, string> | undefined): string | undefined {
    if (term.kind !== 'iri') return undefined
    return names === undefined ? namer(term.value) : names.get(term.value)
  }
}

function irisOf(terms: readonly Term[]): readonly string[] {
  return terms.flatMap((term) => (term.kind === 'iri' ? [term.value] : []))
}

/** Notes that a field goes into a key: a list makes it one; what several places say otherwise holds for none. */
function feed(label: string, { listing, place }: Surroundings, keys: Map<string, Gathered>): void {
  const gathered = keys.get(label)
  if (gathered === undefined) {
    keys.set(label, { values: new Map(), objects: new Map(), listing, place })
  } else if (listing === 'nonNullList' || (listing === 'list' && !isList(gathered.listing))) {
    gathered.listing = listing
  } else if (!isList(gathered.listing) && (listing === undefined || place !== gathered.place)) {
    gathered.listing = undefined
  }
}

/** How a field shows what it has in an object around the one that it is a field of. */
function listingWithin(around: Listing | undefined, own: Listing | undefined): Listing | undefined {
  if (isList(around)) return around
  return around === 'single' || isList(own) ? own : undefined
}

/** The members that a key shows, in order of arrival. */
function shown<T>(members: ReadonlyMap<number | string, T>, listing: Listing | undefined): readonly T[] {
  if (listing !== 'single' || members.size < 2) return [...members.values()]
  const [first] = inOrder([...members], ([cell]) => cell)
  return first === undefined ? [] : [first[1]]
}

function isList(listing: Listing | undefined): boolean {
  return listing === 'list' || listing === 'nonNullList'
}

/** What a key holds; `undefined` where it is left out. Of a single one no more than one text is given. */
function listText(
  texts: readonly string[],
  listing: Listing | undefined,
  form: AnswerForm,
): string | undefined {
  if (texts.length === 0) {
    if (form === 'nodes') return undefined
    return listing === 'nonNullList' ? '[]' : 'null'
  }
  return texts.length > 1 || isList(listing) ? `[${texts.join(',')}]` : texts[0]
}

/** The full IRI of a node, `_:label` of a blank one; a literal, which has none, as its lexical form. */
function iriText(term: Term): string {
  return JSON.stringify(term.kind === 'blank' ? `_:${term.value}` : term.value)
}
