import type { ArgumentNode, ASTNode, FieldNode } from 'graphql'
import type { LeafType, Path } from '../graphql/schema.ts'
import type { ArgumentMeanings } from './naming.ts'
import { nodeIri } from './node-iri.ts'
import type { Constraint, Match, OrderKey } from './operation.ts'
import { type GivenValue, readCount, readOrder } from './paging.ts'
import { type Resolution, report } from './resolution.ts'
import { declaredMatches, matchOf, valuesOf } from './value-matches.ts'
import { type InputValue, literalValue } from './variables.ts'

/** What the arguments of a field say. */
export interface FieldArguments {
  readonly constraints: readonly Constraint[]
  readonly order: readonly OrderKey[]
  readonly skip: number
  readonly first?: number
}

/** Reads the arguments of a field, those too that stand where none are given. */
export function fieldArguments(
  resolution: Resolution,
  field: FieldNode,
  meanings: ArgumentMeanings,
): FieldArguments {
  const constraints: Constraint[] = []
  let order: readonly OrderKey[] = []
  let first: number | undefined
  let skip = 0
  for (const given of givenValues(resolution, field, meanings)) {
    const meaning = meanings.argument(given.name, given.node)
    switch (meaning?.kind) {
      case undefined:
        break
      case 'first':
        first = readCount(resolution, given)
        break
      case 'skip':
        skip = readCount(resolution, given) ?? 0
        break
      case 'orderBy':
        order = readOrder(resolution, { ...given, value: meaning.complete(given.value) }, meanings)
        break
      case 'iri':
        constraints.push(...nodeConstraint(resolution, given))
        break
      case 'property':
        constraints.push(...valueConstraint(resolution, given, meaning.path, meaning.value))
    }
  }
  return { constraints, order, skip, ...(first !== undefined && { first }) }
}

function givenValues(
  resolution: Resolution,
  field: FieldNode,
  { defaults }: ArgumentMeanings,
): readonly GivenValue[] {
  const values = argumentValues(resolution, field.arguments)
  return [
    ...[...values].map(([name, { value, node }]) => ({
      name,
      value,
      node: node.name,
      valueNode: node.value,
    })),
    ...defaults
      .filter(({ name }) => !values.has(name))
      .map(({ name, value }) => ({
        name,
        value: literalValue(value, resolution.variables, resolution.errors),
        node: field,
        valueNode: field,
      })),
  ]
}

/** The arguments of one field by name. Reports one that stands twice. */
export function argumentValues(
  resolution: Resolution,
  nodes: readonly ArgumentNode[] | undefined,
): ReadonlyMap<string, { readonly value: InputValue; readonly node: ArgumentNode }> {
  const values = new Map<string, { value: InputValue; node: ArgumentNode }>()
  for (const node of nodes ?? []) {
    const name = node.name.value
    if (values.has(name)) {
      report(resolution, 'GRAPHQL_VALIDATION_FAILED', `The argument "${name}" stands twice.`, node)
    }
    values.set(name, { value: literalValue(node.value, resolution.variables, resolution.errors), node })
  }
  return values
}

/** That a value of the path is one of those given; none where they are wrong, which is reported. */
function valueConstraint(
  resolution: Resolution,
  { name, value, node, valueNode }: GivenValue,
  path: Path,
  type: LeafType | undefined,
): readonly Constraint[] {
  const items = value.kind === 'list' ? value.items : [value]
  const matches: Match[] = []
  for (const item of items) {
    if (item.kind === 'null') continue
    const found = itemMatches(resolution, item, type, node)
    if (found === undefined) {
      report(resolution, 'BAD_USER_INPUT', `"${name}" takes ${valuesOf(type)}.`, valueNode)
      return []
    }
    matches.push(...found)
  }
  if (!items.some((item) => item.kind === 'null')) return [{ kind: 'value', path, matches }]
  return [matches.length === 0 ? { kind: 'absent', path } : { kind: 'valueOrAbsent', path, matches }]
}

function itemMatches(
  resolution: Resolution,
  item: InputValue,
  type: LeafType | undefined,
  node: ASTNode,
): readonly Match[] | undefined {
  if (type !== undefined) return declaredMatches(resolution, item, type, node)
  const match = matchOf(resolution, item, node)
  return match && [match]
}

function nodeConstraint(
  resolution: Resolution,
  { value, node, valueNode }: GivenValue,
): readonly Constraint[] {
  const iris: string[] = []
  for (const item of value.kind === 'list' ? value.items : [value]) {
    if (item.kind === 'name') iris.push(nodeIri(resolution, item.name, node))
    else if (item.kind === 'string') iris.push(nodeIri(resolution, item.value, node))
    else {
      const message = '"iri" takes an IRI in quotes, a name, or a list of those.'
      report(resolution, 'BAD_USER_INPUT', message, valueNode)
      return []
    }
  }
  return [{ kind: 'node', iris: [...new Set(iris)] }]
}
