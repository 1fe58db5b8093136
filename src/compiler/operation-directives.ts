import type {
  ConstDirectiveNode,
  DirectiveNode,
  GraphQLError,
  OperationDefinitionNode,
  ValueNode,
} from 'graphql'
import { Kind } from 'graphql'
import { isAbsoluteIri } from '../rdf/iri.ts'
import type { Namespaces } from '../rdf/namespaces.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import { refusal } from './refused-query.ts'

/** What the directives of an operation say about its names. */
export interface OperationNames {
  readonly namespaces: Namespaces
  readonly aliases: ReadonlyMap<string, string>
}

const operationDirectives = ['prefix', 'config']

/** Reads `@prefix` and `@config(alias: …)` of an operation; what is wrong with them is reported to `errors`. */
export function operationNames(
  operation: OperationDefinitionNode,
  stored: Namespaces,
  errors: GraphQLError[],
): OperationNames {
  const namespaces = new Map(stored)
  const aliases = new Map<string, string>()
  for (const directive of operation.directives ?? []) {
    switch (directive.name.value) {
      case 'prefix':
        readIris(directive.arguments ?? [], namespaces, errors)
        break
      case 'config':
        readConfig(directive, aliases, errors)
        break
      default: {
        const near = nearestName(directive.name.value, operationDirectives)
        const hint = near === undefined ? '' : ` Did you mean "@${near}"?`
        const message = `Unknown directive "@${directive.name.value}" on an operation.${hint} It takes @prefix and @config.`
        errors.push(refusal('GRAPHQL_VALIDATION_FAILED', message, directive))
      }
    }
  }
  return { namespaces, aliases }
}

function readConfig(
  directive: DirectiveNode | ConstDirectiveNode,
  aliases: Map<string, string>,
  errors: GraphQLError[],
): void {
  for (const argument of directive.arguments ?? []) {
    if (argument.name.value === 'alias' && argument.value.kind === Kind.OBJECT) {
      readIris(argument.value.fields, aliases, errors)
    } else if (argument.name.value === 'alias') {
      const message = '"alias" of @config is an object of names and IRIs: {name: "http://…"}.'
      errors.push(refusal('BAD_USER_INPUT', message, argument.value))
    } else if (argument.name.value === 'graph') {
      const message = '@config(graph: …) is not supported by this version: a query runs over all graphs.'
      errors.push(refusal('UNSUPPORTED', message, argument))
    } else {
      const message = `Unknown argument "${argument.name.value}" of @config. It takes "alias".`
      errors.push(refusal('GRAPHQL_VALIDATION_FAILED', message, argument))
    }
  }
}

/** Reads pairs of a name and an IRI string into `target`. */
function readIris(
  pairs: readonly { readonly name: { readonly value: string }; readonly value: ValueNode }[],
  target: Map<string, string>,
  errors: GraphQLError[],
): void {
  for (const { name, value } of pairs) {
    if (value.kind !== Kind.STRING) {
      errors.push(refusal('BAD_USER_INPUT', `"${name.value}" has to be an IRI in quotes.`, value))
    } else if (!isAbsoluteIri(value.value)) {
      const message = `"${name.value}" has to be an absolute IRI; "${value.value}" is not one.`
      errors.push(refusal('BAD_USER_INPUT', message, value))
    } else {
      target.set(name.value, value.value)
    }
  }
}
