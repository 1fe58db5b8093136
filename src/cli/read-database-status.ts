import type { DatabaseStatus, EndpointStatus } from '../server/administration-service.ts'
import { isObject } from '../server/http/json-body.ts'

/** The status of a database in the JSON of an answer; `undefined` where it is none. */
export function readDatabaseStatus(value: unknown): DatabaseStatus | undefined {
  if (!isObject(value)) return undefined
  const { name, kind, online, triples } = value
  if (typeof name !== 'string' || typeof online !== 'boolean') return undefined
  if (kind !== 'embedded' && kind !== 'remote') return undefined
  const remote = readEndpointStatus(value['remote'])
  return {
    name,
    kind,
    online,
    ...(typeof triples === 'number' ? { triples } : {}),
    ...(remote === undefined ? {} : { remote }),
  }
}

function readEndpointStatus(value: unknown): EndpointStatus | undefined {
  if (!isObject(value)) return undefined
  const { endpoint, reachable, server, latencyMilliseconds, error } = value
  if (typeof endpoint !== 'string' || typeof reachable !== 'boolean') return undefined
  return {
    endpoint,
    reachable,
    ...(typeof server === 'string' ? { server } : {}),
    ...(typeof latencyMilliseconds === 'number' ? { latencyMilliseconds } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  }
}
