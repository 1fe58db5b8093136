import { expect, it } from 'vitest'
import { blank, iri, type Quad } from '../src/rdf/term.ts'
import { isomorphic } from './isomorphic.ts'

const edge = (from: string, to: string): Quad => ({
  subject: blank(from),
  predicate: iri('http://e/p'),
  object: blank(to),
  graph: null,
})

it('graphs are the same under other labels', () => {
  expect(
    isomorphic(
      [edge('a', 'b'), edge('b', 'a'), edge('b', 'c')],
      [edge('y', 'z'), edge('x', 'y'), edge('y', 'x')],
    ),
  ).toBe(true)
})

it('two triangles are not a hexagon', () => {
  const triangles = ['ab', 'bc', 'ca', 'de', 'ef', 'fd'].map(([from = '', to = '']) => edge(from, to))
  const hexagon = ['ab', 'bc', 'cd', 'de', 'ef', 'fa'].map(([from = '', to = '']) => edge(from, to))
  expect(isomorphic(triangles, hexagon)).toBe(false)
  expect(isomorphic(triangles, triangles)).toBe(true)
})

it('graphs with other triples are not the same', () => {
  expect(isomorphic([edge('a', 'b')], [edge('a', 'a')])).toBe(false)
  expect(isomorphic([edge('a', 'b')], [])).toBe(false)
})
