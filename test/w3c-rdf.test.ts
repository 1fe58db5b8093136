import { createReadStream, existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../src/errors.ts'
import { formatOfFileName } from '../src/rdf/formats.ts'
import { parseRdf } from '../src/rdf/parse.ts'
import type { Quad } from '../src/rdf/term.ts'
import { isomorphic } from './isomorphic.ts'

const root = new URL('../../shared/w3c/rdf/rdf11/', import.meta.url)
const mf = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#'
const type = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

/** Tests of the suites that are not passed, with the reason. */
const exclusions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'rdf-turtle': {},
  'rdf-trig': {},
  'rdf-n-triples': {},
  'rdf-n-quads': {},
  'rdf-xml': {},
}

interface Case {
  readonly name: string
  readonly kind: string
  readonly action: string
  readonly result: string | undefined
}

async function read(suite: string, file: string, base: string): Promise<readonly Quad[]> {
  const format = formatOfFileName(file)
  if (format === undefined) throw new Error(`${file} tells no syntax.`)
  const quads: Quad[] = []
  const input = createReadStream(new URL(`${suite}/${file}`, root))
  const baseIri = format === 'n-triples' || format === 'n-quads' ? {} : { baseIri: base + file }
  for await (const batch of parseRdf(input, { format, fileName: file, ...baseIri })) quads.push(...batch)
  return quads
}

async function cases(suite: string): Promise<{ base: string; all: readonly Case[] }> {
  const local = 'http://manifest/'
  const quads = await read(suite, 'manifest.ttl', local)
  const objectOf = (subject: string, predicate: string) =>
    quads.find((quad) => quad.subject.value === subject && quad.predicate.value === predicate)?.object.value
  const base = objectOf(`${local}manifest.ttl`, `${mf}assumedTestBase`) ?? ''
  const all = quads
    .filter(
      (quad) =>
        quad.predicate.value === type && quad.object.value.startsWith('http://www.w3.org/ns/rdftest#Test'),
    )
    .map((quad) => ({
      name: quad.subject.value.replace(/^.*#/, ''),
      kind: quad.object.value.replace(/^.*#Test/, ''),
      action: (objectOf(quad.subject.value, `${mf}action`) ?? '').slice(local.length),
      result: objectOf(quad.subject.value, `${mf}result`)?.slice(local.length),
    }))
  return { base, all }
}

describe.each(Object.keys(exclusions))('W3C RDF 1.1 test suite %s', async (suite) => {
  const present = existsSync(fileURLToPath(new URL(`${suite}/manifest.ttl`, root)))
  if (!present) {
    it('is at hand', (context) => context.skip('The suites are not beside the checkout.'))
    return
  }
  const { base, all } = await cases(suite)

  it('has tests', () => {
    expect(all.length).toBeGreaterThan(50)
    for (const name of Object.keys(exclusions[suite] ?? {}))
      expect(all.map((test) => test.name)).toContain(name)
  })

  for (const test of all) {
    const reason = exclusions[suite]?.[test.name]
    const title = reason === undefined ? test.name : `${test.name}: ${reason}`
    it.skipIf(reason !== undefined)(title, async () => {
      if (test.kind.endsWith('NegativeSyntax') || test.kind.endsWith('NegativeEval')) {
        const outcome = await read(suite, test.action, base).catch((error: unknown) => error)
        expect(outcome).toBeInstanceOf(ServiceError)
        expect(String(outcome)).toMatch(/line \d+, column \d+/)
        return
      }
      const quads = await read(suite, test.action, base)
      if (test.result === undefined) return
      const expected = await read(suite, test.result, base)
      if (!isomorphic(quads, expected)) expect(quads).toEqual(expected)
    })
  }
})
