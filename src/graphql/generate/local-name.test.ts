import { describe, expect, it } from 'vitest'
import { localName, nameOfWords, namespaceWord, shortNamer, toName } from './local-name.ts'

describe('localName', () => {
  it.each([
    ['http://xmlns.com/foaf/0.1/Person', 'Person'],
    ['http://x/ns#first-name', 'first_name'],
    ['urn:isbn:0451450523', '_0451450523'],
    ['http://x/Person/', 'Person'],
    ['http://x/ns#', 'ns'],
    ['http://x/a%20b', 'a_b'],
    ['http://x/100%', '_100_'],
    ['http://x/é', 'e'],
    ['http://x/Größe', 'Gro_e'],
    ['http://x/__type', '_type'],
    ['http://x/_', undefined],
    ['http://x/東京', undefined],
    ['', undefined],
    ['///', undefined],
  ])('of <%s> is %s', (iri, name) => {
    expect(localName(iri)).toBe(name)
  })

  it('is short however long the IRI is', () => {
    expect(localName(`http://x/${'a'.repeat(1_000_000)}`)).toBe('a'.repeat(200))
    expect(localName(`http://x/${'/#:'.repeat(1_000_000)}b`)).toBe('b')
    expect(localName(`http://x/b${'/#:'.repeat(1_000_000)}`)).toBe('b')
  })
})

describe('namespaceWord', () => {
  it.each([
    ['http://xmlns.com/foaf/0.1/name', 'foaf'],
    ['http://www.w3.org/2004/02/skos/core#Concept', 'skos'],
    ['http://purl.org/dc/terms/title', 'dc'],
    ['https://schema.org/name', 'schema'],
    ['http://purl.org/goodrelations/v1#Offering', 'goodrelations'],
    ['http://www.w3.org/ns/org#Post', 'org'],
    ['http://localhost:8080/Post', 'localhost'],
    ['urn:example:thing', 'example'],
    ['urn:thing', undefined],
    ['', undefined],
  ])('of <%s> is %s', (iri, word) => {
    expect(namespaceWord(iri)).toBe(word)
  })
})

describe('nameOfWords', () => {
  it.each([
    ['name', 'name'],
    ['Name', 'Name'],
    ['given name', 'givenName'],
    ['Date of  birth', 'dateOfBirth'],
    ['e-mail', 'eMail'],
    ['straße', undefined],
    ['a & b', undefined],
    ['3 names', undefined],
    ['__x', undefined],
    ['_', undefined],
    ['', undefined],
  ])('%j is %s', (text, name) => {
    expect(nameOfWords(text)).toBe(name)
  })
})

describe('short names', () => {
  it('are cut, or not given', () => {
    expect(toName('x'.repeat(300))).toHaveLength(200)
    expect(shortNamer((iri) => iri)('x'.repeat(200))).toHaveLength(200)
    expect(shortNamer((iri) => iri)('x'.repeat(201))).toBeUndefined()
  })
})
