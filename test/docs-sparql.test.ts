import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { allGraphs, defaultGraph, everyGraph, namedGraphs, noGraphs } from '../src/sparql/algebra.ts'

const text = readFileSync(new URL('../docs/sparql.md', import.meta.url), 'utf8')

it('tells the names of graphs that the store knows', () => {
  const names = [...text.matchAll(/^\| `(tag:[^`]+)` \|/gm)].map(([, name]) => name)
  expect(names).toEqual([defaultGraph, namedGraphs, allGraphs, everyGraph, noGraphs])
})

it('tells how many triples are remembered in memory', () => {
  const source = readFileSync(new URL('../src/store/triples/seen-keys.ts', import.meta.url), 'utf8')
  const [, number] = /keptInMemory = ([\d_]+)/.exec(source) ?? []
  expect(text).toContain(`beyond ${Number(number?.replaceAll('_', '')).toLocaleString('en')} triples`)
})
