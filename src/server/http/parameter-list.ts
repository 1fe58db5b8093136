import type { FastifyRequest } from 'fastify'
import { ServiceError } from '../../errors.ts'

/** Named values of a URL's query or of a form, in order; a name may have several. */
export type ParameterList = readonly (readonly [name: string, value: string])[]

/**
 * The parameters of a text of type `application/x-www-form-urlencoded`, as a URL's query is written too.
 *
 * @throws ServiceError `illegalArgument` where percent signs do not stand for UTF-8 text
 */
export function parseParameters(text: string): ParameterList {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=')
      const name = equals < 0 ? pair : pair.slice(0, equals)
      return [decoded(name), equals < 0 ? '' : decoded(pair.slice(equals + 1))] as const
    })
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text
    throw new ServiceError(
      'illegalArgument',
      `${JSON.stringify(shown)} is not percent-encoded UTF-8 text. Write each byte of it as %XX.`,
    )
  }
}

/** The parameters of a request's URL. */
export function urlParameters(request: FastifyRequest): ParameterList {
  const question = request.raw.url?.indexOf('?') ?? -1
  return question < 0 ? [] : parseParameters(request.raw.url?.slice(question + 1) ?? '')
}

/** All values of a parameter. */
export function allValues(parameters: ParameterList, name: string): readonly string[] {
  return parameters.flatMap(([key, value]) => (key === name ? [value] : []))
}

/**
 * The value of a parameter, where it is given.
 *
 * @throws ServiceError `illegalArgument` where it is given several times
 */
export function singleValue(parameters: ParameterList, name: string): string | undefined {
  const values = allValues(parameters, name)
  if (values.length > 1) {
    throw new ServiceError(
      'illegalArgument',
      `The parameter ${JSON.stringify(name)} is given more than once.`,
    )
  }
  return values[0]
}
