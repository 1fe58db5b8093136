import type { UnionScope } from '../endpoint.ts'
import type { EndpointClient, EndpointHealth, ExchangeOptions } from '../endpoint-client.ts'
import { engineOf } from '../engine-quirks.ts'
import { probeRows } from './probe-rows.ts'
import { probeUnion } from './probe-union.ts'

/** What asking an endpoint tells of it, when a database is made of it. */
export interface EndpointFindings extends EndpointHealth {
  /** Key of the table of engines' quirks; absent: an engine without any. */
  readonly engine?: string
  /** How its union of all graphs is asked for. */
  readonly union: UnionScope
  /** Rows of one answer, where it cuts longer ones; absent: none was found. */
  readonly mostRows?: number
}

/**
 * Finds out of an endpoint what a database has to know of it, by some small queries that any endpoint can answer.
 *
 * @throws ServiceError as the client does, where the endpoint cannot be asked at all
 */
export async function inspectEndpoint(
  client: EndpointClient,
  options: ExchangeOptions = {},
): Promise<EndpointFindings> {
  const health = await client.health(options)
  const engine = engineOf(health.server)
  const union = await probeUnion(client, engine, options)
  const mostRows = await probeRows(client, options)
  return {
    ...health,
    ...(engine !== undefined && { engine }),
    union,
    ...(mostRows !== undefined && { mostRows }),
  }
}
