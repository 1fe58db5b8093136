import type { FieldDefinitionNode } from 'graphql'
import { iriOfName } from '../../rdf/namespaces.ts'
import { type Path, pathText, propertyPath } from '../schema.ts'
import type { Declaration } from './declarations.ts'
import { directivePath } from './read-names.ts'
import { type FieldReading, report, type SchemaReading } from './reading.ts'

/** The paths that fields say themselves, by type and by field. */
type StatedPaths = ReadonlyMap<string, ReadonlyMap<string, Path>>

/**
 * The way of each field of each type: as it says itself, else as the field of its name in an interface of the type says, else by the
 * rules for names. Two fields of a type that lead the same way are reported.
 */
export function readPaths(reading: SchemaReading): FieldReading['paths'] {
  const declarations = [...reading.types.values()].filter(({ name }) => name !== reading.queryType)
  const stated = new Map(declarations.map((one) => [one.name, statedPaths(reading, one)]))
  return new Map(declarations.map((one) => [one.name, pathsOfType(reading, one, stated)]))
}

function statedPaths(reading: SchemaReading, { fields }: Declaration): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>()
  for (const node of fields) {
    const path = node.directives?.length ? directivePath(reading, node) : undefined
    if (path !== undefined && !paths.has(node.name.value)) paths.set(node.name.value, path)
  }
  return paths
}

function pathsOfType(
  reading: SchemaReading,
  declaration: Declaration,
  stated: StatedPaths,
): ReadonlyMap<string, Path | 'iri'> {
  const paths = new Map<string, Path | 'iri'>()
  const nameOfPath = new Map<string, string>()
  const own = stated.get(declaration.name)
  const interfaces = declaration.interfaces.filter(({ name }) => (stated.get(name.value)?.size ?? 0) > 0)
  for (const node of declaration.fields) {
    const name = node.name.value
    if (paths.has(name)) continue
    const said = own?.get(name) ?? inheritedPath(reading, { ...declaration, interfaces }, node, stated)
    if (said === undefined && name === 'iri') {
      paths.set(name, 'iri')
      continue
    }
    const path = said ?? propertyPath(iriOfName(name, reading.namespaces))
    paths.set(name, path)
    const text = pathText(path)
    const other = nameOfPath.get(text)
    if (other === undefined) nameOfPath.set(text, name)
    else {
      const message = `"${other}" and "${name}" of "${declaration.name}" both stand for ${text}.`
      report(reading, message, node.name)
    }
  }
  return paths
}

/** What the interfaces of a type say of a field; where they differ, the field has to say it itself. */
function inheritedPath(
  reading: SchemaReading,
  { name: type, interfaces }: Pick<Declaration, 'name' | 'interfaces'>,
  { name: field }: FieldDefinitionNode,
  stated: StatedPaths,
): Path | undefined {
  let found: { readonly from: string; readonly path: Path } | undefined
  for (const { name } of interfaces) {
    const path = stated.get(name.value)?.get(field.value)
    if (path === undefined) continue
    if (found !== undefined && pathText(found.path) !== pathText(path)) {
      const message = `"${field.value}" of "${type}" stands for ${pathText(found.path)} by "${found.from}" and for ${pathText(path)} by "${name.value}": say which with @iri or @path.`
      report(reading, message, field)
      return found.path
    }
    found ??= { from: name.value, path }
  }
  return found?.path
}
