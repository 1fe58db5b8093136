import type { FieldNode, SelectionSetNode } from 'graphql'
import { propertyPath } from '../graphql/schema.ts'
import { call, type Expression } from '../sparql/algebra.ts'
import { argumentValues, constraint } from './arguments.ts'
import { type CollectedField, type CollectedFragment, collectFields } from './collect-fields.ts'
import { type FieldNames, isTrue, resolveExpression, variablesIn } from './expressions.ts'
import type { FieldDirectives } from './field-directives.ts'
import { limitMessage } from './limits.ts'
import type { Constraint, Field, Selection, Typename } from './operation.ts'
import { RefusedQuery, refusal } from './refused-query.ts'
import { iriOf, type Resolution, report } from './resolution.ts'

/**
 * Resolves the selection set of an object; `undefined` where there is none.
 *
 * @param enclosing IRI of the object's type, where one is known.
 * @param depth how many selection sets it is within, the operation's own included.
 * @param typename what names the object's type; absent: a type that `@type` asks for, else the classes of the node.
 */
export function resolveSelection(
  resolution: Resolution,
  selectionSets: readonly SelectionSetNode[],
  enclosing: string | undefined,
  depth: number,
  typename?: Typename,
): Selection | undefined {
  if (selectionSets.length === 0) return undefined
  if (depth >= resolution.limits.depth) {
    const message = limitMessage('levels of nested fields', resolution.limits.depth, 'more')
    throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message, selectionSets[0])])
  }
  const collected = collectFields(resolution, selectionSets, enclosing, 'field')
  const names = fieldNames(collected.fields)
  const [asked] = collected.types
  const ownName: Typename = typename ?? (asked ? { kind: 'fixed', name: asked.name } : { kind: 'stated' })
  const fields = collected.fields
    .map((field) => resolveField(resolution, field, names, depth, ownName))
    .filter((field) => field !== undefined)
  const filters = collected.filters
    .map((filter) => resolveExpression(resolution, filter, names))
    .filter((filter) => filter !== undefined)
  checkCircles(resolution, fields, collected.fields)
  return { fields, types: collected.types.map(({ iri }) => [iri]), filters }
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
  typename: Typename,
): Field | undefined {
  const { key } = field
  if (field.kind === 'fragment') {
    const selection = resolveSelection(resolution, field.selectionSets, field.type, depth + 1, typename)
    return selection && { kind: 'fragment', key, types: [field.type], selection }
  }
  const { node, directives } = field
  const name = node.name.value
  const { optional, hidden, languages } = directives
  const when = conditionOf(resolution, directives, names)
  const isProperty = directives.bind === undefined && name !== 'iri' && name !== '__typename'
  if (languages !== undefined && (!isProperty || node.selectionSet !== undefined)) {
    const why = isProperty ? `"${name}" has fields` : `"${name}" is no property`
    report(resolution, 'GRAPHQL_VALIDATION_FAILED', `"@lang" chooses among texts; ${why}.`, node)
  }
  if (directives.bind !== undefined) {
    checkBuiltIn(resolution, node, `"${name}" is computed by @bind`)
    const expression = resolveExpression(resolution, directives.bind, names)
    return expression && { kind: 'bound', key, expression, optional, hidden, ...(when && { when }) }
  }
  if (name === 'iri' || name === '__typename') {
    checkBuiltIn(resolution, node, `"${name}" is built in`)
    if (when !== undefined) {
      const message = `"${name}" is there for every node: @skip and @include take true or false on it.`
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, node)
    }
    return name === 'iri' ? { kind: 'iri', key, hidden } : { kind: 'typename', key, hidden, name: typename }
  }
  if (isReserved(resolution, node)) return undefined
  const path = propertyPath(iriOf(resolution, name, node.name))
  const own = resolveSelection(resolution, field.selectionSets, undefined, depth + 1)
  const selection = own && hidden ? withoutTypenames(own) : own
  return {
    kind: 'property',
    key,
    path,
    optional,
    hidden,
    ...(when && { when }),
    ...(languages && { languages }),
    constraints: resolveConstraints(resolution, node),
    ...(selection && { selection }),
  }
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

function resolveConstraints(resolution: Resolution, node: FieldNode): readonly Constraint[] {
  const constraints: Constraint[] = []
  for (const [argument, { value, node: place }] of argumentValues(resolution, node.arguments)) {
    if (argument === 'first' || argument === 'skip' || argument === 'orderBy') {
      const message = `"${argument}" is an argument of top-level fields; a property of that name needs an alias (@config).`
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', message, place)
      continue
    }
    const condition = constraint(resolution, argument, value, place)
    if (condition !== undefined) constraints.push(condition)
  }
  return constraints
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
