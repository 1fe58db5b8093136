import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { ChangeReport, ChangeStep } from '../../src/engine/change/change.ts'
import type { RemoteDatabase } from '../../src/engine/database.ts'
import { changeEndpoint } from '../../src/engine/endpoints/change-endpoint.ts'
import { noRemoteAccess } from '../../src/engine/federation/remote-access.ts'
import type { LoadOptions, RdfSource } from '../../src/engine/rdf-source.ts'
import type { RdfFormat } from '../../src/rdf/formats.ts'
import { createEndpointClient } from '../../src/store/remote/create-endpoint-client.ts'
import type { RemoteEndpoint } from '../../src/store/remote/endpoint.ts'

/** The namespace of the empty prefix of the databases that are changed. */
export const ns = 'http://example.com/'

/** Changes an endpoint, as the database `far`; whatever becomes of it, nothing is left of it on the disk. */
export async function changeFar(
  endpoint: Partial<RemoteEndpoint> & Pick<RemoteEndpoint, 'queryUrl'>,
  steps: readonly ChangeStep[],
  { allowed = [], ...options }: LoadOptions & { readonly allowed?: readonly string[] } = {},
): Promise<ChangeReport> {
  const whole = { union: 'graphs', connections: 4, answerBytes: 2 ** 20, ...endpoint } as const
  const namespaces = new Map([['', ns]])
  const database: RemoteDatabase = { kind: 'remote', name: 'far', namespaces, endpoint: whole }
  const client = createEndpointClient('far', whole)
  const folder = await mkdtemp(join(tmpdir(), 'espalier-changes-'))
  const remote = { ...noRemoteAccess, documents: { ...noRemoteAccess.documents, allowed, folder } }
  try {
    return await changeEndpoint({ client, remote }, database, steps, options)
  } finally {
    await client.close()
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
  }
}

/** A text of RDF to load. */
export function source(text: string, format: RdfFormat = 'turtle', graph?: string): RdfSource {
  async function* bytes() {
    yield Buffer.from(text)
  }
  return { name: 'given', format, bytes: bytes(), ...(graph === undefined ? {} : { graph }) }
}

/** The step that adds a text of RDF. */
export const add = (...given: Parameters<typeof source>): ChangeStep => ({
  kind: 'add',
  source: source(...given),
})

/** The step that removes a text of RDF. */
export const remove = (...given: Parameters<typeof source>): ChangeStep => ({
  kind: 'remove',
  source: source(...given),
})

/** The step that clears a graph. */
export const clear = (graph: string): ChangeStep => ({ kind: 'clear', graphs: { iri: graph } })

/** The step of an update. */
export const update = (text: string): ChangeStep => ({ kind: 'update', update: { text } })
