import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rdfFiles } from '../../src/cli/rdf-files.ts'
import { remoteService } from '../../src/cli/remote-service.ts'
import { runCommand, type ServerProcess, startServer } from '../command-line.ts'
import { lubmPath } from '../lubm-data.ts'
import { answerOf } from './asking.ts'

const path = lubmPath(1)
const quads = 100_543

let folder: string
let server: ServerProcess
const home = () => join(folder, 'home')

describe.skipIf(path === undefined)(
  'a university loaded through a server (../shared/bench/lingbm-1.nt.gz)',
  () => {
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'espalier-university-'))
      server = await startServer(home(), ['--no-demo'])
    })
    afterAll(async () => {
      await server.end('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    })
    const file = path ?? ''

    it('is created packed, and added unpacked with one more quad, of the relative IRI <>', async () => {
      const created = await runCommand(['db', 'create', 'a', file], home())
      expect(created).toMatchObject({ code: 0, out: '' })
      expect(created.error).toMatch(
        /^Created the database a with 100,543 quads \([\d,]+ quads\/s\) in http:/u,
      )
      expect(await sizeOf('a')).toBe(quads)

      const unpacked = join(folder, 'university.nt')
      writeFileSync(
        unpacked,
        `${gunzipSync(readFileSync(file))}<> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://api.stardog.com/Unpacked> .\n`,
      )
      const added = await runCommand(['data', 'add', 'a', unpacked], home())
      expect(added).toMatchObject({ code: 0, out: '' })
      expect(added.error).toMatch(/^university\.nt: 100,544 quads, 1 of them new \([\d,]+ quads\/s\)\.\n$/u)
      expect(await sizeOf('a')).toBe(quads + 1)
      // It is the file itself, wherever it is read.
      expect((await answerOf(server.url, 'a', '{ Unpacked { iri } }')).body).toBe(
        `{"data":[{"iri":"${pathToFileURL(unpacked).href}"}]}`,
      )
    })

    it('tells how far it has come', async () => {
      const service = remoteService(new URL(server.url))
      const files = await rdfFiles([file], folder, undefined)
      const states: { readonly quads: number; readonly bytes: number }[] = []
      const result = await service.create('b', files, { onProgress: (state) => states.push(state) })
      expect(result).toMatchObject({ quads, added: quads })
      const bytes = states.map((state) => state.bytes)
      expect(bytes).toEqual(bytes.toSorted((one, other) => one - other))
      expect(bytes.at(-1)).toBe(statSync(file).size)
      await service.close()
    })
  },
)

async function sizeOf(database: string): Promise<number> {
  const answer = await fetch(`${server.url}/${database}/size`)
  return Number(await answer.text())
}
