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
import {
  classesOf,
  includesType,
  type OperationFacts,
  typeOfName,
  type Value,
  valueOfNode,
} from './operation-facts.ts'
import type { ReferenceField } from './schema.ts'

/** A document that has no answer: fields that conflict, or that are computed from themselves. */
export class NoAnswer extends Error {}

/** An expression that decides, row by row, whether a field is left out. */
export interface Condition {
  readonly text: string
  readonly negated: boolean
}

/** A selection set, and the type whose fields are in it: an IRI, with a schema the name of a declared type. */
export interface TypedSet {
  readonly selectionSet: SelectionSetNode
  readonly within: string | undefined
}

/** Fields of one response name, whose selection sets count together. */
export interface MergedField {
  readonly kind: 'field'
  readonly key: string
  /** The first of them; the others have its name, arguments and directives. */
  readonly field: FieldNode
  /** What a schema declares of it. */
  readonly declared: ReferenceField | undefined
  /** Only if each of them is. */
  readonly optional: boolean
  readonly hidden: boolean
  /** Expression of `@bind`. */
  readonly computed: string | undefined
  readonly conditions: readonly Condition[]
  /** Ranges of `@lang`. */
  readonly languages: readonly string[] | undefined
  readonly selectionSets: readonly TypedSet[]
}

/** A fragment on a type that the object may have or not. */
export interface OtherFragment {
  readonly kind: 'fragment'
  readonly node: InlineFragmentNode | FragmentSpreadNode
  /** IRI of the type, with a schema its name. */
  readonly type: string
  /** IRIs of classes; the object needs one of them. */
  readonly classes: readonly string[]
  readonly selectionSet: SelectionSetNode
}

/** Selection sets of one object, with what belongs to it from fragments and `@type`. */
export interface Collected {
  readonly fields: readonly (MergedField | OtherFragment)[]
  readonly filters: readonly string[]
  readonly types: readonly { readonly name: string; readonly classes: readonly string[] }[]
}

/** Collects in the order of first mention. Throws {@link NoAnswer} for two fields that conflict. */
export function collected(facts: OperationFacts, selectionSets: readonly TypedSet[]): Collected {
  const fields: (MergedField | OtherFragment)[] = []
  const filters: string[] = []
  const types: { name: string; classes: readonly string[] }[] = []
  const isRoot = facts.definition.selectionSet === selectionSets[0]?.selectionSet
  for (const { selectionSet, within } of selectionSets) collect(selectionSet, within)
  return { fields, filters, types }

  function collect(selectionSet: SelectionSetNode, within: string | undefined): void {
    for (const selection of selectionSet.selections) {
      if (!isIncluded(facts, selection.directives ?? [])) continue
      if (selection.kind === Kind.FIELD) {
        collectField(selection, within)
        continue
      }
      const fragment =
        selection.kind === Kind.INLINE_FRAGMENT ? selection : facts.fragments.get(selection.name.value)
      if (fragment === undefined) throw new Error('Unknown fragment.')
      const condition = fragment.typeCondition?.name.value
      const type = condition === undefined ? within : typeOfName(facts, condition)
      if (type === undefined || isRoot || includesType(facts, type, within)) {
        collect(fragment.selectionSet, withFields(facts, within, type))
      } else {
        const { selectionSet } = fragment
        fields.push({
          kind: 'fragment',
          node: selection,
          type,
          classes: classesOf(facts, type, within),
          selectionSet,
        })
      }
    }
  }

  function collectField(field: FieldNode, within: string | undefined): void {
    const directives = field.directives ?? []
    for (const directive of directives) {
      if (directive.name.value === 'filter') filters.push(textOf(facts, directive))
    }
    if (directives.some(({ name }) => name.value === 'type')) {
      const type = typeOfName(facts, field.name.value)
      types.push({ name: field.name.value, classes: classesOf(facts, type, undefined) })
      if (field.selectionSet === undefined) return
      collect(field.selectionSet, includesType(facts, type, within) ? withFields(facts, within, type) : type)
      return
    }
    const merged = readField(facts, field, { within, isRoot })
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

/** Whose fields are in a fragment that always applies: those of what is around it; a union has none. */
function withFields(
  { schema }: OperationFacts,
  within: string | undefined,
  type: string | undefined,
): string | undefined {
  const around = within === undefined ? undefined : schema?.type(within)
  return around?.fields.size === 0 ? type : within
}

function readField(
  facts: OperationFacts,
  field: FieldNode,
  { within, isRoot }: { readonly within: string | undefined; readonly isRoot: boolean },
): MergedField {
  const directives = field.directives ?? []
  const named = (name: string) => directives.find((directive) => directive.name.value === name)
  const bind = named('bind')
  const language = named('lang')
  const name = field.name.value
  const isBuiltIn = name === '__typename' || name === '__schema' || name === '__type'
  const declared = within === undefined ? undefined : facts.schema?.type(within)?.fields.get(name)
  const inner = isBuiltIn ? undefined : innerType(facts, name, declared, isRoot)
  return {
    kind: 'field',
    key: field.alias?.value ?? field.name.value,
    field,
    declared,
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
    selectionSets:
      field.selectionSet === undefined ? [] : [{ selectionSet: field.selectionSet, within: inner }],
  }
}

/** What the objects of a field are: with a schema what they are declared to be, without one known of top-level fields alone. */
function innerType(
  facts: OperationFacts,
  name: string,
  declared: ReferenceField | undefined,
  isRoot: boolean,
): string | undefined {
  if (isRoot) return facts.schema?.root(name).type ?? iriOfName(name, facts.vocabulary)
  return declared?.value.kind === 'node' ? declared.value.type : undefined
}

/** Whether what has these directives is in the operation: `@skip` and `@include` with a Boolean settle it beforehand. */
export function isIncluded(facts: OperationFacts, directives: readonly DirectiveNode[]): boolean {
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
function signature({ field, declared, hidden, computed, languages, selectionSets }: MergedField): string {
  const args = (field.arguments ?? []).map((one) => print(one)).sort()
  const leaf = selectionSets.length === 0
  return JSON.stringify([field.name.value, args, hidden, computed, languages, leaf, declared?.path])
}
