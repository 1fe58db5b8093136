import type { QueryErrorCode } from '../../errors.ts'
import type { GraphQLRequest, RequestError } from './answer.ts'

/** What the special variables of a request ask for (spec, "Special query variables"). */
export interface SpecialVariables {
  readonly explain: boolean
  /** Whether the plan of an explanation is data, not text. */
  readonly planAsData: boolean
  readonly profile: boolean
  readonly reasoning: boolean
  /** Name of the registered schema that the request is answered by. */
  readonly schema?: string
}

/** A request without special variables, and what those asked for; or what is wrong with them. */
export type SplitRequest =
  | { readonly kind: 'request'; readonly request: GraphQLRequest; readonly special: SpecialVariables }
  | { readonly kind: 'errors'; readonly errors: readonly RequestError[] }

/** The special variables, as they stand in `variables`. */
export const specialNames = ['@reasoning', '@schema', '@explain', '@explainAsJson', '@profile'] as const

/**
 * Takes the special variables, whose names begin with `@`, out of a request. The same, without `@`, are read from its
 * `extensions`, for clients that drop variables which the operation does not declare; `variables` come before those.
 */
export function splitRequest(request: GraphQLRequest): SplitRequest {
  const { variables = {}, extensions = {} } = request
  const given = new Map<string, unknown>()
  for (const name of specialNames) {
    const value = Object.hasOwn(extensions, name.slice(1)) ? extensions[name.slice(1)] : undefined
    if (value !== undefined && value !== null) given.set(name, value)
  }
  const names = Object.keys(variables).filter((name) => name.startsWith('@'))
  for (const name of names) if (variables[name] !== null || !given.has(name)) given.set(name, variables[name])
  if (given.size === 0) return { kind: 'request', request, special: plain }
  const errors = [...given].flatMap(([name, value]) => problemOf(name, value) ?? [])
  if (errors.length > 0) return { kind: 'errors', errors }
  const rest = Object.entries(variables).filter(([name]) => !name.startsWith('@'))
  const profile = given.get('@profile') === true
  const schema = given.get('@schema')
  return {
    kind: 'request',
    request: names.length === 0 ? request : { ...request, variables: Object.fromEntries(rest) },
    special: {
      explain: given.get('@explain') === true || profile,
      planAsData: given.get('@explainAsJson') !== false,
      profile,
      reasoning: given.get('@reasoning') === true,
      ...(typeof schema === 'string' && { schema }),
    },
  }
}

const plain: SpecialVariables = { explain: false, planAsData: true, profile: false, reasoning: false }

function problemOf(name: string, value: unknown): RequestError | undefined {
  switch (name) {
    case '@explain':
    case '@explainAsJson':
    case '@profile':
    case '@reasoning':
      if (typeof value === 'boolean' || value === null) return undefined
      return problem('BAD_USER_INPUT', `"${name}" is true or false, not ${JSON.stringify(value)}.`)
    case '@schema':
      if (value === null || (typeof value === 'string' && value !== '')) return undefined
      return problem('BAD_USER_INPUT', `"@schema" is the name of a schema, not ${JSON.stringify(value)}.`)
    default:
      return problem(
        'BAD_USER_INPUT',
        `Unknown special variable "${name}". There are ${specialNames.join(', ')}.`,
      )
  }
}

function problem(code: QueryErrorCode, message: string): RequestError {
  return { message, extensions: { code } }
}
