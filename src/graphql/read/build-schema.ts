import {
  buildASTSchema,
  type DocumentNode,
  GraphQLError,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLOutputType,
  type GraphQLSchema,
  isListType,
  isNonNullType,
  isObjectType,
  KnownTypeNamesRule,
  PossibleTypeExtensionsRule,
  validateSchema,
} from 'graphql'
import { specifiedSDLRules } from 'graphql/validation/specifiedRules.js'
import { validateSDL } from 'graphql/validation/validate.js'
import { nearestName } from '../../rdf/nearest-name.ts'
import { forgetSyntax } from './forget-syntax.ts'
import { addFault, type SchemaFault } from './schema-faults.ts'

/**
 * The schema of graphql-js for a document. Where GraphQL's own rules are broken, that is added to `faults`, and there may be no
 * schema; nor is there one of an incomplete document, one with unknown types.
 */
export function buildSchema(
  document: DocumentNode,
  isComplete: boolean,
  faults: SchemaFault[],
): GraphQLSchema | undefined {
  const schema = withLimit(faults, () => {
    const broken = validateSDL(document, undefined, sdlRules)
    addErrors(faults, broken)
    if (!isComplete || broken.length > 0) return undefined
    const built = buildASTSchema(document, { assumeValidSDL: true })
    const query = built.getQueryType()
    // That there is none has been told.
    if (!query) return undefined
    if (isObjectType(query))
      for (const field of Object.values(query.getFields())) field.type = listOf(field.type)
    addErrors(faults, validateSchema(built))
    return built
  })
  if (schema !== undefined) forgetSyntax(schema)
  return schema
}

/** `T` → `[T]`, `T!` → `[T!]!`: a top-level field gives all nodes of its class. */
function listOf(type: GraphQLOutputType): GraphQLOutputType {
  const isList = isListType(isNonNullType(type) ? type.ofType : type)
  if (isList) return type
  return isNonNullType(type) ? new GraphQLNonNull(new GraphQLList(type)) : new GraphQLList(type)
}

/** Those for which our own checks stand: theirs look for the nearest of all names for each name that is unknown. */
const replacedRules: ReadonlySet<unknown> = new Set([KnownTypeNamesRule, PossibleTypeExtensionsRule])

const sdlRules = specifiedSDLRules.filter((rule) => !replacedRules.has(rule))

const mostErrors = 1_000

/**
 * Has graphql-js look for errors where there may be millions: it has no limit of its own, and one type may lack all fields of a
 * hundred interfaces. They are counted where each would note the place in graphql-js that made it.
 */
function withLimit<Result>(faults: SchemaFault[], work: () => Result | undefined): Result | undefined {
  const found: GraphQLError[] = []
  const tooMany = new Error('too many errors')
  const { captureStackTrace } = Error
  Error.captureStackTrace = (error) => {
    if (!(error instanceof GraphQLError)) return
    found.push(error)
    if (found.length >= mostErrors) throw tooMany
  }
  try {
    return work()
  } catch (error) {
    if (error === tooMany) addErrors(faults, found)
    // Its checks of default values go from input type to input type.
    else if (error instanceof RangeError) {
      addFault(faults, 'The input types refer to each other through too many others.')
    } else throw error
    return undefined
  } finally {
    Error.captureStackTrace = captureStackTrace
  }
}

function addErrors(faults: SchemaFault[], errors: readonly GraphQLError[]): void {
  for (const { message, nodes } of errors) addFault(faults, message + suggestion(message), ...(nodes ?? []))
}

/** graphql-js suggests for all other names. */
function suggestion(message: string): string {
  const name = /^Unknown directive "@(\w+)"\.$/.exec(message)?.[1]
  const near = name === undefined ? undefined : nearestName(name, ['iri', 'path', 'literal', 'deprecated'])
  return near === undefined ? '' : ` Did you mean "@${near}"?`
}
