import type { ConstValueNode, GraphQLSchema } from 'graphql'

/**
 * A schema that was read and checked: what its names denote in the graph, and how values are shown. It says what a query
 * may name; it says nothing of what the data are (spec, "Rules for a schema").
 */
export interface Schema {
  /** Name of the query type, the root's `__typename`. */
  readonly queryType: string
  /** Top-level fields by name. */
  readonly roots: ReadonlyMap<string, RootDefinition>
  /** Object types, interfaces and unions by name, without the query type. */
  readonly types: ReadonlyMap<string, TypeDefinition>
  /** Enums by name. */
  readonly enums: ReadonlyMap<string, LeafType>
  /**
   * The schema as documents are validated against it and as introspection shows it: top-level fields are lists, and our directives
   * are among its directives.
   */
  readonly graphql: GraphQLSchema
}

/** A top-level field: the nodes of one class, or of several. */
export interface RootDefinition {
  readonly name: string
  /** Name in {@link Schema.types}. */
  readonly type: string
  /** IRIs of classes; a node of any of them is in the list. */
  readonly classes: readonly string[]
  readonly arguments: ReadonlyMap<string, ArgumentDefinition>
}

/** A type whose values are nodes. */
export interface TypeDefinition {
  readonly kind: 'object' | 'interface' | 'union'
  readonly name: string
  /** IRIs of the classes whose nodes are of the type: one; of a union without an IRI those of its members. */
  readonly classes: readonly string[]
  /** Declared fields by name, none of a union; `iri` among them where it is declared. */
  readonly fields: ReadonlyMap<string, FieldDefinition>
  /** Names of the object types that a node of the type can be: of an object type its own. */
  readonly possible: readonly string[]
  /** Names of the types that each of its nodes is: its own, its interfaces, the unions that it is in. */
  readonly supertypes: ReadonlySet<string>
}

/** A field of a type: the built-in `iri`, or what a path leads to. */
export type FieldDefinition = IriDefinition | PropertyDefinition

/** The built-in field `iri` (spec, "Rules for a schema" 6). */
export interface IriDefinition {
  readonly kind: 'iri'
  readonly name: string
}

/** A field that a path through the graph leads to. */
export interface PropertyDefinition {
  readonly kind: 'property'
  readonly name: string
  readonly path: Path
  readonly isList: boolean
  /** Whether the field itself, the list of a list, is declared with `!`. */
  readonly isNonNull: boolean
  readonly value: ValueType
  readonly arguments: ReadonlyMap<string, ArgumentDefinition>
}

/** The way from a node to its values; at least one step. */
export type Path = readonly [PathStep, ...PathStep[]]

/** A property from its subject to its object, or, `inverse`, from its object to its subject. */
export interface PathStep {
  readonly predicate: string
  readonly inverse: boolean
}

/** What the values of a field or argument are declared to be. */
export type ValueType = LeafType | { readonly kind: 'node'; readonly type: string }

/** What the values of a leaf are declared to be. */
export type LeafType =
  | { readonly kind: 'scalar'; readonly scalar: Scalar }
  | { readonly kind: 'enum'; readonly values: ReadonlyMap<string, EnumValue> }

/** The scalars that mean something to us: those of GraphQL, and those that every schema may use undeclared. */
export const scalarNames = [
  'String',
  'ID',
  'Int',
  'Float',
  'Boolean',
  'DateTime',
  'Date',
  'Long',
  'Decimal',
  'JSON',
  'LangString',
] as const

/** One of those; `any`: a scalar of the schema's own, which shows values as they are shown without a schema. */
export type Scalar = (typeof scalarNames)[number] | 'any'

/** What a value of an enum stands for: a node, or the literals of a lexical form; of one without a directive, either of its name. */
export interface EnumValue {
  readonly iri?: string
  readonly text?: string
}

/** A declared argument. */
export interface ArgumentDefinition {
  readonly name: string
  /** A built-in one, or a filter by what a path leads to. */
  readonly kind: 'first' | 'skip' | 'orderBy' | 'iri' | 'property'
  /** Of a filter. */
  readonly path?: Path
  /** Of a filter and of `iri`; lists and `!` aside. */
  readonly value: LeafType
  /** Stands where the argument is not given. */
  readonly defaultValue?: ConstValueNode
}

/** The predicate of a path of one step that is not inverse. */
export function plainPredicate(path: Path): string | undefined {
  const [step] = path
  return path.length === 1 && !step.inverse ? step.predicate : undefined
}

/** The path of one property. */
export function propertyPath(predicate: string): Path {
  return [{ predicate, inverse: false }]
}

/** A path as text: `^<iri>/<iri>`; equal for equal paths only. */
export function pathText(path: Path): string {
  return path.map((step) => `${step.inverse ? '^' : ''}<${step.predicate}>`).join('/')
}
