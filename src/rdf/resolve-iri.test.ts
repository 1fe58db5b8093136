import { expect, it } from 'vitest'
import { resolveIri } from './resolve-iri.ts'

// RFC 3986, 5.4.
it.each([
  ['g:h', 'g:h'],
  ['g', 'http://a/b/c/g'],
  ['./g', 'http://a/b/c/g'],
  ['g/', 'http://a/b/c/g/'],
  ['/g', 'http://a/g'],
  ['//g', 'http://g'],
  ['?y', 'http://a/b/c/d;p?y'],
  ['g?y', 'http://a/b/c/g?y'],
  ['#s', 'http://a/b/c/d;p?q#s'],
  ['g#s', 'http://a/b/c/g#s'],
  [';x', 'http://a/b/c/;x'],
  ['', 'http://a/b/c/d;p?q'],
  ['.', 'http://a/b/c/'],
  ['./', 'http://a/b/c/'],
  ['..', 'http://a/b/'],
  ['../g', 'http://a/b/g'],
  ['../..', 'http://a/'],
  ['../../../g', 'http://a/g'],
  ['/./g', 'http://a/g'],
  ['/../g', 'http://a/g'],
  ['g.', 'http://a/b/c/g.'],
  ['..g', 'http://a/b/c/..g'],
  ['./g/.', 'http://a/b/c/g/'],
  ['g/../h', 'http://a/b/c/h'],
  ['g?y/../x', 'http://a/b/c/g?y/../x'],
])('resolves %j', (reference, expected) => {
  expect(resolveIri(reference, 'http://a/b/c/d;p?q')).toBe(expected)
})

it('needs a base for what is relative', () => {
  expect(resolveIri('a', undefined)).toBeUndefined()
  expect(resolveIri('a', 'b')).toBeUndefined()
  expect(resolveIri('http://e.org', undefined)).toBe('http://e.org')
  expect(resolveIri('a', 'http://e.org')).toBe('http://e.org/a')
})
