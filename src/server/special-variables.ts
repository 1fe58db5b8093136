import type { GraphQLRequest } from '../engine/answer.ts'
import { ServiceError } from '../errors.ts'
import { nearestName } from '../rdf/nearest-name.ts'

/** What is asked about a query: its answer, or its explanation. */
export type GraphQLTask =
  | { readonly kind: 'execute'; readonly request: GraphQLRequest }
  | { readonly kind: 'explain'; readonly request: GraphQLRequest; readonly profile: boolean }

const knownNames = ['@reasoning', '@schema', '@explain', '@explainAsJson', '@profile']

/**
 * Takes the special variables out of a request (spec: "Query request").
 *
 * @throws ServiceError for an unknown one, one of a wrong type, and what is not supported
 */
export function readSpecialVariables(request: GraphQLRequest): GraphQLTask {
  const special = new Map<string, unknown>()
  const variables: [string, unknown][] = []
  for (const [name, value] of Object.entries(request.variables ?? {})) {
    if (name.startsWith('@')) special.set(name, value)
    else variables.push([name, value])
  }
  for (const name of special.keys()) if (!knownNames.includes(name)) throw unknownVariable(name)
  if (special.has('@schema')) {
    throw new ServiceError('unsupported', 'Registered schemas are not supported yet: leave "@schema" out.')
  }
  if (booleanOf('@reasoning', special, false)) {
    throw new ServiceError('unsupported', 'Reasoning is not supported yet: leave "@reasoning" out, or false.')
  }
  const explain = booleanOf('@explain', special, false)
  const profile = booleanOf('@profile', special, false)
  if (!booleanOf('@explainAsJson', special, true)) {
    throw new ServiceError(
      'unsupported',
      'Plans as text are not supported yet: leave "@explainAsJson" out, or true.',
    )
  }
  const plain = special.size === 0 ? request : { ...request, variables: Object.fromEntries(variables) }
  return explain || profile
    ? { kind: 'explain', request: plain, profile }
    : { kind: 'execute', request: plain }
}

function booleanOf(name: string, special: ReadonlyMap<string, unknown>, otherwise: boolean): boolean {
  const value = special.get(name) ?? otherwise
  if (typeof value !== 'boolean') {
    throw new ServiceError('illegalArgument', `The variable "${name}" must be true or false.`)
  }
  return value
}

function unknownVariable(name: string): ServiceError {
  const nearest = nearestName(name, knownNames)
  const hint = nearest === undefined ? `There are ${knownNames.join(', ')}.` : `Did you mean "${nearest}"?`
  return new ServiceError('illegalArgument', `Unknown special variable ${JSON.stringify(name)}. ${hint}`)
}
