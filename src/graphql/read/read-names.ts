import type { ASTNode, ConstDirectiveNode, NameNode, StringValueNode } from 'graphql'
import { Kind } from 'graphql'
import { isAbsoluteIri } from '../../rdf/iri.ts'
import { isPlainLocalName } from '../../rdf/names.ts'
import { iriOfName } from '../../rdf/namespaces.ts'
import { type Path, propertyPath } from '../schema.ts'
import { readPath, unknownPrefix } from './read-path.ts'
import { report, type SchemaReading } from './reading.ts'
import { addTextFault, quoted } from './schema-faults.ts'

/** What of the text carries a name and, at its directives, what the name denotes. */
export interface NamedNode {
  readonly name: NameNode
  readonly directives?: readonly ConstDirectiveNode[] | undefined
}

/** The IRI that a name denotes: by its `@iri`, else by the rules for names. */
export function iriOfNode(reading: SchemaReading, node: NamedNode): string {
  return directiveIri(reading, node) ?? iriOfName(node.name.value, reading.namespaces)
}

/** The way to the values of a field or argument that says it itself, by `@iri` or `@path`. */
export function directivePath(reading: SchemaReading, node: NamedNode): Path | undefined {
  const directive = directiveOf(node, 'path')
  const iri = directiveIri(reading, node)
  if (directive === undefined) return iri === undefined ? undefined : propertyPath(iri)
  if (iri !== undefined) {
    report(reading, `"${node.name.value}" has both @iri and @path; one of them has to go.`, directive)
  }
  const text = directiveArguments(reading, directive).get('value')
  if (text === undefined) return undefined
  const path = readPath(text.value, reading.namespaces)
  if (!('problem' in path)) return path
  addTextFault(reading.faults, path.problem, text.node, path.at)
  return undefined
}

/** The IRI that the `@iri` of a name gives it; `undefined` where it has none, or one that is wrong, which is reported. */
export function directiveIri(reading: SchemaReading, node: NamedNode): string | undefined {
  const directive = directiveOf(node, 'iri')
  if (directive === undefined) return undefined
  const given = directiveArguments(reading, directive)
  const kinds = ['value', 'namespace', 'prefix'].filter((name) => given.has(name))
  if (kinds.length !== 1) {
    // Arguments that it does not know are errors of their own.
    if (kinds.length > 1 || !directive.arguments?.length || given.has('localname')) {
      const message =
        '@iri takes one of value: "IRI", namespace: "IRI", or prefix: "prefix" with or without localname.'
      report(reading, message, directive)
    }
    return undefined
  }
  const localName = given.get('localname')
  const prefix = given.get('prefix')
  if (localName !== undefined && prefix === undefined) {
    report(reading, '"localname" of @iri goes with "prefix" only.', localName.node)
    return undefined
  }
  if (prefix !== undefined) {
    const namespace = reading.namespaces.get(prefix.value)
    if (namespace === undefined) {
      report(reading, unknownPrefix(prefix.value, reading.namespaces), prefix.node)
      return undefined
    }
    return checked(reading, namespace + (localName?.value ?? node.name.value), (localName ?? prefix).node)
  }
  const namespace = given.get('namespace')
  if (namespace !== undefined) {
    if (reading.namespaces.has(namespace.value)) {
      const message = `"namespace" of @iri takes an IRI. Did you mean prefix: "${namespace.value}"?`
      report(reading, message, namespace.node)
      return undefined
    }
    return checked(reading, namespace.value + node.name.value, namespace.node)
  }
  const value = given.get('value')
  return value && wholeIri(reading, value.value, value.node)
}

function checked(reading: SchemaReading, iri: string, node: ASTNode): string | undefined {
  if (isAbsoluteIri(iri)) return iri
  report(reading, `${quoted(iri)} is no absolute IRI.`, node)
  return undefined
}

/** A prefixed name has the form of an absolute IRI; one with a stored prefix is not meant as one. */
function wholeIri(reading: SchemaReading, iri: string, node: ASTNode): string | undefined {
  const colon = iri.indexOf(':')
  const [prefix, local] = [iri.slice(0, Math.max(colon, 0)), iri.slice(colon + 1)]
  const namespace = colon < 0 ? undefined : reading.namespaces.get(prefix)
  if (namespace === undefined || namespace.startsWith(`${prefix}:`) || !isPlainLocalName(local)) {
    return checked(reading, iri, node)
  }
  const meant = `prefix: "${prefix}", localname: "${local}"`
  report(reading, `"value" of @iri takes a whole IRI. Did you mean ${meant}?`, node)
  return undefined
}

/** The directive of a name, if it has it. */
export function directiveOf(node: NamedNode, name: string): ConstDirectiveNode | undefined {
  return node.directives?.find((directive) => directive.name.value === name)
}

/** The arguments of one of our directives, all of them strings; what is none is reported and left out. */
export function directiveArguments(
  reading: SchemaReading,
  directive: ConstDirectiveNode,
): ReadonlyMap<string, { readonly value: string; readonly node: StringValueNode }> {
  const given = new Map<string, { value: string; node: StringValueNode }>()
  for (const { name, value } of directive.arguments ?? []) {
    if (value.kind === Kind.STRING) given.set(name.value, { value: value.value, node: value })
    else {
      report(reading, `"${name.value}" of @${directive.name.value} takes a text in quotes.`, value)
    }
  }
  return given
}
