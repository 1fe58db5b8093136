import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { recordingService } from '../../../test/recording-service.ts'
import { openTo } from '../../../test/unused-services.ts'
import { ServiceError } from '../../errors.ts'
import type { DatabaseService } from '../database-service.ts'
import { type RunningServer, serve } from '../serve.ts'
import { httpLimits } from '../server-parts.ts'

let folder: string
let server: RunningServer | undefined

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-uploads-'))
})
afterEach(async () => {
  await server?.stop(0)
  server = undefined
  rmSync(folder, { recursive: true, force: true })
})

async function start(overrides: Partial<DatabaseService>): Promise<string> {
  const { service } = recordingService(overrides)
  const parts = { ...openTo({ databases: service }), spoolFolder: folder, version: '1', limits: httpLimits }
  server = await serve(parts, { host: '127.0.0.1', port: 0 })
  return server.url
}

it('tells the sender of much data what is wrong at its start', async () => {
  const url = await start({
    load: async (_name, source) => {
      for await (const _ of source.bytes) throw new ServiceError('invalidRdf', 'Line 1 is wrong.')
      throw new Error('no data')
    },
  })
  async function* much() {
    for (let piece = 0; piece < 200; piece += 1) yield Buffer.alloc(65_536, 0x20)
  }
  const response = await fetch(`${url}/a`, {
    method: 'POST',
    headers: { 'content-type': 'text/turtle' },
    body: ReadableStream.from(much()),
    duplex: 'half',
  })
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({ message: 'Line 1 is wrong.', code: 'QEIVR2' })
})

it('aborts a load whose client hangs up', async () => {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const url = await start({
    load: async (_name, _source, { signal } = {}) => {
      begun.resolve()
      signal?.addEventListener('abort', () => ended.resolve())
      await ended.promise
      throw new ServiceError('queryCancelled', 'The request was cancelled.')
    },
  })
  const request = httpRequest(`${url}/a`, { method: 'POST', headers: { 'content-type': 'text/turtle' } })
  request.on('error', () => {})
  request.end('<a> a <b> .')
  await begun.promise
  request.destroy()
  await ended.promise
})

it('keeps nothing of an upload whose client hangs up in its middle, and loads nothing', async () => {
  let loads = 0
  const url = await start({
    load: async () => {
      loads += 1
      return { quads: 0, bytes: 0, added: 0 }
    },
  })
  const request = httpRequest(`${url}/a`, { method: 'POST', headers: { 'content-type': 'text/turtle' } })
  request.on('error', () => {})
  request.write(Buffer.alloc(3 << 20, 0x20))
  await vi.waitFor(() => expect(readdirSync(folder)).toHaveLength(1), 10_000)
  request.destroy()
  await vi.waitFor(() => expect(readdirSync(folder)).toEqual([]), 10_000)
  expect(loads).toBe(0)
})

it('keeps no upload after its request', async () => {
  const url = await start({})
  const form = new FormData()
  form.append('a.ttl', new Blob(['<x:a> a <x:b> .']), 'a.ttl')
  form.append('root', JSON.stringify({ dbname: 'n' }))
  const response = await fetch(`${url}/admin/databases`, { method: 'POST', body: form })
  expect(response.status).toBe(201)
  expect(readdirSync(folder)).toEqual([])
})
