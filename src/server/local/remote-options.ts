import type { RemoteEntry } from '../../catalog/catalog.ts'
import type { Secrets } from '../../catalog/secrets.ts'
import { databaseSettings, isSecretOption } from '../../config/database-options.ts'
import { remoteUrlOption } from '../../config/remote-option-table.ts'
import { checkRemoteRules, checkSecretsStay } from '../../config/remote-rules.ts'
import type { RemoteSettings } from '../../config/remote-settings.ts'
import type { RemoteDatabase } from '../../engine/database.ts'
import { checkEngineName } from '../../engine/endpoints/engine-names.ts'
import type { Engine } from '../../engine/engine.ts'
import { ServiceError } from '../../errors.ts'
import { remoteReference } from './database-reference.ts'

/** Whom endpoints are asked by, and how secrets are kept. */
export interface RemoteParts {
  readonly engine: Engine
  readonly secrets: Secrets
  readonly signal?: AbortSignal | undefined
  /** On whose behalf an endpoint is asked that is told of whoever asks; absent where they have no token. */
  readonly asker?: (settings: RemoteSettings) => NonNullable<RemoteDatabase['asker']>
}

type Options = ReadonlyMap<string, string>

/**
 * The options of a new remote database as they are kept: with what its endpoint shows, and secrets sealed.
 *
 * @param given as they were checked
 * @throws ServiceError `illegalArgument` for an unknown engine; `remoteFailed`, `remoteUnavailable`, `forbidden` where the endpoint
 * cannot be asked
 */
export async function newRemoteOptions(name: string, given: Options, parts: RemoteParts): Promise<Options> {
  checkEngine(given)
  const database = remoteReference({ name, options: given, namespaces: new Map() }, {}, (_, text) => text)
  const found = await findings(database, given, foundOptions, parts)
  return sealed(name, new Map([...found, ...given]), new Set(given.keys()), parts.secrets)
}

/**
 * What changes of the options of a remote database as they are kept. Where its URL changes, or what the endpoint shows is to
 * be found out again, the endpoint is asked.
 *
 * @param changes as they were checked; `null` goes back to the default
 * @throws ServiceError `illegalArgument` where the options do not fit together; `remoteFailed`, `remoteUnavailable`
 */
export async function changedRemoteOptions(
  { name, options: before }: RemoteEntry,
  changes: ReadonlyMap<string, string | null>,
  parts: RemoteParts,
): Promise<ReadonlyMap<string, string | null>> {
  const given = new Map([...changes].flatMap(([option, text]) => (text === null ? [] : [[option, text]])))
  const after = withChanges(before, changes)
  const anew = new Set(given.keys())
  checkEngine(given)
  checkRemoteRules(after, true)
  checkSecretsStay(before, after, anew)
  const isMoved = after.get(remoteUrlOption) !== before.get(remoteUrlOption)
  const wanted = foundOptions.filter((option) => !given.has(option) && (isMoved || changes.has(option)))
  const kept = new Map<string, string | null>([...changes, ...sealed(name, given, anew, parts.secrets)])
  if (wanted.length === 0) return kept
  const open = (option: string, text: string): string =>
    anew.has(option) ? text : parts.secrets.open({ database: name, option }, text)
  const database = remoteReference({ name, options: after, namespaces: new Map() }, {}, open)
  const found = await findings(database, after, wanted, parts)
  return new Map([...kept, ...wanted.map((option) => [option, found.get(option) ?? null] as const)])
}

function checkEngine(given: Options): void {
  const engine = given.get('remote.engine')
  if (engine !== undefined) checkEngineName(engine)
}

/** Options after changes of some. */
export function withChanges(before: Options, changes: ReadonlyMap<string, string | null>): Options {
  const after = new Map(before)
  for (const [option, text] of changes) {
    if (text === null) after.delete(option)
    else after.set(option, text)
  }
  return after
}

/** The options whose defaults are what the endpoint shows. */
const foundOptions = ['remote.union', 'remote.rows', 'remote.engine'] as const

/**
 * What an endpoint shows. One that is told of whoever asks shows nothing to who has no token; its union, which others cannot do
 * without, has to be given then.
 */
async function findings(
  database: RemoteDatabase,
  options: Options,
  wanted: readonly string[],
  { engine, signal, asker }: RemoteParts,
): Promise<ReadonlyMap<string, string>> {
  const { remote = {} } = databaseSettings(options)
  const isAsked = remote.passThrough !== true || asker !== undefined
  if (!isAsked && (options.has('remote.union') || !wanted.includes('remote.union'))) return new Map()
  if (!isAsked) throw unfound(database.name)
  const asked = remote.passThrough === true && asker ? { ...database, asker: asker(remote) } : database
  const {
    union,
    mostRows,
    engine: name,
  } = await engine.inspect(asked, signal === undefined ? {} : { signal })
  const found = new Map([['remote.union', typeof union === 'string' ? union : union.iri]])
  if (mostRows !== undefined) found.set('remote.rows', String(mostRows))
  if (name !== undefined) found.set('remote.engine', name)
  return found
}

function unfound(name: string): ServiceError {
  const message = `The endpoint of database '${name}' is asked as whoever asks (remote.pass.through), and you have no token of a trusted issuer to ask it by. Say how it is asked for the union of all graphs, which is not found out then: the option "remote.union".`
  return new ServiceError('illegalArgument', message)
}

/** Options with those secrets sealed that are given as they are. */
function sealed(name: string, options: Options, plain: ReadonlySet<string>, secrets: Secrets): Options {
  return new Map(
    [...options].map(([option, text]) => [
      option,
      plain.has(option) && isSecretOption(option) ? secrets.seal({ database: name, option }, text) : text,
    ]),
  )
}
