import {
  type DocumentNode,
  FragmentsOnCompositeTypesRule,
  GraphQLError,
  KnownDirectivesRule,
  MaxIntrospectionDepthRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  OverlappingFieldsCanBeMergedRule,
  PossibleFragmentSpreadsRule,
  ProvidedRequiredArgumentsRule,
  UniqueArgumentNamesRule,
  UniqueDirectivesPerLocationRule,
  UniqueInputFieldNamesRule,
  UniqueVariableNamesRule,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
  validate,
} from 'graphql'
import type { QueryErrorCode } from '../../errors.ts'
import type { Schema } from '../schema.ts'
import { declaredArgumentsRule } from './declared-arguments.ts'
import { declaredFieldsRule } from './declared-fields.ts'
import { declaredNamesRule } from './declared-names.ts'
import { leafSelectionsRule } from './leaf-selections.ts'
import { plainDocument } from './plain-document.ts'
import { usedVariablesRule } from './used-variables.ts'

/**
 * What is wrong with a document by a schema: GraphQL's own rules, and that it names nothing but what the schema declares (spec,
 * "Rules for a schema" 2 and 3). The first twenty errors, each with its place and code.
 *
 * The document has been parsed within the limits: its operations and fragments have names of their own, and no fragment spreads
 * itself. What our directives say is not looked at here.
 */
export function validateDocument(document: DocumentNode, schema: Schema): readonly GraphQLError[] {
  const plain = plainDocument(document, schema)
  const rules = [...graphqlRules, usedVariablesRule(plain.mentionedVariables)]
  const errors = validate(schema.graphql, plain.document, rules, { maxErrors: mostErrors })
  return errors.flatMap((error) => {
    if (error.nodes !== undefined) {
      // GraphQL has no type for what stands beside every field of the query type.
      const message = error.message.replace('"<meta>.', `"${schema.queryType}.`)
      return coded('GRAPHQL_VALIDATION_FAILED', message, error)
    }
    // Without a place it is word of an end before the last rule: too many errors, or too much to compare.
    if (errors.length > mostErrors) return []
    return coded('LIMIT_EXCEEDED', tooMuch, error)
  })
}

/** As many as a query without a schema is told of. */
const mostErrors = 20

const tooMuch =
  'The query has too many fields of one name, or fragments within fragments, to be compared with the schema.'

/**
 * All rules of the GraphQL specification for documents, but those that parsing has seen to (names of operations and fragments,
 * circles of fragments), that are of operations which are not answered (mutations, subscriptions), and the one that wants fields
 * of every object: a node without selected fields is shown by its identifier. Those on directives are for introspection, which
 * GraphQL itself answers.
 */
const graphqlRules: readonly ValidationRule[] = [
  declaredNamesRule,
  FragmentsOnCompositeTypesRule,
  VariablesAreInputTypesRule,
  leafSelectionsRule,
  declaredFieldsRule,
  NoUnusedFragmentsRule,
  PossibleFragmentSpreadsRule,
  UniqueVariableNamesRule,
  NoUndefinedVariablesRule,
  KnownDirectivesRule,
  UniqueDirectivesPerLocationRule,
  declaredArgumentsRule,
  UniqueArgumentNamesRule,
  ValuesOfCorrectTypeRule,
  ProvidedRequiredArgumentsRule,
  VariablesInAllowedPositionRule,
  OverlappingFieldsCanBeMergedRule,
  UniqueInputFieldNamesRule,
  MaxIntrospectionDepthRule,
]

function coded(code: QueryErrorCode, message: string, { nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { ...(nodes && { nodes }), extensions: { code } })
}
