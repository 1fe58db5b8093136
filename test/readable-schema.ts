import { validateSchema } from 'graphql'
import { expect } from 'vitest'
import { InvalidSchema } from '../src/graphql/read/invalid-schema.ts'
import { readSchema } from '../src/graphql/read/read-schema.ts'
import type { Schema } from '../src/graphql/schema.ts'
import type { Namespaces } from '../src/rdf/namespaces.ts'

/** Reads the text of a schema; neither we nor graphql-js may find anything wrong with it. */
export function expectReadable(text: string, namespaces: Namespaces): Schema {
  try {
    const schema = readSchema(text, namespaces)
    expect(validateSchema(schema.graphql)).toEqual([])
    return schema
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    const messages = error.errors.map(({ message, locations }) => `${locations?.[0]?.line}: ${message}`)
    throw new Error(`The schema has errors:\n${messages.join('\n')}`, { cause: error })
  }
}
