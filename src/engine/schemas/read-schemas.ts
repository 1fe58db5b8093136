import { InvalidSchema } from '../../graphql/read/invalid-schema.ts'
import { readSchema } from '../../graphql/read/read-schema.ts'
import type { Schema } from '../../graphql/schema.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import type { RequestError } from '../graphql/answer.ts'
import type { SchemaSource } from './schema-source.ts'

/** Which text a request is answered by. */
export type SchemaReference = Pick<SchemaSource, 'name' | 'id'>

/** What the text of a schema says, or why it cannot be read by the namespaces of a database. */
export type SchemaReading =
  | { readonly kind: 'schema'; readonly id: string; readonly schema: Schema }
  | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }

/** The schemas that a process has read. */
export interface ReadSchemas {
  /** What a schema says; its text is asked for where it was not read lately. */
  take(
    reference: SchemaReference,
    namespaces: Namespaces,
    text: () => Promise<string>,
  ): Promise<SchemaReading>
  /** How the schema of a request is read whose text is here; `undefined` where the request has none. */
  reading(
    source: SchemaSource | undefined,
    namespaces: Namespaces,
  ): (() => Promise<SchemaReading>) | undefined
}

/** Characters of the texts whose schemas are kept; what is made of a text takes about seventy times as many bytes. */
const mostKept = 2 * 2 ** 20

/** Errors of a schema that a request is told of. */
const mostErrors = 10

/** No schemas. As many are kept as have `most` characters together, and the one used last in any case. */
export function createReadSchemas(most = mostKept): ReadSchemas {
  const kept = new Map<string, { readonly reading: SchemaReading; readonly length: number }>()
  let length = 0

  const schemas: ReadSchemas = {
    reading(source, namespaces) {
      if (source === undefined) return undefined
      return () => schemas.take(source, namespaces, async () => source.text)
    },
    async take(reference, namespaces, text) {
      const key = JSON.stringify([reference.id, ...namespaces])
      let entry = kept.get(key)
      if (entry === undefined) {
        const given = await text()
        // Another request may have read it meanwhile.
        entry = kept.get(key)
        if (entry === undefined) {
          entry = { reading: readingOf(reference, given, namespaces), length: given.length }
          length += entry.length
        }
      }
      kept.delete(key)
      kept.set(key, entry)
      for (const [oldest, surplus] of kept) {
        if (length <= most || oldest === key) break
        kept.delete(oldest)
        length -= surplus.length
      }
      return entry.reading
    },
  }
  return schemas
}

function readingOf({ name, id }: SchemaReference, text: string, namespaces: Namespaces): SchemaReading {
  try {
    return { kind: 'schema', id, schema: readSchema(text, namespaces) }
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    return { kind: 'errors', errors: error.errors.slice(0, mostErrors).map((one) => unusable(name, one)) }
  }
}

/**
 * The place stands in the message: locations of an error of a request are those of its own document. A schema that was checked
 * comes to this where a prefix that it uses is gone.
 */
function unusable(name: string, { message, locations }: InvalidSchema['errors'][number]): RequestError {
  const [place] = locations ?? []
  const where = place === undefined ? '' : `, line ${place.line}, column ${place.column}`
  return {
    message: `The schema "${name}" cannot be used${where}: ${message}`,
    extensions: { code: 'BAD_USER_INPUT' },
  }
}
