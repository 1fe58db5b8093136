import {
  type DirectiveNode,
  type FieldNode,
  Kind,
  print,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql'
import { type OperationFacts, valueOfNode } from './operation-facts.ts'

/** Fields of one response name, whose selection sets count together. */
export interface MergedField {
  readonly key: string
  /** The first of them; the others have its name and arguments. */
  readonly field: FieldNode
  /** Only if each of them is. */
  readonly optional: boolean
  readonly selectionSets: readonly SelectionSetNode[]
}

/** The fields of selection sets by response name, in the order of their first mention. Throws for two that conflict. */
export function mergedFields(
  facts: OperationFacts,
  selectionSets: readonly SelectionSetNode[],
): readonly MergedField[] {
  const merged = new Map<string, MergedField>()
  for (const field of selectionSets.flatMap((one) => fieldsOf(facts, one.selections))) {
    const key = field.alias?.value ?? field.name.value
    const optional = field.directives?.some((directive) => directive.name.value === 'optional') ?? false
    const inner = field.selectionSet === undefined ? [] : [field.selectionSet]
    const before = merged.get(key)
    if (before !== undefined && signature(before.field) !== signature(field)) {
      throw new ConflictingFields(`Two fields want the key ${key}.`)
    }
    merged.set(key, {
      key,
      field: before?.field ?? field,
      optional: optional && (before?.optional ?? true),
      selectionSets: [...(before?.selectionSets ?? []), ...inner],
    })
  }
  return [...merged.values()]
}

/** Throws for fields that conflict anywhere, also where the data would never lead to. */
export function checkConflicts(facts: OperationFacts, selectionSets: readonly SelectionSetNode[]): void {
  for (const merged of mergedFields(facts, selectionSets)) checkConflicts(facts, merged.selectionSets)
}

/** A document in which two different fields have one response name in one selection set. */
export class ConflictingFields extends Error {}

function fieldsOf(facts: OperationFacts, selections: readonly SelectionNode[]): readonly FieldNode[] {
  return selections.flatMap((selection) => {
    if (!isIncluded(facts, selection.directives ?? [])) return []
    switch (selection.kind) {
      case Kind.FIELD:
        return [selection]
      case Kind.INLINE_FRAGMENT:
        return fieldsOf(facts, selection.selectionSet.selections)
      case Kind.FRAGMENT_SPREAD: {
        const fragment = facts.fragments.get(selection.name.value)
        if (fragment === undefined) throw new Error(`Unknown fragment ${selection.name.value}.`)
        return fieldsOf(facts, fragment.selectionSet.selections)
      }
      default:
        throw new Error('Unknown selection.')
    }
  })
}

function isIncluded(facts: OperationFacts, directives: readonly DirectiveNode[]): boolean {
  return directives.every(({ name, arguments: args = [] }) => {
    const [condition] = args.map(({ value }) => valueOfNode(value, facts.variables))
    if (condition?.kind !== 'boolean') return true
    return name.value === 'skip' ? !condition.value : name.value !== 'include' || condition.value
  })
}

/** What fields of one response name have to have in common. */
function signature(field: FieldNode): string {
  const args = (field.arguments ?? []).map((one) => print(one)).sort()
  return [field.name.value, ...args, field.selectionSet === undefined ? 'leaf' : 'object'].join(' ')
}
