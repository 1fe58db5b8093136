import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNamer, defaultNamespaces, iriOfName, nameOfIri, nearPrefix } from './namespaces.ts'

const foaf = 'http://xmlns.com/foaf/0.1/'
const namespaces = new Map([...defaultNamespaces, ['foaf', foaf], ['a', 'http://a/'], ['a_b', 'http://ab/']])

describe('iriOfName', () => {
  it.each([
    ['Tatooine', 'http://api.stardog.com/Tatooine'],
    ['foaf_Person', `${foaf}Person`],
    ['unknown_name', 'http://api.stardog.com/unknown_name'],
    ['a_b_c', 'http://ab/c'],
    ['a_c_b', 'http://a/c_b'],
    ['a_b', 'http://a/b'],
    ['_a_b', 'http://api.stardog.com/_a_b'],
    ['foaf_', foaf],
    ['foaf__x', `${foaf}_x`],
    ['foaf', 'http://api.stardog.com/foaf'],
  ])('reads %s as %s', (name, iri) => {
    expect(iriOfName(name, namespaces)).toBe(iri)
  })

  it('reads an alias before a prefix', () => {
    expect(iriOfName('foaf_name', namespaces, new Map([['foaf_name', 'urn:x']]))).toBe('urn:x')
  })

  it('falls back to the default namespace of a new database', () => {
    expect(iriOfName('x', new Map())).toBe('http://api.stardog.com/x')
  })

  it('looks a long name up no farther than the longest prefix reaches', () => {
    const long = 'p'.repeat(200)
    const known = new Map([...namespaces, [long, 'http://long/']])
    expect(iriOfName(`${long}_x`, known)).toBe('http://long/x')
    const asked: string[] = []
    const counting = Object.assign(new Map(namespaces), { has: (name: string) => asked.push(name) < 0 })
    iriOfName('_'.repeat(100_000), counting)
    expect(asked.length).toBeLessThan(10)
  })

  it('takes names of object members for ordinary names', () => {
    expect(iriOfName('constructor_x', namespaces)).toBe('http://api.stardog.com/constructor_x')
    expect(iriOfName('__proto__', namespaces)).toBe('http://api.stardog.com/__proto__')
  })
})

describe('nameOfIri', () => {
  it.each([
    ['http://api.stardog.com/Tatooine', 'Tatooine'],
    [`${foaf}Person`, 'foaf_Person'],
    [foaf, 'foaf_'],
    ['https://schema.org/name', 'so_name'],
    ['tag:stardog:api:context:local', undefined],
    ['tag:stardog:api:variable', 'stardog_variable'],
    ['http://api.stardog.com/foaf_x', undefined],
    ['http://api.stardog.com/x_y', 'x_y'],
    ['http://api.stardog.com/__type', undefined],
    ['http://api.stardog.com/9lives', undefined],
    ['https://schema.org/9lives', 'so_9lives'],
    ['http://api.stardog.com/', undefined],
    ['http://api.stardog.com/a/b', undefined],
    ['http://api.stardog.com/caf\u00e9', undefined],
    ['http://api.stardog.com/true', undefined],
    ['http://api.stardog.com/null', undefined],
    ['http://elsewhere/x', undefined],
    ['', undefined],
  ])('writes <%s> as %s', (iri, name) => {
    expect(nameOfIri(iri, namespaces)).toBe(name)
  })

  it('prefers an alias, the first by alphabet', () => {
    const aliases = new Map([
      ['zed', `${foaf}name`],
      ['ann', `${foaf}name`],
    ])
    expect(nameOfIri(`${foaf}name`, namespaces, aliases)).toBe('ann')
  })

  it('does not use a name that an alias gives to another IRI', () => {
    expect(nameOfIri(`${foaf}name`, namespaces, new Map([['foaf_name', 'urn:x']]))).toBeUndefined()
  })

  it('does not use a prefix that is not part of a GraphQL name', () => {
    expect(nameOfIri('http://dc/x', new Map([['dc-terms', 'http://dc/']]))).toBeUndefined()
  })

  it('prefers the default namespace, then the longest, then the alphabet', () => {
    const all = new Map([
      ['z', 'http://e/'],
      ['b', 'http://e/x'],
      ['y', 'http://e/'],
    ])
    expect(nameOfIri('http://e/xa', all)).toBe('b_a')
    expect(nameOfIri('http://e/ya', all)).toBe('y_ya')
    expect(nameOfIri('http://e/xa', new Map([...all, ['', 'http://e/']]))).toBe('xa')
  })

  it('falls through to another namespace when the name of the first reads as something else', () => {
    const all = new Map([
      ['', 'http://e/'],
      ['p', 'http://other/'],
      ['q', 'http://e/'],
    ])
    expect(nameOfIri('http://e/p_x', all)).toBe('q_p_x')
  })

  it('writes only names that read back, and misses none that reads back through a known namespace', () => {
    const segment = fc.stringMatching(/^[ab_1]{0,3}$/)
    const space = fc.tuple(
      fc.constantFrom('http://e/', 'http://e/a', 'http://e/a_', 'urn:', 'http://e/a#'),
      segment,
    )
    const map = fc
      .array(
        fc.tuple(segment, fc.constantFrom('http://e/', 'http://e/a', 'http://e/a_', 'urn:', 'http://e/a#')),
        {
          maxLength: 6,
        },
      )
      .map((entries) => new Map(entries))
    const aliasMap = fc
      .array(
        fc.tuple(
          segment,
          space.map(([a, b]) => a + b),
        ),
        { maxLength: 2 },
      )
      .map((entries) => new Map(entries))
    fc.assert(
      fc.property(map, aliasMap, space, (known, aliases, [start, end]) => {
        const iri = start + end
        const name = createNamer(known, aliases)(iri)
        const possible = [
          ...[...aliases].filter(([, target]) => target === iri).map(([alias]) => alias),
          ...[...known]
            .filter(([, namespace]) => iri.startsWith(namespace))
            .map(([prefix, namespace]) => (prefix === '' ? '' : `${prefix}_`) + iri.slice(namespace.length)),
        ].filter(
          (candidate) =>
            /^[_A-Za-z]\w*$/.test(candidate) &&
            !candidate.startsWith('__') &&
            iriOfName(candidate, known, aliases) === iri,
        )
        if (name === undefined) expect(possible).toEqual([])
        else expect(possible).toContain(name)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('nearPrefix', () => {
  it.each([
    ['foaff_name', 'foaff', 'foaf'],
    ['fof_name', 'fof', 'foaf'],
    ['faof_name', 'faof', 'foaf'],
    ['foat_name', 'foat', 'foaf'],
    ['rdfs1_x', 'rdfs1', 'rdfs'],
    ['FOAF_x', undefined, undefined],
    ['foaf_naem', undefined, undefined],
    ['fo_name', undefined, undefined],
    ['foaff', undefined, undefined],
    ['_foaff', undefined, undefined],
    ['last_name', undefined, undefined],
    ['sos_name', undefined, undefined],
  ])('%s → %s, %s', (name, prefix, suggestion) => {
    expect(nearPrefix(name, namespaces)).toEqual(prefix === undefined ? undefined : { prefix, suggestion })
  })
})
