import { InvalidSchema } from '../src/graphql/read/invalid-schema.ts'
import { readSchema } from '../src/graphql/read/read-schema.ts'
import { defaultNamespaces, type Namespaces } from '../src/rdf/namespaces.ts'

/** The namespaces of a new database, and `foaf`. */
export const schemaNamespaces: Namespaces = new Map([
  ...defaultNamespaces,
  ['foaf', 'http://xmlns.com/foaf/0.1/'],
])

/** Why a text is no schema; `undefined` where it is one. */
export function refusedSchema(
  text: string,
  namespaces: Namespaces = schemaNamespaces,
): InvalidSchema | undefined {
  try {
    readSchema(text, namespaces)
    return undefined
  } catch (error) {
    if (error instanceof InvalidSchema) return error
    throw error
  }
}

/** The errors of a text, each as `line:column message`; none of a schema that can be read. */
export function errorsOf(text: string, namespaces: Namespaces = schemaNamespaces): string[] {
  return (refusedSchema(text, namespaces)?.errors ?? []).map(({ locations, message }) => {
    const places = (locations ?? []).map(({ line, column }) => `${line}:${column}`)
    return `${places.join(' ')} ${message}`
  })
}
