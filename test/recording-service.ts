import type { RdfSource } from '../src/engine/rdf-source.ts'
import type { DatabaseService } from '../src/server/database-service.ts'
import { unusedSchemas } from './unused-services.ts'

const encoder = new TextEncoder()

/** A service that keeps what it was asked for. */
export function recordingService(overrides: Partial<DatabaseService> = {}) {
  const calls: unknown[][] = []
  async function read(sources: readonly RdfSource[]) {
    for (const source of sources) {
      const pieces: Uint8Array[] = []
      for await (const piece of source.bytes) pieces.push(piece)
      calls.push(['source', source.name, source.format, source.graph, source.baseIri, Buffer.concat(pieces)])
    }
    return { quads: sources.length, added: sources.length, bytes: 0 }
  }
  const service: DatabaseService = {
    databases: async () => ['a', 'b'],
    create: async (name, sources) => {
      calls.push(['create', name])
      return read(sources)
    },
    drop: async (name) => {
      calls.push(['drop', name])
    },
    load: async (name, source) => {
      calls.push(['load', name])
      return read([source])
    },
    size: async () => 12,
    execute: async (name, request, options) => {
      calls.push(['execute', name, request, options?.timeout])
      async function* chunks() {
        yield encoder.encode('{"data":')
        yield encoder.encode('["é"]}')
      }
      return { kind: 'data', chunks: chunks() }
    },
    explain: async () => ({ kind: 'errors', errors: [] }),
    schemas: unusedSchemas,
    close: async () => {},
    ...overrides,
  }
  return { service, calls }
}
