import {
  type DirectiveNode,
  type FieldNode,
  type FragmentSpreadNode,
  type InlineFragmentNode,
  Kind,
  print,
  type SelectionSetNode,
} from 'graphql'
import { iriOfName } from './names.ts'
import { type OperationFacts, type Value, valueOfNode } from './operation-facts.ts'

/** A document that has no answer: fields that conflict, or that are computed from themselves. */
export class NoAnswer extends Error {}

/** An expression that decides, row by row, whether a field is left out. */
export interface Condition {
  readonly text: string
  readonly negated: boolean
}

/** Fields of one response name, whose selection sets count together. */
export interface MergedField {
  readonly kind: 'field'
  readonly key: string
  /** The first of them; the others have its name, arguments and directives. */
  readonly field: FieldNode
  /** Only if each of them is. */
  readonly optional: boolean
  readonly hidden: boolean
  /** Expression of `@bind`. */
  readonly computed: string | undefined
  readonly conditions: readonly Condition[]
  /** Ranges of `@lang`. */
  readonly languages: readonly string[] | undefined
  readonly selectionSets: readonly SelectionSetNode[]
}

/** A fragment on a type that the object may have or not. */
export interface OtherFragment {
  readonly kind: 'fragment'
  readonly node: InlineFragmentNode | FragmentSpreadNode
  /** IRI of the type. */
  readonly type: string
  readonly selectionSet: SelectionSetNode
}

/** Selection sets of one object, with what belongs to it from fragments and `@type`. */
export interface Collected {
  readonly fields: readonly (MergedField | OtherFragment)[]
  readonly filters: readonly string[]
  readonly types: readonly { readonly name: string; readonly iri: string }[]
}

/** Collects in the order of first mention. Throws {@link NoAnswer} for two fields that conflict. */
export function collected(
  facts: OperationFacts,
  selectionSets: readonly SelectionSetNode[],
  enclosing: string | undefined,
): Collected {
  const fields: (MergedField | OtherFragment)[] = []
  const filters: string[] = []
  const types: { name: string; iri: string }[] = []
  for (const one of selectionSets) collect(one, enclosing)
  return { fields, filters, types }

  function collect(selectionSet: SelectionSetNode, within: string | undefined): void {
    for (const selection of selectionSet.selections) {
      if (!isIncluded(facts, selection.directives ?? [])) continue
      if (selection.kind === Kind.FIELD) {
        collectField(selection)
        continue
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : facts.fragments.get(selection.name.value)
      if (fragment === undefined) throw new Error('Unknown fragment.')
      const condition = fragment.typeCondition?.name.value
      const type = condition === undefined ? within : iriOfName(condition, facts.vocabulary)
      if (type === within || type === undefined || facts.definition.selectionSet === selectionSets[0]) {
        collect(fragment.selectionSet, within)
      } else {
        fields.push({ kind: 'fragment', node: selection, type, selectionSet: fragment.selectionSet })
      }
    }
  }

  function collectField(field: FieldNode): void {
    const directives = field.directives ?? []
    for (const directive of directives) {
      if (directive.name.value === 'filter') filters.push(textOf(facts, directive))
    }
    if (directives.some(({ name }) => name.value === 'type')) {
      const iri = iriOfName(field.name.value, facts.vocabulary)
      types.push({ name: field.name.value, iri })
      if (field.selectionSet !== undefined) collect(field.selectionSet, iri)
      return
    }
    const merged = readField(facts, field)
    const at = fields.findIndex((other) => other.kind === 'field' && other.key === merged.key)
    const before = fields[at]
    if (before?.kind !== 'field') {
      fields.push(merged)
      return
    }
    const conditions = [before, merged].map((one) => JSON.stringify(one.conditions))
    // A field is there where any of its mentions is: without a condition, always.
    const isAlways = conditions.includes('[]')
    if (signature(before) !== signature(merged) || (!isAlways && conditions[0] !== conditions[1])) {
      throw new NoAnswer(`Two fields want the key ${merged.key}.`)
    }
    fields[at] = {
      ...before,
      optional: before.optional && merged.optional,
      conditions: isAlways ? [] : before.conditions,
      selectionSets: [...before.selectionSets, ...merged.selectionSets],
    }
  }
}

function readField(facts: OperationFacts, field: FieldNode): MergedField {
  const directives = field.directives ?? []
  const named = (name: string) => directives.find((directive) => directive.name.value === name)
  const bind = named('bind')
  const language = named('lang')
  return {
    kind: 'field',
    key: field.alias?.value ?? field.name.value,
    field,
    optional: named('optional') !== undefined,
    hidden: named('hide') !== undefined,
    computed: bind && textOf(facts, bind),
    conditions: directives.flatMap((directive) => {
      const name = directive.name.value
      if (!/^(skip|include)(If)?$/.test(name)) return []
      const value = argumentOf(facts, directive)
      if (value?.kind === 'boolean' && !name.endsWith('If')) return []
      return [{ text: textOf(facts, directive), negated: name.startsWith('skip') }]
    }),
    languages:
      language &&
      textOf(facts, language)
        .split(',')
        .map((range) => range.trim().toLowerCase()),
    selectionSets: field.selectionSet === undefined ? [] : [field.selectionSet],
  }
}

function isIncluded(facts: OperationFacts, directives: readonly DirectiveNode[]): boolean {
  return directives.every((directive) => {
    const name = directive.name.value
    if (name !== 'skip' && name !== 'include') return true
    const condition = argumentOf(facts, directive)
    return condition?.kind !== 'boolean' || condition.value === (name === 'include')
  })
}

function argumentOf(facts: OperationFacts, directive: DirectiveNode): Value | undefined {
  const [argument] = directive.arguments ?? []
  return argument && valueOfNode(argument.value, facts.variables)
}

function textOf(facts: OperationFacts, directive: DirectiveNode): string {
  const value = argumentOf(facts, directive)
  if (value?.kind === 'boolean') return String(value.value)
  if (value?.kind !== 'string') throw new Error('Not a text.')
  return value.value
}

/** What fields of one response name have to have in common. */
function signature({ field, hidden, computed, languages, selectionSets }: MergedField): string {
  const args = (field.arguments ?? []).map((one) => print(one)).sort()
  const leaf = selectionSets.length === 0
  return JSON.stringify([field.name.value, args, hidden, computed, languages, leaf])
}
