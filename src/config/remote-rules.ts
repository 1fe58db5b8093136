import { ServiceError } from '../errors.ts'
import { passThroughOption, remotePrefix, remoteUrlOption } from './remote-option-table.ts'

/** The options that hold URLs which credentials are sent to. */
const urlOptions = [remoteUrlOption, 'remote.update.url', 'remote.graph.store.url']

/** What tells an endpoint who asks, and nobody else may learn. */
const secretOptions = ['remote.password', 'remote.token']

/** What goes with pass-through alone. */
const tokenOptions = ['remote.token.scope', 'remote.token.audience']

/**
 * Checks that the options of a database fit together: those of an endpoint belong to remote databases, which keep their URL,
 * and there is one way to tell who asks.
 *
 * @throws ServiceError `illegalArgument`
 */
export function checkRemoteRules(options: ReadonlyMap<string, string>, isRemote: boolean): void {
  if (!isRemote) {
    const name = [...options.keys()].find((option) => option.startsWith(remotePrefix))
    if (name === undefined) return
    throw refusal(
      `The option "${name}" is for remote databases, which are those that are created with "${remoteUrlOption}".`,
    )
  }
  if (!options.has(remoteUrlOption)) {
    throw refusal(`A remote database keeps the option "${remoteUrlOption}": give it another URL instead.`)
  }
  const [user, password, token] = ['remote.user', 'remote.password', 'remote.token'].map((name) =>
    options.has(name),
  )
  if (user !== password) {
    throw refusal('The options "remote.user" and "remote.password" belong together: give both, or neither.')
  }
  if (user && token) {
    throw refusal(
      'The options "remote.user" and "remote.token" exclude each other: an endpoint is told one of them.',
    )
  }
  checkPassThrough(options)
}

function checkPassThrough(options: ReadonlyMap<string, string>): void {
  if (!isOn(options, passThroughOption)) {
    const name = tokenOptions.find((option) => options.has(option))
    if (name === undefined) return
    throw refusal(
      `The option "${name}" goes with "${passThroughOption}": set that to true, or leave this out.`,
    )
  }
  const other = ['remote.user', 'remote.token'].find((option) => options.has(option))
  if (other !== undefined) {
    throw refusal(
      `The options "${passThroughOption}" and "${other}" exclude each other: an endpoint is told of whoever asks, or the same of all.`,
    )
  }
  if (isOn(options, 'graphql.auto.schema')) {
    throw refusal(
      `The options "${passThroughOption}" and "graphql.auto.schema" exclude each other: a generated schema is kept for all, and the endpoint shows each of them something else. Add a schema that is for all of them.`,
    )
  }
}

/**
 * Whether options decide where the tokens of those who ask are sent, or which tokens: who sets them could have the tokens of others.
 *
 * @param before the options that there are
 * @param after what they are to be
 */
export function movesTokens(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): boolean {
  if (!isOn(after, passThroughOption)) return false
  return [passThroughOption, ...tokenOptions, ...urlOptions].some(
    (option) => before.get(option) !== after.get(option),
  )
}

function isOn(options: ReadonlyMap<string, string>, name: string): boolean {
  return options.get(name)?.toLowerCase() === 'true'
}

/**
 * Checks that no secret is sent to a host that it was not given for: who changes the URLs of a database need not know its
 * password, and must not learn it.
 *
 * @param before the options that there are
 * @param after what they are to be
 * @param given names of the options that are given anew
 * @throws ServiceError `illegalArgument`
 */
export function checkSecretsStay(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
  given: ReadonlySet<string>,
): void {
  const kept = secretOptions.find((name) => after.has(name) && !given.has(name))
  if (kept === undefined) return
  const known = originsOf(before)
  const strange = [...originsOf(after)].find((origin) => !known.has(origin))
  if (strange === undefined) return
  throw refusal(
    `The option "${kept}" was not given for ${strange}: give it together with the new URL, so that nobody sends it elsewhere who does not know it.`,
  )
}

function originsOf(options: ReadonlyMap<string, string>): ReadonlySet<string> {
  const urls = urlOptions.flatMap((name) => options.get(name) ?? [])
  return new Set(urls.map((url) => new URL(url).origin))
}

function refusal(message: string): ServiceError {
  return new ServiceError('illegalArgument', message)
}
