import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runCommand, type ServerProcess, startServer } from '../command-line.ts'
import { answerOf, ask, createDatabase } from './asking.ts'
import { denseGraph, pathObjects, pathsQuery } from './dense-graph.ts'
import { createJsonScan } from './json-scan.ts'
import { waitFor } from './process-tree.ts'

let folder: string
let home: string
let server: ServerProcess

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-servers-'))
  home = join(folder, 'home')
  server = await startServer(home, ['--no-demo'])
})
afterEach(async () => {
  await server.end('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

it('refuses a second server on a home folder, and a command without the server; the first goes on', async () => {
  const second = await runCommand(['server', 'start', '--port', '0'], home)
  expect(second).toMatchObject({ code: 3, out: '' })
  expect(second.error).toContain(String(server.process.pid))
  expect(second.error).toContain(server.url)
  expect((await fetch(`${server.url}/admin/healthcheck`)).status).toBe(200)
})

it('refuses a busy port, and makes nothing of its home folder unusable', async () => {
  const other = join(folder, 'other')
  const port = new URL(server.url).port
  const second = await runCommand(['server', 'start', '--port', port, '--no-demo'], other)
  expect(second).toMatchObject({ code: 3, out: '' })
  expect(second.error).toContain(`Something else listens on 127.0.0.1:${port} already.`)
  expect((await fetch(`${server.url}/admin/healthcheck`)).status).toBe(200)
  const third = await startServer(other, ['--no-demo'])
  expect(await third.end('SIGTERM')).toBe(0)
})

it('lets a running query end when it is told to stop, takes no new one, and exits with 0', async () => {
  await createDatabase(server.url, 'dense', denseGraph())
  const response = await ask(server.url, 'dense', pathsQuery(3, 8)).answer
  const pieces = response[Symbol.asyncIterator]()
  const scan = createJsonScan()
  scan.push(Buffer.from((await pieces.next()).value))
  const exited = server.end('SIGTERM')
  await waitFor('the port to be closed', async () => ((await isOpen()) ? undefined : true))
  for await (const piece of pieces) scan.push(Buffer.from(piece))
  scan.end()
  expect(scan.objects).toBe(1 + pathObjects(3, 8))
  expect(await exited).toBe(0)
  server = await startServer(home)
  expect((await answerOf(server.url, 'dense', '{ Node(first: 1) { name } }')).status).toBe(200)
})

async function isOpen(): Promise<boolean> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
