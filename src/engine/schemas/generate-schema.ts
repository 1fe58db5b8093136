import { ServiceError } from '../../errors.ts'
import { ontologyModel } from '../../graphql/generate/ontology/ontology-model.ts'
import { printSchema } from '../../graphql/generate/print/print-schema.ts'
import type { SchemaModel } from '../../graphql/generate/schema-model.ts'
import { shapesModel } from '../../graphql/generate/shapes/shapes-model.ts'
import type { Database } from '../database.ts'
import type { OpenStore } from '../open-store.ts'
import { readDataFacts } from './data-facts.ts'
import { inferModel } from './infer-model.ts'
import { readVocabulary } from './read-vocabulary.ts'
import { mostSchemaBytes } from './schema-limits.ts'
import type { SchemaOrigin } from './schema-source.ts'

/**
 * The text of a schema that is made of what a database holds: of its ontology (spec, "Auto-generation rules"), of its shapes,
 * or of its data.
 *
 * @throws ServiceError `invalidSchema` where it holds nothing to make one of; `limitExceeded` where that is too much
 */
export async function generateSchema(
  open: OpenStore,
  database: Database,
  origin: SchemaOrigin,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<string> {
  const model = await modelOf(open, database, origin, signal)
  if (model.classes.length === 0) throw new ServiceError('invalidSchema', nothingIn[origin])
  const text = printSchema(model, database.namespaces)
  const bytes = Buffer.byteLength(text)
  if (bytes > mostSchemaBytes) throw tooLong(bytes)
  return text
}

async function modelOf(
  open: OpenStore,
  database: Database,
  origin: SchemaOrigin,
  signal: AbortSignal | undefined,
): Promise<SchemaModel> {
  const options = { reasoning: database.reasoning?.generatedSchemas !== false }
  switch (origin) {
    case 'owl':
      return ontologyModel(await readVocabulary(open, database, 'owl', { signal }), options)
    case 'shacl':
      return shapesModel(await readVocabulary(open, database, 'shacl', { signal }), options)
    case 'data':
      return inferModel(await readDataFacts(open, database, signal))
  }
}

function tooLong(bytes: number): ServiceError {
  const shown = (count: number): string => count.toLocaleString('en')
  return new ServiceError(
    'limitExceeded',
    `The generated schema would have ${shown(bytes)} bytes; the limit is ${shown(mostSchemaBytes)}. Write a schema of those classes that matter.`,
  )
}

/** Why there is no schema, and what can be done. */
const nothingIn: Readonly<Record<SchemaOrigin, string>> = {
  owl: 'There is nothing to make a schema of: the data have no class of RDFS or OWL (rdfs:Class, owl:Class). Load the ontology, or make the schema of SHACL shapes (the option graphql.auto.schema.source) or of the data as they are (espalier graphql schema --infer).',
  shacl:
    'There is nothing to make a schema of: the data have no SHACL shape of a class (sh:NodeShape). Load the shapes, or make the schema of an ontology (the option graphql.auto.schema.source) or of the data as they are (espalier graphql schema --infer).',
  data: 'There is nothing to make a schema of: no node of the data has a class (rdf:type).',
}
