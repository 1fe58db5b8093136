import { ServiceError } from '../../errors.ts'
import { readSmallFile } from './read-small-file.ts'
import { readTokenSettings } from './read-token-settings.ts'
import { problemText } from './settings-report.ts'
import type { TokenSettings } from './token-settings.ts'

/** Settings of a file, and what its owner should know of it: a line each. */
export interface LoadedTokenSettings {
  readonly settings: TokenSettings
  readonly warnings: readonly string[]
}

/** Problems that are told: a person mends some, and looks again. */
const mostShown = 100

/**
 * Loads a `jwt.conf`.
 *
 * @param path - absolute
 * @throws ServiceError `invalidConfiguration` with every problem, each in a line with its place
 */
export function loadTokenSettings(path: string): LoadedTokenSettings {
  const file = readSmallFile(path)
  if (file.kind === 'problem') throw refusal(`The file ${JSON.stringify(path)} ${file.message}`)
  const text = textOf(file.bytes)
  if (text === undefined) throw refusal(`The file ${JSON.stringify(path)} is no text in UTF-8.`)
  const read = readTokenSettings(text)
  if (read.kind === 'problems') {
    const count = read.problems.length === 1 ? 'a problem' : `${read.problems.length} problems`
    const lines = read.problems.slice(0, mostShown).map((problem) => problemText(path, problem))
    const more = read.problems.length - lines.length
    const end = more === 0 ? [] : [`${more} more are not shown.`]
    throw refusal([`The file ${JSON.stringify(path)} has ${count}:`, ...lines, ...end].join('\n'))
  }
  const warnings = read.warnings.map((warning) => problemText(path, warning))
  if (file.writtenByOthers)
    warnings.unshift(`${path}: Everybody on this machine may change it. Only its owner should (chmod 600).`)
  else if (file.readByOthers && holdsSecrets(read.settings))
    warnings.unshift(
      `${path}: Everybody on this machine may read it, and it holds secrets. Only the user of the server should (chmod 600).`,
    )
  return { settings: read.settings, warnings }
}

function refusal(message: string): ServiceError {
  return new ServiceError('invalidConfiguration', message)
}

/** Nothing where the bytes are no UTF-8. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

function holdsSecrets({ signer, issuers }: TokenSettings): boolean {
  if (signer?.key.kind === 'hmac') return true
  return [...issuers.values()].some(
    ({ keys, onBehalfOf, tokenExchange }) =>
      onBehalfOf !== undefined ||
      tokenExchange !== undefined ||
      (keys.kind === 'listed' && [...keys.keys.values()].some(({ kind }) => kind === 'secret')),
  )
}
