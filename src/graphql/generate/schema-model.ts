import type { Path, Scalar } from '../schema.ts'

/**
 * A schema in the making, by IRIs: what is known of classes and properties, whatever told it (an ontology, shapes, the data).
 * Names in the document are given when it is printed.
 */
export interface SchemaModel {
  readonly classes: readonly ClassModel[]
  readonly enums: readonly EnumModel[]
  /** What was left out and why, a sentence each; comments at the head of the document. */
  readonly notes?: readonly string[]
}

/** A class: an object type, or an interface where others are its subclasses. */
export interface ClassModel {
  /** Of a union that is no class of the data: an IRI of its own, under which fields refer to it. */
  readonly iri: string
  readonly label?: string
  readonly description?: string
  /** Why it should not be used any more, as a sentence. */
  readonly deprecation?: string
  /** `false` of a shape that is no class: a type that fields lead to, which no top-level field lists. */
  readonly isClass?: false
  /** Comments above the type: what of it was left out and why, a sentence each. */
  readonly notes?: readonly string[]
  /** IRIs of its direct superclasses among the classes of the model; those that lead in a circle are the same class. */
  readonly superclasses: readonly string[]
  readonly properties: readonly PropertyModel[]
}

/** A property of a class. */
export interface PropertyModel {
  readonly path: Path
  /** What the field is called; else it is named by the last step of its path. */
  readonly name?: string
  readonly description?: string
  /** Why it should not be used any more, as a sentence. */
  readonly deprecation?: string
  readonly range: RangeModel
  readonly isList: boolean
  readonly isRequired: boolean
}

/** The scalars of generated schemas. */
export type ModelScalar = Exclude<Scalar, 'any'>

/** What the values of a property are. */
export type RangeModel =
  | { readonly kind: 'scalar'; readonly scalar: ModelScalar }
  | { readonly kind: 'class'; readonly iri: string }
  /** Nodes of one of several classes. */
  | { readonly kind: 'union'; readonly classes: readonly string[] }
  /** By the key of one of the model's enums. */
  | { readonly kind: 'enum'; readonly key: string }

/** A closed list of values. */
export interface EnumModel {
  readonly key: string
  /** What the enum is called, where nothing else has the name. */
  readonly name: string
  readonly description?: string
  readonly values: readonly ({ readonly iri: string } | { readonly text: string })[]
}
