import { isAbsoluteIri } from '../../../rdf/iri.ts'
import type { ClassModel, PropertyModel, SchemaModel } from '../schema-model.ts'

/**
 * The model without what no document could name: IRIs that are not absolute, which a graph can hold all the same. A note says of
 * each that it is left out.
 */
export function writableModel(model: SchemaModel): SchemaModel {
  const notes = [...(model.notes ?? [])]
  const classes = model.classes.flatMap((one) => {
    if (isAbsoluteIri(one.iri) || (one.isClass === false && one.iri.startsWith('_:'))) {
      return [writableClass(one)]
    }
    notes.push(`The class <${one.iri}> is left out: it is not an absolute IRI.`)
    return []
  })
  const enums = model.enums.map((one) => ({
    ...one,
    values: one.values.filter((value) => 'text' in value || isAbsoluteIri(value.iri)),
  }))
  return { classes, enums, notes }
}

function writableClass(one: ClassModel): ClassModel {
  const left = one.properties.filter((property) => !isWritable(property))
  if (left.length === 0) return one
  const notes = left.map(
    ({ path }) =>
      `The property <${path.map(({ predicate }) => predicate).join('/')}> is left out: not an absolute IRI.`,
  )
  return { ...one, properties: one.properties.filter(isWritable), notes: [...(one.notes ?? []), ...notes] }
}

function isWritable({ path }: PropertyModel): boolean {
  return path.every(({ predicate }) => isAbsoluteIri(predicate))
}
