import fc from 'fast-check'
import { blank, iri, languageString, literal, type Term } from '../src/rdf/term.ts'

/** Texts with what quoting and storing could get wrong; well-formed, as all text that is stored. */
const arbitraryText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    '"',
    '\\',
    '\\q',
    '\\\\"',
    '\u0000',
    'a\u0000b',
    '\uFEFF',
    '😀',
    '5',
    ' 5',
    "'",
    '\r\n',
    'é',
    'e\u0301',
  ),
)

/** Terms of all kinds, with such texts as values, datatypes and tags. */
export const arbitraryTerm: fc.Arbitrary<Term> = fc.oneof(
  arbitraryText.map(iri),
  arbitraryText.map(blank),
  fc
    .tuple(
      arbitraryText,
      fc.oneof(
        arbitraryText.map((text) => `http://example.org/${text}`),
        arbitraryText,
      ),
    )
    .map(([value, datatype]) => literal(value, datatype === '' ? 'x' : datatype)),
  arbitraryText.map((value) => literal(value)),
  fc
    .tuple(arbitraryText, fc.oneof(fc.constantFrom('en', 'en-gb', 'de'), arbitraryText))
    .map(([value, tag]) => languageString(value, tag)),
)
