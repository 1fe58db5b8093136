import { readSchema } from '../src/graphql/read/read-schema.ts'
import type { Schema } from '../src/graphql/schema.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'

const read = new Map<string, Schema>()
/** Random cases have a schema each. */
const mostRead = 20

/** What a request by a schema is compiled against, beside the facts of the data: nothing without one. A text is read once. */
export function schemaFacts(text: string | undefined): { readonly schema?: Schema } {
  if (text === undefined) return {}
  const schema = read.get(text) ?? readSchema(text, defaultNamespaces)
  if (read.size > mostRead) read.clear()
  read.set(text, schema)
  return { schema }
}
