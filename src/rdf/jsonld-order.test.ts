import { describe, expect, it } from 'vitest'
import { isomorphic } from '../../test/isomorphic.ts'
import { parse } from '../../test/rdf-documents.ts'
import { inReadingOrder } from './jsonld-order.ts'

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  )
}

describe('members of JSON-LD objects', () => {
  it('are written context first, then types and the identifier by any name', () => {
    const document = {
      p: [1, { q: null, id: 'x', '@context': {} }],
      kind: 'T',
      '@context': { kind: '@type', id: { '@id': '@id' }, p: 'http://e/p' },
    }
    expect([...inReadingOrder(document)].join('')).toBe(
      '{"@context":{"kind":"@type","id":{"@id":"@id"},"p":"http://e/p"},"kind":"T","p":[1,{"@context":{},"id":"x","q":null}]}',
    )
  })

  it.each([
    ['an empty object', {}],
    ['an empty array', []],
    ['names of object members', JSON.parse('{"__proto__": {"constructor": []}}')],
    ['text beyond the basic plane', { '\u{1f333}': '\u2028"\\' }],
  ])('are kept as they are: %s', (_name, document) => {
    expect(JSON.parse([...inReadingOrder(document)].join(''))).toEqual(document)
  })

  it.each<[string, number, object]>([
    ['a plain node', 1, { p: 1, '@id': 'http://e/a', '@context': { '@vocab': 'http://e/' } }],
    [
      'a context of a type, by another name',
      2,
      {
        name: 'x',
        type: 'T',
        id: 'http://e/a',
        '@context': {
          '@version': 1.1,
          '@vocab': 'http://e/',
          type: '@type',
          id: '@id',
          T: { '@id': 'http://e/T', '@context': { name: 'http://f/name' } },
        },
      },
    ],
    [
      'graphs in graphs',
      4,
      {
        g: { 'http://e/g1': { p: 1, '@id': 'http://e/x' }, 'http://e/g2': { p: 2 } },
        '@id': 'http://e/a',
        '@context': { '@vocab': 'http://e/', g: { '@container': ['@graph', '@id'] } },
      },
    ],
    [
      'languages and indexes',
      6,
      {
        l: { en: 'a', de: ['b', 'c'] },
        i: { one: { p: 1 }, two: '2' },
        '@context': {
          '@vocab': 'http://e/',
          l: { '@container': '@language' },
          i: { '@container': '@index' },
        },
      },
    ],
    [
      'lists in lists',
      10,
      {
        '@graph': [{ p: [{ '@list': [1, { q: { '@list': [] } }, [2]] }] }],
        '@id': 'http://e/g',
        x: 1,
        '@context': { '@vocab': 'http://e/' },
      },
    ],
    [
      'reversed properties',
      2,
      {
        '@reverse': { p: [{ q: 1, '@id': 'http://e/b' }] },
        '@id': 'http://e/a',
        '@context': { '@vocab': 'http://e/' },
      },
    ],
    [
      'a JSON literal',
      1,
      { c: { '@id': 3, z: [1], a: null }, '@context': { c: { '@id': 'http://e/c', '@type': '@json' } } },
    ],
  ])('may stand in any order: %s', async (_name, count, document) => {
    const quads = await parse('json-ld', JSON.stringify(document))
    expect(quads).toHaveLength(count)
    expect(isomorphic(quads, await parse('json-ld', JSON.stringify(reversed(document))))).toBe(true)
  })
})
