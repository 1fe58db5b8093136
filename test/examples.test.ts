import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { iriOfName } from '../src/rdf/namespaces.ts'
import { readGarden } from './garden.ts'

const examples = new URL('../examples/', import.meta.url)
const { quads, namespaces } = await readGarden()

it('the sample data is a few hundred triples in several graphs and languages', () => {
  expect(quads.length).toBeGreaterThan(300)
  expect(quads.length).toBeLessThan(1000)
  expect(new Set(quads.map((quad) => quad.graph?.value)).size).toBe(4)
  const languages = new Set(quads.map(({ object }) => (object.kind === 'literal' ? object.language : '')))
  expect([...languages].sort()).toEqual(['', 'de', 'en', 'fr', 'la'])
})

it('every node that is pointed to is described', () => {
  const subjects = new Set(quads.map((quad) => quad.subject.value))
  const missing = quads.filter(
    ({ object }) =>
      object.kind === 'iri' &&
      object.value.startsWith('https://garden.example/') &&
      !subjects.has(object.value),
  )
  expect(missing).toEqual([])
})

const files = readdirSync(new URL('queries/', examples)).filter((file) => file.endsWith('.graphql'))

it('there are six questions', () => {
  expect(files).toHaveLength(6)
})

it.each(files)('the names in %s are names in the sample data', (file) => {
  const known = new Set(quads.flatMap((quad) => [quad.predicate.value, quad.object.value]))
  const text = readFileSync(new URL(`queries/${file}`, examples), 'utf8')
  const body = text
    .replace(/#.*/g, '')
    .replace(/^\s*query \w+\([^)]*\)/m, '')
    .replace(/\w+: (?=so_|rdfs_)/g, '')
    .replace(/\$\w+|@\w+|\b(?:orderBy|field|desc|first|skip|iri|__typename|true|false|\d+)\b/g, '')
  const names = body.match(/\w+/g) ?? []
  expect(names.length).toBeGreaterThan(2)
  expect(
    names.filter(
      (name) =>
        !known.has(iriOfName(name, namespaces)) &&
        !quads.some((quad) => quad.subject.value === iriOfName(name, namespaces)),
    ),
  ).toEqual([])
})
