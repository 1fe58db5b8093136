import type { FieldNode, SelectionSetNode } from 'graphql'
import { limitMessage } from '../errors.ts'
import { call, type Expression } from '../sparql/algebra.ts'
import { fieldArguments } from './arguments.ts'
import { type CollectedField, type CollectedFragment, collectFields } from './collect-fields.ts'
import { type FieldNames, isTrue, resolveExpression, variablesIn } from './expressions.ts'
import type { FieldDirectives } from './field-directives.ts'
import type { Scope } from './naming.ts'
import type { Field, Selection, Typename } from './operation.ts'
import { RefusedQuery, refusal } from './refused-query.ts'
import { type Resolution, report } from './resolution.ts'

/**
 * Resolves the selection set of an object; `undefined` where there is none.
 *
 * @param scope what the names in it mean.
 * @param depth how many selection sets it is within, the operation's own included.
 * @param typename what names the object's type, in place of the scope.
 */
export function resolveSelection(
  resolution: Resolution,
  selectionSets: readonly SelectionSetNode[],
  scope: Scope,
  depth: number,
  typename?: () => Typename,
): Selection | undefined {
  if (selectionSets.length === 0) return undefined
  if (depth >= resolution.limits.depth) {
    const message = limitMessage('levels of nested fields', resolution.limits.depth, 'more')
    throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message, selectionSets[0])])
  }
  const collected = collectFields(resolution, selectionSets, scope)
  const names = fieldNames(collected.fields)
  const [asked] = collected.types
  const ownName = typename ?? (() => scope.typename(asked?.name))
  const fields = collected.fields
    .map((field) => resolveField(resolution, field, names, depth, ownName))
    .filter((field) => field !== undefined)
  const filters = collected.filters
    .map((filter) => resolveExpression(resolution, filter, names))
    .filter((filter) => filter !== undefined)
  checkCircles(resolution, fields, collected.fields)
  return { fields, types: collected.types.map(({ classes }) => classes), filters }
}

/** What `$name` refers to: the field of that response name, else the field of that name. */
function fieldNames(fields: readonly (CollectedField | CollectedFragment)[]): FieldNames {
  const names = new Map<string, string>()
  const referable = fields.filter((field) => field.kind === 'field' && field.node.name.value !== '__typename')
  for (const field of referable) {
    if (field.kind === 'field' && !names.has(field.node.name.value))
      names.set(field.node.name.value, field.key)
  }
  for (const field of referable) if (field.kind === 'field') names.set(field.key, field.key)
  return names
}

function resolveField(
  resolution: Resolution,
  field: CollectedField | CollectedFragment,
  names: FieldNames,
  depth: number,
  typename: () => Typename,
): Field | undefined {
  const { key } = field
  if (field.kind === 'fragment') {
    const { classes, scope } = field.type
    const selection = resolveSelection(resolution, field.selectionSets, scope, depth + 1, typename)
    return selection && { kind: 'fragment', key, types: classes, selection }
  }
  const { node, directives, scope } = field
  const name = node.name.value
  const { optional, hidden } = directives
  const when = conditionOf(resolution, directives, names)
  if (directives.bind !== undefined) {
    checkLanguages(resolution, field, `"${name}" is no property`)
    checkBuiltIn(resolution, node, `"${name}" is computed by @bind`)
    const expression = resolveExpression(resolution, directives.bind, names)
    const declared = scope?.computed(name)
    return (
      expression && {
        kind: 'bound',
        key,
        expression,
        optional,
        hidden,
        ...(when && { when }),
        ...(declared && { declared }),
      }
    )
  }
  if (name === '__typename') {
    checkStated(resolution, field, when)
    return { kind: 'typename', key, hidden, name: typename() }
  }
  const meaning = isReserved(resolution, node) ? undefined : scope?.field(node)
  switch (meaning?.kind) {
    case undefined:
      return undefined
    case 'iri':
      checkStated(resolution, field, when)
      return { kind: 'iri', key, hidden }
    case 'property': {
      if (node.selectionSet !== undefined) checkLanguages(resolution, field, `"${name}" has fields`)
      const { path, declared, scope: inner } = meaning
      const own = inner && resolveSelection(resolution, field.selectionSets, inner, depth + 1)
      const selection = own && hidden ? withoutTypenames(own) : own
      const { languages } = directives
      return {
        kind: 'property',
        key,
        path,
        ...(declared && { declared }),
        optional,
        hidden,
        ...(when && { when }),
        ...(languages && { languages }),
        constraints: fieldArguments(resolution, node, meaning.arguments).constraints,
        ...(selection && { selection }),
      }
    }
  }
}

/** Reports `@lang` on a field that has no texts to choose among. */
function checkLanguages(resolution: Resolution, { node, directives }: CollectedField, why: string): void {
  if (directives.languages === undefined) return
  report(resolution, 'GRAPHQL_VALIDATION_FAILED', `"@lang" chooses among texts; ${why}.`, node)
}

/** Reports what a field that is built in, and there for every node, cannot have. */
function checkStated(resolution: Resolution, field: CollectedField, when: Expression | undefined): void {
  const { node } = field
  const name = node.name.value
  checkLanguages(resolution, field, `"${name}" is no property`)
  checkBuiltIn(resolution, node, `"${name}" is built in`)
  if (when === undefined) return
  const message = `"${name}" is there for every node: @skip and @include take true or false on it.`
  report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
}

/**
 * A selection whose fields move up, without `__typename`: that is of the object which they move into. Some clients add it
 * to every selection set.
 */
function withoutTypenames(selection: Selection): Selection {
  return {
    ...selection,
    fields: selection.fields.flatMap((field): readonly Field[] => {
      if (field.kind === 'typename') return []
      return [field.kind === 'fragment' ? { ...field, selection: withoutTypenames(field.selection) } : field]
    }),
  }
}

/** The conditions of `@skip` and `@include` as one. */
function conditionOf(
  resolution: Resolution,
  directives: FieldDirectives,
  names: FieldNames,
): Expression | undefined {
  const conditions = directives.when.flatMap((one) => {
    const expression = resolveExpression(resolution, one, names)
    if (expression === undefined) return []
    return [one.negated ? call('!', isTrue(expression)) : isTrue(expression)]
  })
  return conditions.length === 0 ? undefined : conditions.reduce((all, one) => call('&&', all, one))
}

function checkBuiltIn(resolution: Resolution, node: FieldNode, what: string): void {
  if (node.selectionSet === undefined && (node.arguments ?? []).length === 0) return
  const message = `${what}: it has no fields and takes no arguments.`
  report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
}

/** Names that begin with two underscores belong to GraphQL itself. */
export function isReserved(resolution: Resolution, node: FieldNode): boolean {
  if (!node.name.value.startsWith('__')) return false
  const message = `Unknown field "${node.name.value}": names that begin with "__" belong to GraphQL.`
  report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
  return true
}

/**
 * Reports fields that `@bind` computes from themselves, or that conditions leave out depending on themselves by way of
 * others. A condition may refer to the very value that it decides on.
 */
function checkCircles(
  resolution: Resolution,
  fields: readonly Field[],
  collected: readonly (CollectedField | CollectedFragment)[],
): void {
  const needs = new Map(fields.map((field) => [field.key, neededBy(field)]))
  for (const { key, kind } of fields) {
    const reached = new Set<string>()
    const open = [key]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const name of needs.get(next) ?? []) {
        if (!reached.has(name)) open.push(name)
        reached.add(name)
      }
    }
    if (!reached.has(key)) continue
    const place = collected.find((one) => one.kind === 'field' && one.key === key)
    const message =
      kind === 'bound'
        ? `"${key}" is computed by @bind from itself.`
        : `Whether "${key}" is left out depends on itself, by way of other fields.`
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, place?.kind === 'field' ? place.node : undefined)
  }
}

/** Keys of the fields that have to be settled before a field is. */
function neededBy(field: Field): ReadonlySet<string> {
  const needed = new Set<string>()
  if ((field.kind === 'property' || field.kind === 'bound') && field.when !== undefined) {
    for (const name of variablesIn(field.when)) needed.add(name)
  }
  needed.delete(field.key)
  if (field.kind === 'bound') for (const name of variablesIn(field.expression)) needed.add(name)
  return needed
}
