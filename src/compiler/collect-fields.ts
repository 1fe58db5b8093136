import { type ASTNode, type FieldNode, Kind, print, type SelectionSetNode } from 'graphql'
import { limitMessage } from '../errors.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import { type ExpressionText, type FieldDirectives, fieldDirectives, type Place } from './field-directives.ts'
import type { Scope, TypeMeaning } from './naming.ts'
import { RefusedQuery, refusal } from './refused-query.ts'
import { type Resolution, report } from './resolution.ts'

/** The fields of one response name in a selection set, merged as GraphQL merges them. */
export interface CollectedField {
  readonly kind: 'field'
  readonly key: string
  /** The first of the fields: name, arguments, directives and place stand for all. */
  readonly node: FieldNode
  readonly directives: FieldDirectives
  /** What its name means is asked of; absent at the top level. */
  readonly scope: Scope | undefined
  readonly selectionSets: readonly SelectionSetNode[]
}

/** A fragment on a type that not every object of the selection set around it is of. */
export interface CollectedFragment {
  readonly kind: 'fragment'
  readonly key: string
  readonly type: TypeMeaning
  readonly selectionSets: readonly SelectionSetNode[]
}

/** A selection set with its fragments spread. */
export interface Collected {
  readonly fields: readonly (CollectedField | CollectedFragment)[]
  /** Types that `@type` asks for. */
  readonly types: readonly TypeMeaning[]
  readonly filters: readonly ExpressionText[]
}

interface Collecting {
  readonly resolution: Resolution
  readonly place: Place
  readonly fields: Map<string, CollectedField | CollectedFragment>
  readonly types: Map<string, TypeMeaning>
  readonly filters: ExpressionText[]
}

/**
 * The fields of selection sets with fragments spread, in order of first appearance, without those that `@skip` or
 * `@include` leave out (GraphQL specification, 6.3.2 CollectFields).
 *
 * @param scope what names in them mean; absent at the top level.
 */
export function collectFields(
  resolution: Resolution,
  selectionSets: readonly SelectionSetNode[],
  scope?: Scope,
): Collected {
  const place = scope === undefined ? 'root' : 'field'
  const collecting: Collecting = { resolution, place, fields: new Map(), types: new Map(), filters: [] }
  for (const selectionSet of selectionSets) collectInto(collecting, selectionSet, scope)
  return {
    fields: [...collecting.fields.values()],
    types: [...collecting.types.values()],
    filters: collecting.filters,
  }
}

function collectInto(collecting: Collecting, selectionSet: SelectionSetNode, scope: Scope | undefined): void {
  const { resolution } = collecting
  for (const selection of selectionSet.selections) {
    countSelection(resolution, selection)
    switch (selection.kind) {
      case Kind.FIELD:
        collectField(collecting, selection, scope)
        break
      case Kind.INLINE_FRAGMENT: {
        const { included } = fieldDirectives(resolution, selection.directives, 'fragment')
        const type = selection.typeCondition?.name.value
        if (included) collectFragment(collecting, selection, selection.selectionSet, type, scope)
        break
      }
      case Kind.FRAGMENT_SPREAD: {
        const name = selection.name.value
        const { included } = fieldDirectives(resolution, selection.directives, 'fragment')
        const fragment = resolution.document.fragments.get(name)
        if (fragment === undefined) {
          const near = nearestName(name, resolution.document.fragments.keys())
          const hint = near === undefined ? '' : ` Did you mean "${near}"?`
          report(resolution, 'GRAPHQL_VALIDATION_FAILED', `Unknown fragment "${name}".${hint}`, selection)
        } else if (included) {
          const type = fragment.typeCondition.name.value
          collectFragment(collecting, selection, fragment.selectionSet, type, scope)
        }
      }
    }
  }
}

function collectFragment(
  collecting: Collecting,
  node: ASTNode,
  selectionSet: SelectionSetNode,
  type: string | undefined,
  scope: Scope | undefined,
): void {
  const { fields } = collecting
  // The root has no type of the data: a fragment's name for it (`Query`) can be any.
  const meaning = type === undefined ? undefined : scope?.type(type, node)
  if (meaning === undefined || meaning.isEnclosing) {
    collectInto(collecting, selectionSet, meaning?.scope ?? scope)
    return
  }
  const key = `... on ${type} (${fields.size})`
  const applies = { ...meaning, classes: meaning.fragmentClasses }
  fields.set(key, { kind: 'fragment', key, type: applies, selectionSets: [selectionSet] })
}

function collectField(collecting: Collecting, node: FieldNode, scope: Scope | undefined): void {
  const { resolution, fields } = collecting
  const directives = fieldDirectives(resolution, node.directives, collecting.place)
  if (!directives.included) return
  collecting.filters.push(...directives.filters)
  if (directives.isType && scope !== undefined) {
    collectType(collecting, node, directives, scope)
    return
  }
  const key = node.alias?.value ?? node.name.value
  const selectionSets = node.selectionSet === undefined ? [] : [node.selectionSet]
  const other = fields.get(key)
  if (other === undefined || other.kind === 'fragment') {
    fields.set(key, { kind: 'field', key, node, directives, scope, selectionSets })
    return
  }
  // As in GraphQL, a field is there where any of its occurrences is: one without a condition settles it.
  const isAlways = other.directives.when.length === 0 || directives.when.length === 0
  const isSameWhen = isAlways || conditionText(other.directives) === conditionText(directives)
  if (identity(other.node, other.scope) !== identity(node, scope) || !isSameWhen) {
    const message = `Two different fields would both answer as "${key}". Give one of them an alias.`
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
  }
  fields.set(key, {
    ...other,
    directives: {
      ...other.directives,
      optional: other.directives.optional && directives.optional,
      when: isAlways ? [] : other.directives.when,
    },
    selectionSets: [...other.selectionSets, ...selectionSets],
  })
}

/** A field with `@type` filters the object around it, and lends it its own fields. */
function collectType(
  collecting: Collecting,
  node: FieldNode,
  directives: FieldDirectives,
  scope: Scope,
): void {
  const { resolution, types } = collecting
  const type = scope.type(node.name.value, node.name)
  const { optional, hidden, bind, when, languages } = directives
  if (optional || hidden || bind !== undefined || when.length > 0 || languages !== undefined || node.alias) {
    const message =
      '"@type" makes a type of the field: it goes with no alias and no other directive but @skip, @include and @filter.'
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
  }
  if ((node.arguments ?? []).length > 0) {
    const message = `"${node.name.value}" is a type here and takes no arguments.`
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
  }
  if (type === undefined) return
  types.set(type.classes.join(' '), type)
  if (node.selectionSet !== undefined) collectInto(collecting, node.selectionSet, type.scope)
}

/**
 * Counts a field or fragment. Fragments that spread fragments can make 2^n fields of n lines: the limit ends that at once.
 *
 * @throws RefusedQuery
 */
export function countSelection(resolution: Resolution, node: ASTNode): void {
  resolution.counter.selections += 1
  if (resolution.counter.selections <= resolution.limits.selections) return
  const message = limitMessage('fields, its fragments spread', resolution.limits.selections, 'more')
  throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message, node)])
}

/** What two fields of one response name have to share to be one field: name, arguments, and how they are shown. */
function identity(node: FieldNode, scope: Scope | undefined): string {
  const directives = (node.directives ?? []).filter(({ name }) => !mergeable.has(name.value))
  return JSON.stringify([
    node.name.value,
    scope?.identity(node.name.value),
    node.selectionSet !== undefined,
    (node.arguments ?? []).map(print).sort(),
    directives.map(print).sort(),
  ])
}

const mergeable: ReadonlySet<string> = new Set([
  'optional',
  'filter',
  'skip',
  'include',
  'skipIf',
  'includeIf',
])

function conditionText({ when }: FieldDirectives): string {
  return JSON.stringify(when.map(({ text, negated }) => [text, negated]).sort())
}
