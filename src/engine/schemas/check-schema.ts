import { InvalidSchema } from '../../graphql/read/invalid-schema.ts'
import { readSchema } from '../../graphql/read/read-schema.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import { writtenError } from '../graphql/written-error.ts'
import type { SchemaProblems } from './schema-source.ts'

/** Checks the text of a schema whose names may have the prefixes of `namespaces`. */
export function checkSchema(text: string, namespaces: Namespaces): SchemaProblems {
  try {
    readSchema(text, namespaces)
    return []
  } catch (error) {
    if (error instanceof InvalidSchema) return error.errors.map(writtenError)
    throw error
  }
}
