import { describe, expect, it } from 'vitest'
import { formatOfFileName, formatOfMediaType, rdfSyntaxes, suggestExtension } from './formats.ts'

describe('formats', () => {
  it.each([
    ['people.ttl', 'turtle'],
    ['PEOPLE.TTL.GZ', 'turtle'],
    ['/data/x.y/garden.trig', 'trig'],
    ['a.nt.gz', 'n-triples'],
    ['a.nq', 'n-quads'],
    ['a.owl', 'rdf-xml'],
    ['a.jsonld', 'json-ld'],
    ['a.ttl.bz2', 'turtle'],
    ['a.rdf.zip', 'rdf-xml'],
    ['a.zip', 'trig'],
    ['2026.11.ZIP', 'trig'],
    ['zip', undefined],
    ['bz2', undefined],
    ['ttl', 'turtle'],
    ['a.gz', undefined],
    ['a.txt', undefined],
    ['', undefined],
  ])('of a file named %s is %s', (name, format) => {
    expect(formatOfFileName(name)).toBe(format)
  })

  it.each([
    ['text/turtle', 'turtle'],
    ['Text/Turtle; charset=UTF-8', 'turtle'],
    ['application/ld+json;profile="x"', 'json-ld'],
    ['application/rdf+xml', 'rdf-xml'],
    ['application/octet-stream', undefined],
    ['', undefined],
  ])('of media type %s is %s', (mediaType, format) => {
    expect(formatOfMediaType(mediaType)).toBe(format)
  })

  it('have no extension or media type in common', () => {
    const extensions = rdfSyntaxes.flatMap((syntax) => syntax.extensions)
    const mediaTypes = rdfSyntaxes.flatMap((syntax) => syntax.mediaTypes)
    expect(new Set(extensions).size).toBe(extensions.length)
    expect(new Set(mediaTypes).size).toBe(mediaTypes.length)
  })

  it('are suggested by extensions that are nearly right', () => {
    expect(suggestExtension('people.tll')).toBe('ttl')
    expect(suggestExtension('people.tt')).toBeUndefined()
    expect(suggestExtension('people.turtel')).toBe('turtle')
    expect(suggestExtension('people.trigg.gz')).toBe('trig')
  })
})
