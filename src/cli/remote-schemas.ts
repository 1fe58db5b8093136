import type { IncomingMessage } from 'node:http'
import type { SchemaOptions, StoredSchema } from '../engine/schemas/schema-source.ts'
import { errorCodes } from '../errors.ts'
import type { SchemaService } from '../server/schema-service.ts'
import { type HttpCall, textOf } from './http-exchange.ts'
import { readRequestErrors } from './json-answers.ts'
import { parsedObject, type RemoteCalls, remoteCalls, signalled, unlikeOurs } from './remote-calls.ts'
import type { ServerAccess } from './server-access.ts'

/** The schemas of the databases of a server, over HTTP. */
export function remoteSchemas(server: URL, access: ServerAccess = {}): SchemaService {
  const { urlOf, send, call, callForText, callForJson, failureOf } = remoteCalls(server, access)
  const listUrl = (database: string): URL => urlOf(`/${encodeURIComponent(database)}/graphql/schemas`)
  const urlOfSchema = (database: string, name: string): URL =>
    urlOf(`/${encodeURIComponent(database)}/graphql/schemas/${encodeURIComponent(name)}`)

  async function list(database: string): Promise<readonly string[]> {
    const { schemas } = await callForJson(listUrl(database), { method: 'GET' })
    return Array.isArray(schemas) ? schemas.filter((name) => typeof name === 'string') : []
  }

  async function drain(url: URL, request: HttpCall): Promise<void> {
    // Read to its end, so that the connection is free.
    await textOf(await call(url, request), url)
  }

  return {
    list,
    show: (database, name) => callForText(urlOfSchema(database, name), { method: 'GET' }),
    async add(database, name, text, { replace = false, signal } = {}) {
      const url = urlOfSchema(database, name)
      const answer = await send(url, {
        method: replace ? 'PUT' : 'POST',
        headers: { 'Content-Type': 'application/graphql' },
        body: text,
        ...signalled(signal),
      })
      return readStored(await textOf(answer, url, signal), answer, url, failureOf)
    },
    remove: (database, name) => drain(urlOfSchema(database, name), { method: 'DELETE' }),
    async clear(database) {
      const names = await list(database)
      await drain(listUrl(database), { method: 'DELETE' })
      return names.length
    },
    infer(database, { signal, timeout }: SchemaOptions = {}) {
      const url = urlOf(`/admin/databases/${encodeURIComponent(database)}/inferred_schema`, {
        timeout: timeout === undefined ? undefined : String(timeout),
      })
      return callForText(url, { method: 'GET', ...signalled(signal) })
    },
  }
}

/** What a server answered to a schema: that it has it, or what is wrong with it. */
function readStored(
  text: string,
  answer: IncomingMessage,
  url: URL,
  failureOf: RemoteCalls['failureOf'],
): StoredSchema {
  const { statusCode = 0 } = answer
  const body = parsedObject(text)
  if (statusCode >= 200 && statusCode < 300) {
    if (body === undefined) throw unlikeOurs(url)
    return { kind: body['replaced'] === true ? 'replaced' : 'added' }
  }
  if (body?.['code'] !== errorCodes.invalidSchema) throw failureOf(text, answer, url)
  return { kind: 'errors', errors: readRequestErrors(body['errors']) }
}
