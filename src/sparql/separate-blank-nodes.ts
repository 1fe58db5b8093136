import { blank } from '../rdf/term.ts'
import type { TemplateTerm } from './query-form.ts'
import type { QuadTemplate, Update } from './update.ts'

/**
 * Operations whose templates share no label of a blank node: each means nodes of its own, and a request says a label in one
 * of them only (SPARQL 1.1, 19.6).
 */
export function separateBlankNodes(operations: readonly Update[]): readonly Update[] {
  const taken = new Set<string>()
  let number = 0

  function freshLabel(): string {
    let label = `b${number++}`
    while (taken.has(label)) label = `b${number++}`
    return label
  }

  function separate(quads: readonly QuadTemplate[]): readonly QuadTemplate[] {
    const own = new Set(quads.flatMap(({ subject, object }) => [...labelOf(subject), ...labelOf(object)]))
    const clashing = [...own].filter((label) => taken.has(label))
    for (const label of own) taken.add(label)
    if (clashing.length === 0) return quads
    const names = new Map(clashing.map((label) => [label, freshLabel()]))
    for (const label of names.values()) taken.add(label)
    const rename = (term: TemplateTerm): TemplateTerm =>
      term.kind === 'blank' ? blank(names.get(term.value) ?? term.value) : term
    return quads.map((quad) => ({ ...quad, subject: rename(quad.subject), object: rename(quad.object) }))
  }

  return operations.map((operation) => {
    switch (operation.kind) {
      case 'insertData':
        return { ...operation, quads: separate(operation.quads) }
      case 'modify':
        return { ...operation, insert: separate(operation.insert) }
      default:
        return operation
    }
  })
}

function labelOf(term: TemplateTerm): readonly string[] {
  return term.kind === 'blank' ? [term.value] : []
}
