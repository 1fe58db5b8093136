import { iriOfName } from '../rdf/namespaces.ts'
import type { Declaration } from './declarations.ts'
import { directiveOf, directivePath } from './read-names.ts'
import { type FieldReading, report, type SchemaReading } from './reading.ts'
import { type Path, pathText, propertyPath } from './schema.ts'

/** The way of each field of each type. Two fields of a type that lead the same way are reported. */
export function readPaths(reading: SchemaReading): FieldReading['paths'] {
  const paths = new Map<string, ReadonlyMap<string, Path | 'iri'>>()
  for (const declaration of reading.types.values()) {
    if (declaration.name !== reading.queryType) paths.set(declaration.name, pathsOfType(reading, declaration))
  }
  return paths
}

function pathsOfType(reading: SchemaReading, declaration: Declaration): ReadonlyMap<string, Path | 'iri'> {
  const paths = new Map<string, Path | 'iri'>()
  const nameOfPath = new Map<string, string>()
  for (const node of declaration.fields) {
    const name = node.name.value
    if (paths.has(name)) continue
    if (name === 'iri' && !directiveOf(node, 'iri') && !directiveOf(node, 'path')) {
      paths.set(name, 'iri')
      continue
    }
    const path = directivePath(reading, node) ?? propertyPath(iriOfName(name, reading.namespaces))
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
