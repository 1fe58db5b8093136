import { type DocumentNode, Source } from 'graphql'
import type { Namespaces } from '../../rdf/namespaces.ts'
import type { Schema } from '../schema.ts'
import { buildSchema } from './build-schema.ts'
import { checkClasses } from './check-classes.ts'
import { checkDeclarations } from './check-declarations.ts'
import { checkDirectives } from './check-directives.ts'
import { checkSize } from './check-size.ts'
import { completeDocument } from './complete-document.ts'
import { collectDeclarations, type Declarations } from './declarations.ts'
import { findQueryType } from './find-query-type.ts'
import { InvalidSchema } from './invalid-schema.ts'
import { locateFaults } from './locate-faults.ts'
import { parseSchema } from './parse-schema.ts'
import { readEnums } from './read-enum.ts'
import { readPaths } from './read-paths.ts'
import { readRoots } from './read-roots.ts'
import { readTypes } from './read-types.ts'
import type { FieldReading, SchemaReading } from './reading.ts'
import type { SchemaFault } from './schema-faults.ts'

/** With more faults than these GraphQL's rules are not asked: some compare everything with everything that is wrong. */
const mostKnownFaults = 200

/**
 * Reads and checks the text of a schema in GraphQL's schema definition language.
 *
 * @throws InvalidSchema with all that is wrong with it
 */
export function readSchema(text: string, namespaces: Namespaces): Schema {
  const source = new Source(text, 'schema')
  const document = parseSchema(source)
  const declarations = collectDeclarations(document)
  checkSize(declarations, source)
  const faults: SchemaFault[] = []
  const schema = readDocument(document, declarations, namespaces, faults)
  if (schema === undefined || faults.length > 0)
    throw new InvalidSchema(locateFaults(faults, document, source))
  return schema
}

/** The schema of a document; what is wrong with it is added to `faults`, and there may be none then. */
function readDocument(
  document: DocumentNode,
  declarations: Declarations,
  namespaces: Namespaces,
  faults: SchemaFault[],
): Schema | undefined {
  const queryType = findQueryType(declarations, faults)
  const base: SchemaReading = { ...declarations, namespaces, queryType, faults }
  const isComplete = checkDeclarations(base)
  checkDirectives(base)
  const reading: FieldReading = {
    ...base,
    enums: readEnums(base),
    paths: readPaths(base),
    checkedOrders: new Set(),
  }
  const types = readTypes(reading)
  checkClasses(reading, types)
  const roots = readRoots(reading, types)
  if (faults.length > mostKnownFaults) return undefined
  const complete = completeDocument(document, declarations, namespaces)
  const graphql = buildSchema(complete, isComplete, faults)
  return graphql && { queryType, roots, types, enums: reading.enums, graphql }
}
