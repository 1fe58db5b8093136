import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Source,
  validateSchema,
} from 'graphql'
import { validateSDL } from 'graphql/validation/validate.js'
import type { Namespaces } from '../rdf/namespaces.ts'
import { completeDocument } from './complete-document.ts'
import { collectDeclarations } from './declarations.ts'
import { findQueryType } from './find-query-type.ts'
import { InvalidSchema } from './invalid-schema.ts'
import { parseSchema } from './parse-schema.ts'
import { readEnums } from './read-enum.ts'
import { readRoots } from './read-roots.ts'
import { readPaths, readTypes } from './read-type.ts'
import { locateFaults, type SchemaFault, type SchemaReading } from './reading.ts'
import type { Schema } from './schema.ts'

/**
 * Reads and checks the text of a schema in GraphQL's schema definition language.
 *
 * @throws InvalidSchema with all that is wrong with it
 */
export function readSchema(text: string, namespaces: Namespaces): Schema {
  const document = parseSchema(text)
  const declarations = collectDeclarations(document)
  const faults: SchemaFault[] = []
  const queryType = findQueryType(declarations, faults)
  const base: SchemaReading = { ...declarations, namespaces, queryType, faults }
  const reading = { ...base, enums: readEnums(base), paths: readPaths(base) }
  const types = readTypes(reading)
  const roots = readRoots(reading, types)
  const graphql = buildSchema(completeDocument(document, queryType, namespaces), faults)
  if (graphql === undefined || faults.length > 0) {
    throw new InvalidSchema(locateFaults(faults, new Source(text, 'schema')))
  }
  return { queryType, roots, types, enums: reading.enums, graphql }
}

/** The schema of graphql-js; where its rules are broken, that is added to `faults`. */
function buildSchema(document: DocumentNode, faults: SchemaFault[]): GraphQLSchema | undefined {
  const broken = validateSDL(document)
  faults.push(...broken.map(faultOf))
  if (broken.length > 0) return undefined
  const schema = buildASTSchema(document, { assumeValidSDL: true })
  // That there is no query type has been told already.
  if (schema.getQueryType() !== null && schema.getQueryType() !== undefined) {
    faults.push(...validateSchema(schema).map(faultOf))
  }
  return schema
}

function faultOf(error: GraphQLError): SchemaFault {
  return { message: error.message, positions: error.positions ?? [] }
}
