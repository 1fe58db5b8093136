import { isAbsoluteIri } from '../rdf/iri.ts'
import { readTimeout } from '../server/http/read-timeout.ts'
import { type Invocation, optionValue, optionValues, UsageError } from './command.ts'

/**
 * The value of `--timeout` in milliseconds.
 *
 * @throws UsageError where it is no duration
 */
export function timeoutOf(invocation: Invocation): number | undefined {
  const text = optionValue(invocation, 'timeout')
  if (text === undefined) return undefined
  try {
    return readTimeout(text)
  } catch (error) {
    throw new UsageError(`--timeout: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/**
 * The value of an option that counts something.
 *
 * @throws UsageError where it is no whole number
 */
export function countOf(invocation: Invocation, name: string): number | undefined {
  const text = optionValue(invocation, name)
  if (text === undefined) return undefined
  if (/^\d{1,15}$/u.test(text)) return Number(text)
  throw new UsageError(`--${name} needs a whole number, not ${JSON.stringify(text)}.`)
}

/**
 * The values of an option that takes IRIs.
 *
 * @throws UsageError where one is no absolute IRI
 */
export function irisOf(invocation: Invocation, name: string): readonly string[] {
  const values = optionValues(invocation, name)
  const wrong = values.find((value) => !isAbsoluteIri(value))
  if (wrong === undefined) return values
  throw new UsageError(`--${name} needs an absolute IRI, not ${JSON.stringify(wrong)}.`)
}

/**
 * The values of an option of pairs, `NAME=VALUE`, in their order.
 *
 * @throws UsageError where one has no name or is given twice
 */
export function pairsOf(
  invocation: Invocation,
  option: string,
): readonly (readonly [name: string, value: string])[] {
  const pairs = optionValues(invocation, option).map((text) => {
    const end = text.indexOf('=')
    if (end <= 0) throw new UsageError(`--${option} needs NAME=VALUE, not ${JSON.stringify(text)}.`)
    return [text.slice(0, end).trim(), text.slice(end + 1)] as const
  })
  const repeated = pairs.find(([name], index) => pairs.findIndex(([other]) => other === name) < index)
  if (repeated === undefined) return pairs
  throw new UsageError(`--${option} ${repeated[0]} is given more than once.`)
}
