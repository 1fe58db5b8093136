import type { ASTNode } from 'graphql'
import type { EnumValue, LeafType, Scalar } from '../graphql/schema.ts'
import { literal, xsd } from '../rdf/term.ts'
import { isNode, nodeIri } from './node-iri.ts'
import type { Match } from './operation.ts'
import type { Resolution } from './resolution.ts'
import type { InputValue } from './variables.ts'

/** What a value says itself that it matches; `undefined` where it is `null`, a list or an object. */
export function matchOf(resolution: Resolution, value: InputValue, node: ASTNode): Match | undefined {
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

/**
 * What a value of a declared type matches: what is shown as that value. `undefined` where it is no value of the type, or `null`.
 */
export function declaredMatches(
  resolution: Resolution,
  value: InputValue,
  type: LeafType,
  node: ASTNode,
): readonly Match[] | undefined {
  if (type.kind === 'enum') {
    const meaning = value.kind === 'name' ? type.values.get(value.name) : undefined
    return meaning && enumMatches(meaning)
  }
  const undeclared = matchOf(resolution, value, node)
  switch (type.scalar) {
    case 'String':
    case 'Date':
    case 'DateTime':
    case 'LangString':
      return value.kind === 'string' ? [{ kind: 'text', value: value.value }] : undefined
    case 'ID': {
      if (value.kind !== 'string' && value.kind !== 'integer') return undefined
      const text = value.kind === 'string' ? value.value : value.text
      return [...(isNode(text) ? [{ kind: 'iri', iri: text } as const] : []), { kind: 'text', value: text }]
    }
    case 'Int':
      return value.kind === 'integer' && undeclared ? [undeclared] : undefined
    case 'Float':
      return (value.kind === 'integer' || value.kind === 'float') && undeclared ? [undeclared] : undefined
    case 'Long':
    case 'Decimal': {
      const written = value.kind === 'string' ? numberOf(value.value, type.scalar) : value
      if (written?.kind !== 'integer' && (written?.kind !== 'float' || type.scalar === 'Long'))
        return undefined
      const match = matchOf(resolution, written, node)
      return match && [match]
    }
    case 'Boolean':
      return value.kind === 'boolean' ? [{ kind: 'boolean', value: value.value }] : undefined
    case 'JSON':
    case 'any':
      return undeclared && [undeclared]
  }
}

/** A number that is written in quotes, as it may be too large for a number of JSON. */
function numberOf(text: string, scalar: 'Long' | 'Decimal'): InputValue | undefined {
  if (/^[+-]?\d+$/.test(text)) return { kind: 'integer', text }
  return scalar === 'Decimal' && /^[+-]?(\d+\.\d*|\.\d+)$/.test(text) ? { kind: 'float', text } : undefined
}

function enumMatches({ iri, text }: EnumValue): readonly Match[] {
  return [
    ...(iri === undefined ? [] : [{ kind: 'iri', iri } as const]),
    ...(text === undefined ? [] : [{ kind: 'text', value: text } as const]),
  ]
}

/** What values of a type are, for messages; of no type, what an argument takes without a schema. */
export function valuesOf(type: LeafType | undefined): string {
  if (type === undefined) return 'a number, string, boolean, name or null, or a list of those'
  return type.kind === 'enum' ? 'a value of its enum' : scalarValues[type.scalar]
}

const scalarValues: Readonly<Record<Scalar, string>> = {
  String: 'a String: a text in quotes',
  ID: 'an ID: an IRI or text in quotes, or a whole number',
  Int: 'an Int: a whole number',
  Float: 'a Float: a number',
  Boolean: 'a Boolean: true or false',
  DateTime: 'a DateTime in quotes: "2024-05-01T12:00:00Z"',
  Date: 'a Date in quotes: "2024-05-01"',
  Long: 'a Long: a whole number, in quotes or not',
  Decimal: 'a Decimal: a number, in quotes or not',
  JSON: 'a number, string, boolean, name or null',
  LangString: 'a text in quotes; it matches in any language',
  any: 'a number, string, boolean, name or null',
}
