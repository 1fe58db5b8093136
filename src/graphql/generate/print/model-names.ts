import { createNamer, iriOfName, type Namespaces } from '../../../rdf/namespaces.ts'
import { pathText, plainPredicate } from '../../schema.ts'
import type { ClassHierarchy } from '../class-hierarchy.ts'
import { shortNamer } from '../local-name.ts'
import type { PropertyModel, SchemaModel } from '../schema-model.ts'
import { type FieldNames, nameFields } from './field-names.ts'
import { stringText } from './sdl-text.ts'
import { nameTypes, type TypeNames } from './type-names.ts'

/** What everything in a document is called, and the directives that say what a name denotes where it does not say it itself. */
export interface ModelNames {
  readonly types: TypeNames
  readonly fields: FieldNames
  /** ` @iri(…)` after a name that stands for an IRI, or nothing where the name denotes it by itself. */
  readonly iriOf: (name: string, iri: string) => string
  /** ` @iri(…)` or ` @path(…)` after the name of a field or argument; nothing where the name denotes the property by itself. */
  readonly pathOf: (name: string, path: PropertyModel['path']) => string
}

/** The {@link ModelNames} of a model among the namespaces of its database. */
export function nameModel(model: SchemaModel, hierarchy: ClassHierarchy, namespaces: Namespaces): ModelNames {
  const namer = shortNamer(createNamer(namespaces))
  const iriOf: ModelNames['iriOf'] = (name, iri) =>
    // A blank node has no IRI that a document could name.
    iri.startsWith('_:') || iriOfName(name, namespaces) === iri ? '' : ` @iri(value: ${stringText(iri)})`
  return {
    types: nameTypes(model, namer),
    fields: nameFields(hierarchy, namer),
    iriOf,
    pathOf: (name, path) => {
      const predicate = plainPredicate(path)
      return predicate === undefined ? ` @path(value: ${stringText(pathText(path))})` : iriOf(name, predicate)
    },
  }
}
