import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  KnownTypeNamesRule,
  PossibleTypeExtensionsRule,
  type Source,
  validateSchema,
} from 'graphql'
import { specifiedSDLRules } from 'graphql/validation/specifiedRules.js'
import { validateSDL } from 'graphql/validation/validate.js'
import { forgetSyntax } from './forget-syntax.ts'
import { addFaultAt, type SchemaFault } from './schema-faults.ts'

/**
 * The schema of graphql-js for the document of a source. Where GraphQL's own rules are broken, that is added to `faults`, and there
 * may be no schema; nor is there one of an incomplete document, one with unknown types. The source has no text any more then.
 */
export function buildSchema(
  document: DocumentNode,
  isComplete: boolean,
  source: Source,
  faults: SchemaFault[],
): GraphQLSchema | undefined {
  const schema = withCheapErrors(source, faults, () => {
    const broken = validateSDL(document, undefined, sdlRules)
    addErrors(faults, broken)
    if (!isComplete || broken.length > 0) return undefined
    const built = buildASTSchema(document, { assumeValidSDL: true })
    // That there is no query type has been told.
    if (built.getQueryType()) addErrors(faults, validateSchema(built))
    return built
  })
  if (schema !== undefined) forgetSyntax(schema)
  return schema
}

/** Those for which our own checks stand: theirs look for the nearest of all names for each name that is unknown. */
const replacedRules: ReadonlySet<unknown> = new Set([KnownTypeNamesRule, PossibleTypeExtensionsRule])

const sdlRules = specifiedSDLRules.filter((rule) => !replacedRules.has(rule))

const mostErrors = 100_000

/**
 * Has graphql-js look for errors where there may be very many. Each of its errors would read the text up to its line, and note
 * where in graphql-js it was made: here the text is empty and nothing is noted, and after the limit of errors it ends.
 */
function withCheapErrors<Result>(
  source: Source,
  faults: SchemaFault[],
  work: () => Result | undefined,
): Result | undefined {
  const tooMany = new Error('too many errors')
  let errors = 0
  Object.defineProperty(source, 'body', {
    get: () => {
      if (++errors > mostErrors) throw tooMany
      return ''
    },
  })
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return work()
  } catch (error) {
    if (error === tooMany) {
      addFaultAt(
        faults,
        `The rules of GraphQL are broken more than ${mostErrors.toLocaleString('en')} times.`,
        0,
      )
      return undefined
    }
    // Its checks of default values go from input type to input type.
    if (error instanceof RangeError) {
      addFaultAt(faults, 'Its types refer to each other through too many others.', 0)
      return undefined
    }
    throw error
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

function addErrors(faults: SchemaFault[], errors: readonly GraphQLError[]): void {
  for (const { message, positions } of errors) addFaultAt(faults, message, ...(positions ?? []))
}
