import type { Database } from '../database.ts'
import type { OpenStore } from '../open-store.ts'
import type { SchemaOrigin } from './schema-source.ts'

/** The text of a schema that is made of what a database holds. What makes it is loaded when it is first needed, which is rare. */
export async function makeSchema(
  open: OpenStore,
  database: Database,
  origin: SchemaOrigin,
  options: { readonly signal: AbortSignal },
): Promise<string> {
  const { generateSchema } = await import('./generate-schema.ts')
  return generateSchema(open, database, origin, options)
}
