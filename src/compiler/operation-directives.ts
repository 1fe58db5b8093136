import type { ArgumentNode, DirectiveNode, GraphQLError, OperationDefinitionNode, ValueNode } from 'graphql'
import { Kind } from 'graphql'
import { otherMeaning } from '../graphql/other-meaning.ts'
import type { Schema } from '../graphql/schema.ts'
import { isAbsoluteIri } from '../rdf/iri.ts'
import { iriOfName, type Namespaces } from '../rdf/namespaces.ts'
import { nearestName } from '../rdf/nearest-name.ts'
import { defaultGraph } from '../sparql/algebra.ts'
import { addError, refusal } from './refused-query.ts'
import { literalValue, type VariableValues } from './variables.ts'

/** What the directives of an operation say about its names. */
export interface OperationNames {
  readonly namespaces: Namespaces
  readonly aliases: ReadonlyMap<string, string>
  /** IRIs of the graphs that the operation is limited to. */
  readonly graphs?: readonly string[]
}

const operationDirectives = ['prefix', 'config']

/**
 * Reads `@prefix` and `@config` of an operation; what is wrong with them is reported to `errors`. No name can be given another
 * IRI than the schema declares.
 */
export function operationNames(
  operation: OperationDefinitionNode,
  stored: Namespaces,
  variables: VariableValues,
  errors: GraphQLError[],
  schema?: Schema,
): OperationNames {
  const namespaces = new Map(stored)
  const aliases = new Map<string, string>()
  const graphArguments: ArgumentNode[] = []
  for (const directive of operation.directives ?? []) {
    switch (directive.name.value) {
      case 'prefix':
        readIris(directive.arguments ?? [], namespaces, errors)
        break
      case 'config':
        graphArguments.push(...readConfig(directive, aliases, errors, schema))
        break
      default: {
        const near = nearestName(directive.name.value, operationDirectives)
        const hint = near === undefined ? '' : ` Did you mean "@${near}"?`
        const message = `Unknown directive "@${directive.name.value}" on an operation.${hint} It takes @prefix and @config.`
        addError(errors, refusal('GRAPHQL_VALIDATION_FAILED', message, directive))
      }
    }
  }
  // Names of graphs may use what directives after them declare.
  const names = { namespaces, aliases }
  const [argument, other] = graphArguments
  if (other !== undefined) {
    const message = '"graph" of @config stands twice. Several graphs are a list: graph: [a, b].'
    addError(errors, refusal('GRAPHQL_VALIDATION_FAILED', message, other))
  }
  return argument === undefined ? names : { ...names, graphs: readGraphs(argument, names, variables, errors) }
}

/** Takes the aliases over; returns the argument `graph`, whose names need all of the operation's prefixes. */
function readConfig(
  directive: DirectiveNode,
  aliases: Map<string, string>,
  errors: GraphQLError[],
  schema: Schema | undefined,
): readonly ArgumentNode[] {
  const graphs: ArgumentNode[] = []
  for (const argument of directive.arguments ?? []) {
    if (argument.name.value === 'alias' && argument.value.kind === Kind.OBJECT) {
      readIris(argument.value.fields, aliases, errors)
      for (const { name } of argument.value.fields) {
        const iri = aliases.get(name.value)
        const other = schema && iri !== undefined ? otherMeaning(schema, name.value, iri) : undefined
        if (other === undefined) continue
        const message = `"${name.value}" stands for ${other} in the schema: @config cannot give it another IRI.`
        addError(errors, refusal('GRAPHQL_VALIDATION_FAILED', message, name))
      }
    } else if (argument.name.value === 'alias') {
      const message = '"alias" of @config is an object of names and IRIs: {name: "http://…"}.'
      addError(errors, refusal('BAD_USER_INPUT', message, argument.value))
    } else if (argument.name.value === 'graph') {
      graphs.push(argument)
    } else {
      const message = `Unknown argument "${argument.name.value}" of @config. It takes "alias" and "graph".`
      addError(errors, refusal('GRAPHQL_VALIDATION_FAILED', message, argument))
    }
  }
  return graphs
}

function readGraphs(
  argument: ArgumentNode,
  names: OperationNames,
  variables: VariableValues,
  errors: GraphQLError[],
): readonly string[] {
  const value = literalValue(argument.value, variables, errors)
  const graphs = (value.kind === 'list' ? value.items : [value]).map((item) => {
    const text = item.kind === 'name' ? item.name : item.kind === 'string' ? item.value : ''
    if (text === 'default') return defaultGraph
    if (/^[_A-Za-z][_0-9A-Za-z]*$/.test(text)) return iriOfName(text, names.namespaces, names.aliases)
    if (!isAbsoluteIri(text)) {
      const message =
        '"graph" of @config takes names or IRIs of graphs: a name, an IRI in quotes, "default", or a list of those.'
      addError(errors, refusal('BAD_USER_INPUT', message, argument.value))
    }
    return text
  })
  if (graphs.length === 0) {
    const message = '"graph" of @config has to name at least one graph.'
    addError(errors, refusal('BAD_USER_INPUT', message, argument.value))
  }
  return [...new Set(graphs)]
}

/** Reads pairs of a name and an IRI string into `target`. */
function readIris(
  pairs: readonly { readonly name: { readonly value: string }; readonly value: ValueNode }[],
  target: Map<string, string>,
  errors: GraphQLError[],
): void {
  for (const { name, value } of pairs) {
    if (value.kind !== Kind.STRING) {
      addError(errors, refusal('BAD_USER_INPUT', `"${name.value}" has to be an IRI in quotes.`, value))
    } else if (!isAbsoluteIri(value.value)) {
      const message = `"${name.value}" has to be an absolute IRI; "${value.value}" is not one.`
      addError(errors, refusal('BAD_USER_INPUT', message, value))
    } else {
      target.set(name.value, value.value)
    }
  }
}
