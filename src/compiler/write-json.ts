import { jsonOfTerm } from '../rdf/json.ts'
import type { Namer } from '../rdf/namespaces.ts'
import type { Term } from '../rdf/term.ts'
import type { FieldLayout, ObjectLayout } from './layout.ts'
import { cellsOf, type NodeState, objectsOf } from './node-state.ts'
import type { TypenameRule } from './plan.ts'

/** `nodes` leaves out keys without a value, `graphql` gives them as `null`. */
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
}

/** A writer of terms by the cells that stand for them; `namer` gives the GraphQL name of an IRI. */
export function createJsonWriter(
  termOf: (cell: number | string) => Term,
  namer: Namer,
  form: AnswerForm,
): JsonWriter {
  const missing = form === 'graphql' ? 'null' : undefined
  const identifier = (cell: number | string): string => jsonOfTerm(termOf(cell), namer)
  return { node, identifier }

  function node(state: NodeState, layout: ObjectLayout): string {
    if (layout.isMerged) return merged([{ state, layout }])
    let text = ''
    layout.fields.forEach((field, index) => {
      const value = fieldText(state, field, index) ?? missing
      if (value !== undefined) text += `${text === '' ? '' : ','}${field.label}${value}`
    })
    return `{${text}}`
  }

  /** `undefined` where the node has no value. */
  function fieldText(state: NodeState, field: FieldLayout, index: number): string | undefined {
    switch (field.kind) {
      case 'iri':
        return iriText(termOf(state.node))
      case 'typename':
        return JSON.stringify(typename(field.type, state.values[index]))
      case 'leaf': {
        const values = state.values[index]
        if (values === undefined) return undefined
        if (typeof values !== 'object') return identifier(values)
        return listText(cellsOf(values).map(identifier))
      }
      case 'object':
        return listText(objectsOf(state.objects[index]).map((object) => node(object, field.object)))
    }
  }

  /** An object of several parts: the values of one key are merged, and the objects of one node. */
  function merged(parts: readonly Part[]): string {
    const keys = new Map<string, Gathered>()
    for (const layout of new Set(parts.map((part) => part.layout))) {
      const states = parts.flatMap((part) => (part.layout === layout ? part.state : []))
      reserve(layout, states, keys)
    }
    for (const part of parts) gather(part, keys)
    let text = ''
    for (const [label, { values, objects }] of keys) {
      const objectTexts = [...objects.values()].map((one) => merged(one))
      const value = listText([...values.values(), ...objectTexts]) ?? missing
      if (value !== undefined) text += `${text === '' ? '' : ','}${label}${value}`
    }
    return `{${text}}`
  }

  function gather({ state, layout }: Part, keys: Map<string, Gathered>): void {
    layout.fields.forEach((field, index) => {
      if (field.kind === 'object' && field.placement !== 'nested') {
        for (const object of objectsOf(state.objects[index]))
          gather({ state: object, layout: field.object }, keys)
        return
      }
      const gathered = gatheredOf(field.label, keys)
      switch (field.kind) {
        case 'iri':
          gathered.values.set(state.node, iriText(termOf(state.node)))
          break
        case 'typename': {
          const name = typename(field.type, state.values[index])
          gathered.values.set(name, JSON.stringify(name))
          break
        }
        case 'leaf': {
          const values = state.values[index]
          for (const cell of values === undefined ? [] : cellsOf(values))
            gathered.values.set(cell, identifier(cell))
          break
        }
        case 'object':
          for (const object of objectsOf(state.objects[index])) {
            const parts = gathered.objects.get(object.node)
            const part = { state: object, layout: field.object }
            if (parts === undefined) gathered.objects.set(object.node, [part])
            else parts.push(part)
          }
      }
    })
  }

  /** Gives keys the place that they have in the selection set, before there are values. */
  function reserve(layout: ObjectLayout, states: readonly NodeState[], keys: Map<string, Gathered>): void {
    layout.fields.forEach((field, index) => {
      if (field.kind !== 'object' || field.placement === 'nested') {
        gatheredOf(field.label, keys)
        return
      }
      const objects = states.flatMap((state) => objectsOf(state.objects[index]))
      // A fragment that does not apply has no keys; lifted fields have theirs, with a value or not.
      if (field.placement === 'lifted' || objects.length > 0) reserve(field.object, objects, keys)
    })
  }

  function typename(rule: TypenameRule, values: NodeState['values'][number]): string {
    if (rule.kind === 'fixed') return rule.name
    const named = values === undefined ? [] : cellsOf(values).map((cell) => nameOf(termOf(cell), rule.names))
    return named.filter((name) => name !== undefined).sort()[0] ?? rule.otherwise
  }

  function nameOf(term: Term, names: ReadonlyMap<string, string> | undefined): string | undefined {
    if (term.kind !== 'iri') return undefined
    return names === undefined ? namer(term.value) : names.get(term.value)
  }
}

function gatheredOf(label: string, keys: Map<string, Gathered>): Gathered {
  let gathered = keys.get(label)
  if (gathered === undefined) {
    gathered = { values: new Map(), objects: new Map() }
    keys.set(label, gathered)
  }
  return gathered
}

/** One value as itself, several as a list, none as `undefined`. */
function listText(texts: readonly string[]): string | undefined {
  return texts.length > 1 ? `[${texts.join(',')}]` : texts[0]
}

/** The full IRI of a node, `_:label` of a blank one; a literal, which has none, as its lexical form. */
function iriText(term: Term): string {
  return JSON.stringify(term.kind === 'blank' ? `_:${term.value}` : term.value)
}
