import {
  type DocumentNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  Lexer,
  type OperationDefinitionNode,
  parse,
  Source,
  TokenKind,
} from 'graphql'
import { limitMessage } from '../errors.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import { countDocument } from './count-document.ts'
import { fragmentCycles } from './fragment-cycles.ts'
import type { DocumentLimits } from './limits.ts'
import { addError, RefusedQuery, refusal, refusalAt } from './refused-query.ts'

/** A parsed document: the operations and fragments of it that can be executed. */
export interface QueryDocument {
  readonly operations: readonly OperationDefinitionNode[]
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>
}

/** Parses a GraphQL document. Throws a {@link RefusedQuery} for a syntax error, a definition of types, or a broken limit. */
export function parseDocument(text: string, limits: DocumentLimits): QueryDocument {
  const source = new Source(text, 'query')
  if (text.length > limits.length) {
    const message = limitMessage('characters', limits.length, text.length.toLocaleString('en'))
    throw new RefusedQuery([refusal('LIMIT_EXCEEDED', message)])
  }
  try {
    checkNesting(source, limits)
    const document = parse(source)
    countDocument(document, limits)
    return sortDefinitions(document)
  } catch (error) {
    if (!(error instanceof GraphQLError) || error.extensions['code'] !== undefined) throw error
    throw new RefusedQuery([
      new GraphQLError(error.message, {
        source,
        ...(error.positions && { positions: error.positions }),
        extensions: { code: 'GRAPHQL_PARSE_FAILED' },
      }),
    ])
  }
}

/**
 * Counts tokens and open brackets, before the parser, which recurses, sees them. Values may nest as deep as selection
 * sets, so the depth of all brackets is bounded here and the depth of selection sets when they are resolved.
 */
function checkNesting(source: Source, limits: DocumentLimits): void {
  const lexer = new Lexer(source)
  const mostOpen = 3 * limits.depth
  let tokens = 0
  let open = 0
  for (let token = lexer.advance(); token.kind !== TokenKind.EOF; token = lexer.advance()) {
    if (++tokens > limits.tokens) {
      const message = limitMessage('tokens', limits.tokens, 'more')
      throw new RefusedQuery([refusalAt('LIMIT_EXCEEDED', message, source, token.start)])
    }
    if (opening.has(token.kind)) {
      if (++open > mostOpen) {
        const message = limitMessage('levels of nested fields', limits.depth, 'more')
        throw new RefusedQuery([refusalAt('LIMIT_EXCEEDED', message, source, token.start)])
      }
    } else if (closing.has(token.kind)) {
      open--
    }
  }
}

const opening: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L, TokenKind.PAREN_L])
const closing: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R, TokenKind.PAREN_R])

function sortDefinitions(document: DocumentNode): QueryDocument {
  const operations: OperationDefinitionNode[] = []
  const fragments = new Map<string, FragmentDefinitionNode>()
  const errors: GraphQLError[] = []
  for (const definition of document.definitions) {
    switch (definition.kind) {
      case Kind.OPERATION_DEFINITION:
        operations.push(definition)
        break
      case Kind.FRAGMENT_DEFINITION:
        if (fragments.has(definition.name.value)) {
          const message = `There is more than one fragment "${definition.name.value}".`
          addError(errors, refusal('GRAPHQL_VALIDATION_FAILED', message, definition.name))
        }
        fragments.set(definition.name.value, definition)
        break
      default:
        addError(
          errors,
          refusal(
            'GRAPHQL_VALIDATION_FAILED',
            'A query document holds operations and fragments only.',
            definition,
          ),
        )
    }
  }
  const names = new Set<string>()
  for (const { name } of operations) {
    if (name === undefined && operations.length > 1) {
      addError(
        errors,
        refusal('GRAPHQL_VALIDATION_FAILED', 'Of several operations each needs a name.', operations[0]),
      )
      break
    }
    if (name !== undefined && names.has(name.value)) {
      addError(
        errors,
        refusal('GRAPHQL_VALIDATION_FAILED', `There is more than one operation "${name.value}".`, name),
      )
    }
    if (name !== undefined) names.add(name.value)
  }
  for (const error of fragmentCycles(fragments)) addError(errors, error)
  if (errors.length > 0) throw new RefusedQuery(errors)
  return { operations, fragments }
}

/** The operation to execute: the one of that name, or the only one. */
export function chooseOperation(document: QueryDocument, name: string | undefined): OperationDefinitionNode {
  const { operations } = document
  const [only] = operations
  if (only === undefined) {
    throw new RefusedQuery([refusal('OPERATION_RESOLUTION_FAILURE', 'The document has no operation.')])
  }
  if (name === undefined || name === '') {
    if (operations.length > 1) {
      const names = operations.map((operation) => operation.name?.value).join(', ')
      const message = `The document has several operations (${names}): "operationName" has to say which.`
      throw new RefusedQuery([refusal('OPERATION_RESOLUTION_FAILURE', message)])
    }
    return only
  }
  const chosen = operations.find((operation) => operation.name?.value === name)
  if (chosen !== undefined) return chosen
  const near = nearestName(
    name,
    operations.flatMap((operation) => operation.name?.value ?? []),
  )
  const hint = near === undefined ? '' : ` Did you mean "${near}"?`
  throw new RefusedQuery([refusal('OPERATION_RESOLUTION_FAILURE', `Unknown operation "${name}".${hint}`)])
}
