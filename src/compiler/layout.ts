import type { LeafType } from '../graphql/schema.ts'
import type { FieldShape, Listing, ObjectShape, RootShape, TypenameRule } from './plan.ts'

/**
 * A shape with the columns of its variables in place of their names, so that a row is read by index. A variable that the
 * solutions do not have is column -1, which is unbound in every row.
 */
export type RootLayout =
  | {
      readonly kind: 'list'
      readonly key: string
      readonly column: number
      readonly object: ObjectLayout
      readonly limit: number | undefined
    }
  | {
      readonly kind: 'identifiers'
      readonly key: string
      readonly column: number
      readonly limit: number | undefined
    }
  | { readonly kind: 'constant'; readonly key: string; readonly json: string }

/** An object, with the columns of its fields. */
export interface ObjectLayout {
  readonly fields: readonly FieldLayout[]
  /** Whether a key can come from several places: from objects within that are not shown as such. */
  readonly isMerged: boolean
}

/** A field of an object, with its column and its key. */
export type FieldLayout =
  /** `label` is the key as JSON text with its colon. */
  | {
      readonly kind: 'leaf'
      readonly label: string
      readonly column: number
      readonly listing: Listing | undefined
      readonly type: LeafType | undefined
    }
  | { readonly kind: 'iri'; readonly label: string }
  | {
      readonly kind: 'typename'
      readonly label: string
      readonly column: number
      readonly type: TypenameRule
    }
  | {
      readonly kind: 'object'
      readonly label: string
      readonly column: number
      readonly placement: 'nested' | 'lifted' | 'fragment'
      readonly listing: Listing | undefined
      readonly object: ObjectLayout
    }

/** Lays a root's shape out over the columns of solutions. */
export function layOut(root: RootShape, variables: readonly string[]): RootLayout {
  const columns = new Map(variables.map((name, index) => [name, index]))
  const column = (name: string): number => columns.get(name) ?? -1
  switch (root.kind) {
    case 'list':
      return {
        kind: 'list',
        key: root.key,
        column: column(root.object.node),
        object: object(root.object),
        limit: root.limit,
      }
    case 'identifiers':
      return { kind: 'identifiers', key: root.key, column: column(root.variable), limit: root.limit }
    case 'constant':
      return root
  }

  function object(shape: ObjectShape): ObjectLayout {
    const isMerged = shape.fields.some((one) => one.kind === 'object' && one.placement !== 'nested')
    return { fields: shape.fields.map(field), isMerged }
  }

  function field(shape: FieldShape): FieldLayout {
    const label = `${JSON.stringify(shape.key)}:`
    switch (shape.kind) {
      case 'leaf':
        return {
          kind: 'leaf',
          label,
          column: column(shape.variable),
          listing: shape.listing,
          type: shape.type,
        }
      case 'iri':
        return { kind: 'iri', label }
      case 'typename':
        return {
          kind: 'typename',
          label,
          column: shape.type.kind === 'fixed' ? -1 : column(shape.type.variable),
          type: shape.type,
        }
      case 'object':
        return {
          kind: 'object',
          label,
          column: column(shape.object.node),
          placement: shape.placement,
          listing: shape.listing,
          object: object(shape.object),
        }
    }
  }
}
