import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../src/errors.ts'
import { parseRdf } from '../src/rdf/parse.ts'
import { type Quad, rdf } from '../src/rdf/term.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import { parseUpdate } from '../src/sparql/parse-update.ts'
import { printQuery } from '../src/sparql/print.ts'
import { printUpdate } from '../src/sparql/print-update.ts'
import type { Query } from '../src/sparql/query-form.ts'
import type { UpdateRequest } from '../src/sparql/update.ts'

const root = new URL('../../shared/w3c/sparql/', import.meta.url)
const base = 'http://tests/'
const action = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#action'

/** One test of the grammar. */
interface Case {
  readonly title: string
  readonly positive: boolean
  readonly update: boolean
  readonly file: URL
}

/** The tests of the grammar in a suite: most suites have only such tests, or none. */
async function casesOf(suite: string): Promise<readonly Case[]> {
  const quads: Quad[] = []
  const input = createReadStream(new URL(`${suite}/manifest.ttl`, root))
  const options = {
    format: 'turtle',
    fileName: 'manifest.ttl',
    baseIri: `${base}${suite}/manifest.ttl`,
  } as const
  for await (const batch of parseRdf(input, options)) quads.push(...batch)
  return quads.flatMap(({ subject, predicate, object }) => {
    const kind = /(Positive|Negative)(Update)?SyntaxTest(?:11)?$/.exec(object.value)
    const file = quads.find((quad) => quad.subject.value === subject.value && quad.predicate.value === action)
    if (predicate.value !== rdf.type || kind === null || file === undefined) return []
    const [, sign, update] = kind
    return {
      title: file.object.value.slice(base.length),
      positive: sign === 'Positive',
      update: update !== undefined,
      file: new URL(file.object.value.slice(base.length), root),
    }
  })
}

/** As text, which may name variables where the original had blank nodes and paths, but then says the same again. */
function print(parsed: Query | UpdateRequest): string {
  const options = { namespaces: new Map(), scope: 'none', prefixes: true } as const
  return parsed.kind === 'update' ? printUpdate(parsed, options) : printQuery(parsed, options)
}

function suites(): readonly string[] {
  return ['sparql10', 'sparql11'].flatMap((part) =>
    readdirSync(new URL(part, root))
      .map((name) => `${part}/${name}`)
      .filter((name) => existsSync(new URL(`${name}/manifest.ttl`, root))),
  )
}

const isPresent = existsSync(fileURLToPath(root)) || process.env['CI'] === 'true'

describe.skipIf(!isPresent)('W3C SPARQL syntax tests (../shared/w3c)', async () => {
  for (const suite of isPresent ? suites() : []) {
    for (const { title, positive, update, file } of await casesOf(suite)) {
      it(`${title} is ${positive ? 'read, written and read again' : 'refused with its place'}`, () => {
        const text = readFileSync(file, 'utf8')
        const options = { namespaces: new Map(), baseIri: file.href }
        const parse = () => (update ? parseUpdate(text, options) : parseQuery(text, options))
        if (positive) {
          const once = print(parse())
          expect(print(update ? parseUpdate(once, options) : parseQuery(once, options))).toBe(once)
        } else {
          expect(parse).toThrow(ServiceError)
          expect(parse).toThrow(/^Line \d+, column \d+: /)
        }
      })
    }
  }
})
