import { type ASTNode, type FieldNode, Kind, print, type SelectionSetNode } from 'graphql'
import { iriOfName } from '../rdf/namespaces.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import { fieldDirectives } from './field-directives.ts'
import { limitMessage } from './limits.ts'
import { RefusedQuery, refusal } from './refused-query.ts'
import { type Resolution, report } from './resolution.ts'

/** The fields of one response name in a selection set, merged as GraphQL merges them. */
export interface CollectedField {
  readonly key: string
  /** The first of the fields: name, arguments and place stand for all. */
  readonly node: FieldNode
  /** Only if each of them is. */
  readonly optional: boolean
  readonly selectionSets: readonly SelectionSetNode[]
}

/**
 * The fields of selection sets with fragments spread, in order of first appearance, without those that `@skip` or
 * `@include` leave out (GraphQL specification, 6.3.2 CollectFields).
 *
 * @param enclosing IRI of the type that encloses the selection sets, where one is known.
 */
export function collectFields(
  resolution: Resolution,
  selectionSets: readonly SelectionSetNode[],
  enclosing: string | undefined,
): readonly CollectedField[] {
  const collected = new Map<string, CollectedField>()
  for (const selectionSet of selectionSets) {
    collectInto(resolution, selectionSet, enclosing, collected, [])
  }
  return [...collected.values()]
}

function collectInto(
  resolution: Resolution,
  selectionSet: SelectionSetNode,
  enclosing: string | undefined,
  collected: Map<string, CollectedField>,
  spreading: readonly string[],
): void {
  for (const selection of selectionSet.selections) {
    count(resolution, selection)
    switch (selection.kind) {
      case Kind.FIELD: {
        const { included, optional } = fieldDirectives(resolution, selection.directives, 'field')
        if (included) addField(resolution, selection, optional, collected)
        break
      }
      case Kind.INLINE_FRAGMENT: {
        const { included } = fieldDirectives(resolution, selection.directives, 'fragment')
        checkCondition(resolution, selection.typeCondition?.name.value, enclosing, selection)
        if (included) collectInto(resolution, selection.selectionSet, enclosing, collected, spreading)
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
        } else if (spreading.includes(name)) {
          const message = `The fragment "${name}" spreads itself.`
          report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, selection)
        } else if (included) {
          checkCondition(resolution, fragment.typeCondition.name.value, enclosing, selection)
          collectInto(resolution, fragment.selectionSet, enclosing, collected, [...spreading, name])
        }
      }
    }
  }
}

/** Fragments that spread fragments can make 2^n fields of n lines: the limit ends that at once. */
function count(resolution: Resolution, node: ASTNode): void {
  resolution.counter.selections += 1
  if (resolution.counter.selections <= resolution.limits.selections) return
  const message = limitMessage('fields, its fragments spread', resolution.limits.selections, 'more')
  throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message, node)])
}

function checkCondition(
  resolution: Resolution,
  type: string | undefined,
  enclosing: string | undefined,
  node: ASTNode,
): void {
  if (type === undefined) return
  if (iriOfName(type, resolution.namespaces, resolution.aliases) === enclosing) return
  const message = `A fragment on "${type}" inside another type is not supported by this version.`
  report(resolution, 'UNSUPPORTED', message, node)
}

function addField(
  resolution: Resolution,
  node: FieldNode,
  optional: boolean,
  collected: Map<string, CollectedField>,
): void {
  const key = node.alias?.value ?? node.name.value
  const selectionSets = node.selectionSet === undefined ? [] : [node.selectionSet]
  const other = collected.get(key)
  if (other === undefined) {
    collected.set(key, { key, node, optional, selectionSets })
    return
  }
  if (!isSameField(other.node, node)) {
    const message = `Two different fields would both answer as "${key}". Give one of them an alias.`
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
  }
  collected.set(key, {
    ...other,
    optional: other.optional && optional,
    selectionSets: [...other.selectionSets, ...selectionSets],
  })
}

function isSameField(a: FieldNode, b: FieldNode): boolean {
  if (a.name.value !== b.name.value) return false
  if ((a.selectionSet === undefined) !== (b.selectionSet === undefined)) return false
  return argumentsText(a) === argumentsText(b)
}

function argumentsText(node: FieldNode): string {
  return (node.arguments ?? []).map(print).sort().join(',')
}
