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
 */
export const schema = `
CREATE TABLE meta (name TEXT PRIMARY KEY, value) STRICT, WITHOUT ROWID;
CREATE TABLE datatype (id INTEGER PRIMARY KEY, iri TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE term (
  id INTEGER PRIMARY KEY,
  value TEXT NOT NULL,
  type INTEGER NOT NULL,
  lang TEXT NOT NULL,
  family INTEGER NOT NULL,
  key
);
CREATE UNIQUE INDEX term_value ON term (value, type, lang);
CREATE INDEX term_key ON term (family, key) WHERE key IS NOT NULL;
CREATE TABLE quad (
  p INTEGER NOT NULL, s INTEGER NOT NULL, o INTEGER NOT NULL, g INTEGER NOT NULL, u INTEGER NOT NULL,
  PRIMARY KEY (p, s, o, g)
) STRICT, WITHOUT ROWID;
CREATE INDEX quad_pos ON quad (p, o, s, g, u);
CREATE INDEX quad_spo ON quad (s, p, o, g, u);
CREATE INDEX quad_osp ON quad (o, s, p, g, u);
CREATE INDEX quad_named ON quad (g, p, s, o, u) WHERE g <> 0;
CREATE TABLE predicate_count (p INTEGER PRIMARY KEY, triples INTEGER NOT NULL, subjects INTEGER NOT NULL, objects INTEGER NOT NULL) STRICT;
CREATE TABLE class_count (class INTEGER PRIMARY KEY, instances INTEGER NOT NULL) STRICT;
CREATE TABLE graph_count (g INTEGER PRIMARY KEY, quads INTEGER NOT NULL) STRICT;
`

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

export type Family = (typeof family)[keyof typeof family]
