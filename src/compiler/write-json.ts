import { jsonOfTerm } from '../rdf/json.ts'
import type { Namer } from '../rdf/namespaces.ts'
import type { Term } from '../rdf/term.ts'
import type { FieldLayout, ObjectLayout } from './layout.ts'
import { cellsOf, type NodeState } from './node-state.ts'

/** Writes objects of the answer as JSON text. */
export interface JsonWriter {
  node(state: NodeState, layout: ObjectLayout): string
  /** A node as the name that denotes it, or its IRI. */
  identifier(cell: number | string): string
}

export function createJsonWriter(termOf: (cell: number | string) => Term, namer: Namer): JsonWriter {
  const identifier = (cell: number | string): string => jsonOfTerm(termOf(cell), namer)
  return { node, identifier }

  function node(state: NodeState, layout: ObjectLayout): string {
    let text = ''
    layout.fields.forEach((field, index) => {
      const value = fieldText(state, field, index)
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
        return JSON.stringify(field.fixed ?? firstTypename(state.values[index]))
      case 'leaf': {
        const values = state.values[index]
        if (values === undefined) return undefined
        if (typeof values !== 'object') return identifier(values)
        return `[${values.cells.map(identifier).join(',')}]`
      }
      case 'object': {
        const objects = state.objects[index]
        if (objects === undefined) return undefined
        const texts = objects.map((object) => node(object, field.object))
        return texts.length === 1 ? texts[0] : `[${texts.join(',')}]`
      }
    }
  }

  function firstTypename(values: NodeState['values'][number]): string {
    const names = values === undefined ? [] : cellsOf(values).map((cell) => typeName(termOf(cell)))
    return names.filter((name) => name !== undefined).sort()[0] ?? 'Resource'
  }

  function typeName(term: Term): string | undefined {
    return term.kind === 'iri' ? namer(term.value) : undefined
  }
}

/** The full IRI of a node, `_:label` of a blank one; a literal, which has none, as its lexical form. */
function iriText(term: Term): string {
  return JSON.stringify(term.kind === 'blank' ? `_:${term.value}` : term.value)
}
