import { rdf, xsd } from '../../rdf/term.ts'

/** Indexes of `term`, by name. */
export const termIndexes = {
  term_value: 'CREATE UNIQUE INDEX term_value ON term (value, type, lang)',
  term_key: 'CREATE INDEX term_key ON term (family, key) WHERE key IS NOT NULL',
} as const

/** Secondary indexes of `quad`, by name. */
export const quadIndexes = {
  quad_pos: 'CREATE INDEX quad_pos ON quad (p, o, s, g, u)',
  quad_spo: 'CREATE INDEX quad_spo ON quad (s, p, o, g, u)',
  quad_osp: 'CREATE INDEX quad_osp ON quad (o, s, p, g, u)',
  quad_named: 'CREATE INDEX quad_named ON quad (g, p, s, o, u) WHERE g <> 0',
} as const

/**
 * The tables of an embedded database: one SQLite file, one database.
 *
 * `datatype` numbers what a term can be: 1 blank node, 2 IRI, 3 `xsd:string`, 4 `rdf:langString`, and from 5 on the
 * datatypes of other literals, the well-known ones with the fixed numbers of {@link wellKnownDatatypes}.
 *
 * `term` is the dictionary. Ids are given in order of first insertion, from 1; 0 is no term and stands for the default
 * graph in `quad.g`. `key` is the value of a well-typed numeric (INTEGER where it is whole and fits in 64 bits, else
 * REAL), boolean (0 or 1) or temporal literal (seconds since the epoch, times without a zone taken as UTC), else NULL.
 * `family` says which terms `key` and `value` are comparable with, and orders the kinds as ORDER BY does.
 *
 * `quad` holds each quad once. `u` is 1 on exactly one quad of each triple, whatever graphs it stands in, so that
 * `u = 1` scans the union of all graphs without duplicates. Every index ends in `u` to cover such scans.
 * `quad_named` serves a statement only where it says `g <> 0` in so many words, beside `g = ?` too. With one graph given,
 * say it where only the predicate is bound, or nothing; else leave it out, for SQLite would read the whole graph instead
 * of the few quads of a subject or object.
 *
 * `predicate_count` and `class_count` count triples of the union, `graph_count` quads; rows that would be 0 are absent.
 * `meta` holds `format`, `version` (number of commits), `created` and, once there was one, `vocabulary` (number of changes that
 * may have added or removed quads that axioms are made of).
 *
 * Reading terms: `dictionary.ts`; text of terms that are not in the dictionary: `term-text.ts`; opening files:
 * `connection.ts`; sort keys of constants: `sort-key.ts`.
 */
export const schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value ANY) STRICT, WITHOUT ROWID;
CREATE TABLE datatype (id INTEGER PRIMARY KEY, iri TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE term (
  id INTEGER PRIMARY KEY,
  value TEXT NOT NULL,
  type INTEGER NOT NULL,
  lang TEXT NOT NULL,
  family INTEGER NOT NULL,
  key NUMERIC
);
CREATE TABLE quad (
  p INTEGER NOT NULL, s INTEGER NOT NULL, o INTEGER NOT NULL, g INTEGER NOT NULL, u INTEGER NOT NULL,
  PRIMARY KEY (p, s, o, g)
) STRICT, WITHOUT ROWID;
CREATE TABLE predicate_count (p INTEGER PRIMARY KEY, triples INTEGER NOT NULL, subjects INTEGER NOT NULL, objects INTEGER NOT NULL) STRICT;
CREATE TABLE class_count (class INTEGER PRIMARY KEY, instances INTEGER NOT NULL) STRICT;
CREATE TABLE graph_count (g INTEGER PRIMARY KEY, quads INTEGER NOT NULL) STRICT;
${[...Object.values(termIndexes), ...Object.values(quadIndexes)].map((index) => `${index};\n`).join('')}`

/** `PRAGMA application_id` of a database file: the letters `Espl`. */
export const applicationId = 0x4573706c

/** Counted up whenever a file of the old tables would be read wrongly. */
export const formatVersion = 1

const xsdNamespace = 'http://www.w3.org/2001/XMLSchema#'

/** `datatype.id` of the datatypes that every database knows, by IRI; the numeric ones are 5 to 20. */
export const wellKnownDatatypes: ReadonlyMap<string, number> = new Map([
  [xsd.string, 3],
  [rdf.langString, 4],
  ...[
    'integer',
    'decimal',
    'float',
    'double',
    'nonPositiveInteger',
    'negativeInteger',
    'long',
    'int',
    'short',
    'byte',
    'nonNegativeInteger',
    'unsignedLong',
    'unsignedInt',
    'unsignedShort',
    'unsignedByte',
    'positiveInteger',
    'boolean',
    'dateTime',
    'dateTimeStamp',
    'date',
    'time',
    'gYear',
    'gYearMonth',
    'gMonth',
    'gMonthDay',
    'gDay',
    'duration',
    'dayTimeDuration',
    'yearMonthDuration',
    'anyURI',
    'language',
    'normalizedString',
    'token',
    'base64Binary',
    'hexBinary',
  ].map((name, index) => [`${xsdNamespace}${name}`, index + 5] as const),
])

/** `datatype.id` of what is not a typed literal. */
export const typeNumber = { blank: 1, iri: 2, string: 3, langString: 4 } as const

/** `term.family`, in the order of ORDER BY: blank nodes, IRIs, then literals by kind of value. */
export const family = {
  blank: 1,
  iri: 2,
  numeric: 3,
  boolean: 4,
  dateTime: 5,
  date: 6,
  time: 7,
  string: 8,
  other: 9,
} as const

/** One of the numbers of {@link family}. */
export type Family = (typeof family)[keyof typeof family]
