import type { Namespaces } from '../rdf/namespaces.ts'
import type { AdministrationService, Finding, RunningQuery } from '../server/administration-service.ts'
import { isObject } from '../server/http/json-body.ts'
import { type HttpCall, textOf } from './http-exchange.ts'
import { prefixDeclarations } from './prefix-declarations.ts'
import { readDatabaseStatus } from './read-database-status.ts'
import { remoteCalls, signalled, unlikeOurs } from './remote-calls.ts'
import type { ServerAccess } from './server-access.ts'

/** What is done to databases as a whole; what options there are is known without asking. */
export type Administration = Omit<AdministrationService, 'descriptors' | 'allOptions' | 'counts'>

/** The administration of the databases of a server, over HTTP. */
export function remoteAdministration(server: URL, access: ServerAccess = {}): Administration {
  const { urlOf, call, callForText, callForJson, callForBytes } = remoteCalls(server, access)
  const adminUrl = (name: string, what: string): URL =>
    urlOf(`/admin/databases/${encodeURIComponent(name)}/${what}`)

  async function carryOut(url: URL, request: HttpCall): Promise<void> {
    // Read to its end, so that the connection is free.
    await textOf(await call(url, request), url, request.signal)
  }

  async function options(name: string): Promise<Readonly<Record<string, unknown>>> {
    return callForJson(adminUrl(name, 'options'), { method: 'GET' })
  }

  return {
    options,
    setOptions: (name, values) =>
      carryOut(adminUrl(name, 'options'), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(values),
      }),
    isOnline: async (name) => (await options(name))['database.online'] !== false,
    async status(name) {
      const status = readDatabaseStatus(await callForJson(adminUrl(name, 'status'), { method: 'GET' }))
      if (status === undefined) throw unlikeOurs(server)
      return status
    },
    setOnline: (name, online) => carryOut(adminUrl(name, online ? 'online' : 'offline'), { method: 'PUT' }),
    optimize: (name) => carryOut(adminUrl(name, 'optimize'), { method: 'PUT' }),
    async namespaces(name) {
      const { namespaces } = await callForJson(urlOf(`/${encodeURIComponent(name)}/namespaces`), {
        method: 'GET',
      })
      return readNamespaces(namespaces)
    },
    addNamespaces: (name, namespaces) =>
      carryOut(urlOf(`/${encodeURIComponent(name)}/namespaces`), {
        method: 'POST',
        headers: { 'Content-Type': 'text/turtle' },
        body: prefixDeclarations(namespaces),
      }),
    removeNamespace: (name, prefix) =>
      carryOut(urlOf(`/${encodeURIComponent(name)}/namespaces/${encodeURIComponent(prefix)}`), {
        method: 'DELETE',
      }),
    async check(name) {
      const { findings } = await callForJson(adminUrl(name, 'check'), { method: 'GET' })
      return Array.isArray(findings) ? findings.filter(isFinding) : []
    },
    async backup(name) {
      const { file, bytes, triples } = await callForJson(adminUrl(name, 'backup'), { method: 'PUT' })
      return { file: text(file), bytes: count(bytes), triples: count(triples) }
    },
    async streamBackup(name, signal) {
      const request: HttpCall = { method: 'GET', ...signalled(signal) }
      return (await callForBytes(adminUrl(name, 'backup'), request)).chunks
    },
    async restore(backup, { name, overwrite, signal } = {}) {
      const url = urlOf('/admin/restore', { name, overwrite: overwrite === true ? 'true' : undefined })
      const report = await callForJson(url, {
        method: 'POST',
        headers: { 'Content-Type': 'application/octet-stream' },
        body: backup,
        ...signalled(signal),
      })
      return { name: text(report['name']), triples: count(report['triples']) }
    },
    async queries() {
      const { queries } = await callForJson(urlOf('/admin/queries'), { method: 'GET' })
      return Array.isArray(queries) ? queries.filter(isRunningQuery) : []
    },
    async kill(id) {
      await callForText(urlOf(`/admin/queries/${encodeURIComponent(id)}`), { method: 'DELETE' })
    },
  }
}

function readNamespaces(value: unknown): Namespaces {
  const entries = Array.isArray(value) ? value.filter(isObject) : []
  return new Map(entries.map(({ prefix, name }) => [text(prefix), text(name)]))
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function count(value: unknown): number {
  return typeof value === 'number' ? value : 0
}

function isFinding(value: unknown): value is Finding {
  if (!isObject(value)) return false
  const { part, message } = value
  return typeof part === 'string' && typeof message === 'string'
}

function isRunningQuery(value: unknown): value is RunningQuery {
  if (!isObject(value)) return false
  const { id, kind, database, text: query, started, elapsedMilliseconds } = value
  return (
    typeof id === 'string' &&
    (kind === 'graphql' || kind === 'sparql' || kind === 'update' || kind === 'export') &&
    typeof database === 'string' &&
    typeof query === 'string' &&
    typeof started === 'string' &&
    typeof elapsedMilliseconds === 'number'
  )
}
