import type { Term } from '../../../rdf/term.ts'
import type { TemplateTerm } from '../../../sparql/query-form.ts'
import type { Cell } from '../../../sparql/solutions.ts'
import type { QuadTemplate } from '../../../sparql/update.ts'

/** Where the number of a quad's term comes from: it is known, or stands in a column of a solution, or is a new node's. */
export type TemplatePlace =
  | { readonly kind: 'number'; readonly number: number }
  | { readonly kind: 'column'; readonly column: number }
  | { readonly kind: 'blank'; readonly label: string }

/** A template of quads whose terms are numbered. */
export interface NumberedTemplate {
  readonly p: TemplatePlace
  readonly s: TemplatePlace
  readonly o: TemplatePlace
  readonly g: TemplatePlace
}

/** Numbers of the terms of one place of a template. */
export interface PlaceNumbers {
  /** The number of a constant; `undefined` where there is none, so that the template makes nothing. */
  constant(term: Term): number | undefined
  /** The number of what a solution binds, where it may stand in this place of a quad. */
  bound(cell: number | string, place: 's' | 'p' | 'o' | 'g'): number | undefined
  /** The number of a new node for a label of the template and the solution in hand. */
  fresh(label: string): number
}

/** The variables of templates, each once. */
export function templateVariables(templates: readonly QuadTemplate[]): readonly string[] {
  const names = templates.flatMap(({ subject, predicate, object, graph }) =>
    [subject, predicate, object, graph].flatMap((term) => (term?.kind === 'variable' ? [term.name] : [])),
  )
  return [...new Set(names)]
}

/** Templates with the numbers of their constants; one with a constant that has no number makes nothing and is left out. */
export function numberTemplates(
  templates: readonly QuadTemplate[],
  variables: readonly string[],
  numbers: PlaceNumbers,
): readonly NumberedTemplate[] {
  const placeOf = (term: TemplateTerm): TemplatePlace | undefined => {
    switch (term.kind) {
      case 'variable': {
        const column = variables.indexOf(term.name)
        // One that the pattern does not bind is unbound in every solution.
        return column < 0 ? undefined : { kind: 'column', column }
      }
      case 'blank':
        return { kind: 'blank', label: term.value }
      default: {
        const number = numbers.constant(term)
        return number === undefined ? undefined : { kind: 'number', number }
      }
    }
  }
  return templates.flatMap(({ subject, predicate, object, graph }) => {
    const [p, s, o] = [placeOf(predicate), placeOf(subject), placeOf(object)]
    const g: TemplatePlace | undefined = graph === null ? { kind: 'number', number: 0 } : placeOf(graph)
    return p === undefined || s === undefined || o === undefined || g === undefined ? [] : [{ p, s, o, g }]
  })
}

/**
 * The quads that templates make of one solution; those with an unbound variable, or a term where it cannot stand, are
 * left out (SPARQL 1.1 Update, 3.1.3).
 */
export function instantiate(
  templates: readonly NumberedTemplate[],
  row: readonly Cell[],
  numbers: PlaceNumbers,
  take: (p: number, s: number, o: number, g: number) => void,
): void {
  for (const template of templates) {
    const s = numberAt(template.s, 's', row, numbers)
    const p = numberAt(template.p, 'p', row, numbers)
    const o = numberAt(template.o, 'o', row, numbers)
    const g = numberAt(template.g, 'g', row, numbers)
    if (s !== undefined && p !== undefined && o !== undefined && g !== undefined) take(p, s, o, g)
  }
}

function numberAt(
  place: TemplatePlace,
  name: 's' | 'p' | 'o' | 'g',
  row: readonly Cell[],
  numbers: PlaceNumbers,
): number | undefined {
  switch (place.kind) {
    case 'number':
      return place.number
    case 'blank':
      return numbers.fresh(place.label)
    case 'column': {
      const cell = row[place.column]
      return cell === null || cell === undefined ? undefined : numbers.bound(cell, name)
    }
  }
}
