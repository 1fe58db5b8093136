import { InvalidSchema } from '../../graphql/invalid-schema.ts'
import { readSchema } from '../../graphql/read-schema.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import type { RequestError } from '../graphql/answer.ts'
import type { SchemaProblems } from './schema-source.ts'

/** Checks the text of a schema whose names may have the prefixes of `namespaces`. */
export function checkSchema(text: string, namespaces: Namespaces): SchemaProblems {
  try {
    readSchema(text, namespaces)
    return []
  } catch (error) {
    if (error instanceof InvalidSchema) return error.errors.map(problemOf)
    throw error
  }
}

function problemOf({ message, locations, extensions }: InvalidSchema['errors'][number]): RequestError {
  const { code } = extensions
  return {
    message,
    ...(locations && { locations: locations.map(({ line, column }) => ({ line, column })) }),
    extensions: { code: typeof code === 'string' ? code : 'GRAPHQL_VALIDATION_FAILED' },
  }
}
