import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const main = fileURLToPath(new URL('../src/cli/main.ts', import.meta.url))

/** Writes the packages that a process loads to its standard error at the end, a line each. */
const recorder = `
import { registerHooks } from 'node:module'
const packages = new Set()
registerHooks({
  load(url, context, next) {
    const [, name] = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? []
    if (name !== undefined) packages.add(name)
    return next(url, context)
  },
})
process.on('exit', () => process.stderr.write([...packages].join('\\n')))`

async function packagesLoadedBy(...words: readonly string[]): Promise<readonly string[]> {
  const hook = `data:text/javascript,${encodeURIComponent(recorder)}`
  const { stderr } = await promisify(execFile)(process.execPath, ['--import', hook, main, ...words])
  return stderr.split('\n')
}

// Loading the parsers of SPARQL and RDF and the server takes longer than most commands.
it('starts a command with none of the libraries that only others need', async () => {
  const loaded = await packagesLoadedBy('--help')
  expect(loaded).toContain('string-width')
  const large = /^(?:@traqula|fastify|graphql|jose|jsonld|n3|rdfxml|undici|yaml)/u
  expect(loaded.filter((name) => large.test(name))).toEqual([])
})
