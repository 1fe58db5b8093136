import type { ArgumentNode, ASTNode } from 'graphql'
import { propertyPath } from '../graphql/schema.ts'
import { isAbsoluteIri } from '../rdf/iri.ts'
import { iriOfName } from '../rdf/namespaces.ts'
import { literal, xsd } from '../rdf/term.ts'
import type { Constraint, Match } from './operation.ts'
import { iriOf, type Resolution, report } from './resolution.ts'
import { type InputValue, literalValue } from './variables.ts'

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

/** The condition that the argument `name: value` puts on a node. */
export function constraint(
  resolution: Resolution,
  name: string,
  value: InputValue,
  node: ArgumentNode,
): Constraint | undefined {
  if (name === 'iri') return nodeConstraint(resolution, value, node)
  const path = propertyPath(iriOf(resolution, name, node.name))
  const items = value.kind === 'list' ? value.items : [value]
  const matches: Match[] = []
  for (const item of items) {
    if (item.kind === 'null') continue
    const match = matchOf(resolution, item, node)
    if (match === undefined) {
      const message = `"${name}" takes a number, string, boolean, name or null, or a list of those.`
      report(resolution, 'BAD_USER_INPUT', message, node.value)
      return undefined
    }
    matches.push(match)
  }
  if (!items.some((item) => item.kind === 'null')) return { kind: 'value', path, matches }
  return matches.length === 0 ? { kind: 'absent', path } : { kind: 'valueOrAbsent', path, matches }
}

function nodeConstraint(
  resolution: Resolution,
  value: InputValue,
  node: ArgumentNode,
): Constraint | undefined {
  const iris: string[] = []
  for (const item of value.kind === 'list' ? value.items : [value]) {
    if (item.kind === 'name') iris.push(nodeIri(resolution, item.name, node))
    else if (item.kind === 'string') iris.push(nodeIri(resolution, item.value, node))
    else {
      const message = '"iri" takes an IRI in quotes, a name, or a list of those.'
      report(resolution, 'BAD_USER_INPUT', message, node.value)
      return undefined
    }
  }
  return { kind: 'node', iris: [...new Set(iris)] }
}

const graphqlName = /^[_A-Za-z][_0-9A-Za-z]*$/

const blankLabel = /^_:[\p{L}\p{N}_.-]+$/u

/** The IRI that a text names: a name as the answers write it, else an absolute IRI or `_:label`. */
export function nodeIri(resolution: Resolution, text: string, node: ASTNode): string {
  if (graphqlName.test(text)) return iriOfName(text, resolution.namespaces, resolution.aliases)
  if (!isAbsoluteIri(text) && !blankLabel.test(text)) {
    report(resolution, 'BAD_USER_INPUT', `"${text}" is neither an absolute IRI nor a name.`, node)
  }
  return text
}

function matchOf(resolution: Resolution, value: InputValue, node: ArgumentNode): Match | undefined {
  switch (value.kind) {
    case 'integer':
      return { kind: 'number', literal: literal(value.text, xsd.integer) }
    case 'float':
      return {
        kind: 'number',
        literal: literal(value.text, /e/i.test(value.text) ? xsd.double : xsd.decimal),
      }
    case 'boolean':
      return { kind: 'boolean', value: value.value }
    case 'string':
      return { kind: 'string', value: value.value }
    case 'name':
      return { kind: 'iri', iri: nodeIri(resolution, value.name, node) }
    case 'null':
    case 'list':
    case 'object':
      return undefined
  }
}
