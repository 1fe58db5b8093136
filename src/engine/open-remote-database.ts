import { ServiceError } from '../errors.ts'
import { isAbsoluteIri } from '../rdf/iri.ts'
import type { EndpointCredentials, RemoteEndpoint, UnionScope } from '../store/remote/endpoint.ts'
import type { ChangeReport } from './change/change.ts'
import { createEngine } from './create-engine.ts'
import type { RemoteDatabase } from './database.ts'
import { autoOrigin } from './database-schemas.ts'
import { checkEngineName } from './endpoints/engine-names.ts'
import { knownNamespaces, type OpenedDatabase, type OpenOptions, openedDatabase } from './open-database.ts'
import type { LoadReport } from './rdf-source.ts'
import { checkedSettings } from './reasoning/reasoning-settings.ts'

/** A database in a program whose data are behind a SPARQL endpoint, which may not tell how much a change came to. */
export type EndpointDatabase = OpenedDatabase<ChangeReport, LoadReport>

/** How a database behind a SPARQL endpoint is opened. */
export interface RemoteOpenOptions extends OpenOptions {
  /** What errors call the database; `remote` unless given. */
  readonly name?: string
  /** Where SPARQL updates are sent; without it there are none. */
  readonly updateUrl?: string
  /** Where the Graph Store Protocol is spoken. */
  readonly graphStoreUrl?: string
  /** What the endpoint is told of who asks. */
  readonly credentials?: EndpointCredentials
  /** How it is asked for the union of all graphs; found out of it unless given. */
  readonly union?: UnionScope
  /** Rows after which it cuts an answer; found out of it unless given. */
  readonly rows?: number
  /** Whose deviations from the standard queries are written for; found out of it unless given. */
  readonly engine?: string
  /** Connections at once; 16 unless given. */
  readonly connections?: number
  /** Bytes of one of its answers, unpacked; 1 GiB unless given. */
  readonly answerBytes?: number
}

/**
 * Opens the SPARQL 1.1 Protocol endpoint at `queryUrl` as a database: its data stay where they are. The endpoint is asked at
 * once.
 *
 * @throws ServiceError `illegalArgument` for a URL or another option that cannot be used; `remoteFailed`, `remoteUnavailable` where the endpoint
 * cannot be asked
 */
export async function openRemoteDatabase(
  queryUrl: string,
  options: RemoteOpenOptions = {},
): Promise<EndpointDatabase> {
  const { namespaces = {}, defaultLimit, autoSchema, reasoning, name = 'remote', ...rest } = options
  const { updateUrl, graphStoreUrl, credentials, union, rows, engine: quirks, ...limits } = rest
  const { connections = 16, answerBytes = 2 ** 30, ...engineOptions } = limits
  const told: RemoteEndpoint = {
    queryUrl: checkedUrl(queryUrl),
    union: union ?? 'default',
    connections,
    answerBytes,
    ...(updateUrl !== undefined && { updateUrl: checkedUrl(updateUrl) }),
    ...(graphStoreUrl !== undefined && { graphStoreUrl: checkedUrl(graphStoreUrl) }),
    ...(credentials !== undefined && { credentials }),
    ...(rows !== undefined && { mostRows: rows }),
    ...(quirks !== undefined && { engine: quirks }),
  }
  if (quirks !== undefined) checkEngineName(quirks)
  checkNumbers({ connections, answerBytes, ...(rows !== undefined && { rows }) })
  if (typeof union === 'string' && !['default', 'graphs'].includes(union)) {
    const message = `The option "union" is "default", "graphs" or { iri }, not ${JSON.stringify(union)}.`
    throw new ServiceError('illegalArgument', message)
  }
  if (typeof union === 'object' && !isAbsoluteIri(union.iri)) {
    throw new ServiceError('illegalArgument', 'The name of the union of all graphs is an absolute IRI.')
  }
  const auto = autoOrigin(autoSchema)
  const names = knownNamespaces(namespaces)
  const asked: RemoteDatabase = {
    kind: 'remote',
    name,
    endpoint: told,
    namespaces: names.namespaces,
    ...(defaultLimit !== undefined && { defaultLimit }),
    ...(reasoning !== undefined && { reasoning: checkedSettings(reasoning) }),
  }
  const engine = createEngine(engineOptions)
  try {
    const found = await engine.inspect(asked)
    const endpoint: RemoteEndpoint = {
      ...(found.mostRows !== undefined && { mostRows: found.mostRows }),
      ...(found.engine !== undefined && { engine: found.engine }),
      ...told,
      union: union ?? found.union,
    }
    const reports = { changed: (report: ChangeReport) => report, loaded: (report: LoadReport) => report }
    return openedDatabase(engine, { ...asked, endpoint }, names, reports, auto)
  } catch (error) {
    await engine.close()
    throw error
  }
}

function checkNumbers(numbers: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(numbers)) {
    if (Number.isSafeInteger(value) && value > 0) continue
    throw new ServiceError(
      'illegalArgument',
      `The option "${name}" is a whole number from 1 on, not ${value}.`,
    )
  }
}

/** A URL to send requests to; one with credentials in it would be told in errors. */
function checkedUrl(text: string): string {
  const url = URL.parse(text)
  const isFit = url !== null && /^https?:$/u.test(url.protocol) && url.hash === ''
  if (isFit && url.username === '' && url.password === '') return url.href
  const message =
    'The URL of an endpoint is absolute, with http or https, and without a user name, a password or a "#" in it.'
  throw new ServiceError('illegalArgument', message)
}
