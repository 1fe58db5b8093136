import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  blank,
  iri,
  languageString,
  literal,
  type Quad,
  rdf,
  type Term,
  xsd,
  xsdNamespace,
} from '../../../rdf/term.ts'
import { loadQuads } from '../change/load.ts'
import { removeQuads } from '../change/remove.ts'
import { openDatabase } from '../connection.ts'
import { checkDatabase, checkDatabaseFile } from './check-database.ts'
import type { StoreFinding } from './findings.ts'

const objects: readonly Term[] = [
  iri('http://x.example/o'),
  blank('b0'),
  literal('plain'),
  literal('with \u0000 and 😀 and "quotes"'),
  literal(''),
  languageString('Garten', 'de'),
  literal('7', xsd.integer),
  literal('-0', xsd.double),
  literal('INF', xsd.double),
  literal('NaN', xsd.double),
  literal('9223372036854775807', xsd.integer),
  literal('123456789012345678901234567890', xsd.integer),
  literal('1.50', xsd.decimal),
  literal('seven', xsd.integer),
  literal('true', xsd.boolean),
  literal('2026-01-02T03:04:05Z', xsd.dateTime),
  literal('2026-01-02', xsd.date),
  literal('03:04:05', xsd.time),
  literal('P1D', xsd.dayTimeDuration),
  literal('FF', `${xsdNamespace}hexBinary`),
  literal('x', 'http://x.example/datatype'),
  literal('without a tag', rdf.langString),
]

const quads: readonly Quad[] = [
  ...objects.flatMap((object, n) =>
    [null, iri('http://x.example/g1'), blank('g2')].slice(0, 1 + (n % 3)).map((graph) => ({
      subject: n % 4 === 0 ? blank(`s${n}`) : iri(`http://x.example/s${n % 5}`),
      predicate: iri(`http://x.example/p${n % 3}`),
      object,
      graph,
    })),
  ),
  ...[0, 1, 2, 3].map((n) => ({
    subject: iri(`http://x.example/s${n}`),
    predicate: iri(rdf.type),
    object: iri(`http://x.example/Class${n % 2}`),
    graph: null,
  })),
]

let folder: string
let path: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'espalier-check-'))
  path = join(folder, 'whole.db')
  const database = openDatabase(path)
  await loadQuads(database, [quads])
  await removeQuads(database, [quads.slice(3, 5)])
  database.close()
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

let copies = 0
function copy(): string {
  const target = join(folder, `copy${copies++}.db`)
  copyFileSync(path, target)
  return target
}

function corrupted(sql: string): readonly StoreFinding[] {
  const target = copy()
  const database = new DatabaseSync(target, { enableForeignKeyConstraints: false })
  database.enableDefensive(false)
  database.exec(sql)
  database.close()
  return checkDatabaseFile(target)
}

it('finds nothing wrong with a database that is whole', () => {
  expect(checkDatabaseFile(path)).toEqual([])
})

it('finds nothing wrong with an empty database, nor with one in memory', async () => {
  const memory = openDatabase(':memory:')
  expect(checkDatabase(memory)).toEqual([])
  await loadQuads(memory, [quads])
  expect(checkDatabase(memory)).toEqual([])
})

const oneOf = (table: string, condition = 'TRUE') => `(SELECT rowid FROM ${table} WHERE ${condition} LIMIT 1)`

describe('a fault', () => {
  it.each<[sql: string, part: string, message: RegExp]>([
    ['PRAGMA application_id = 7', 'file', /is not a database of Espalier/],
    ['PRAGMA user_version = 7', 'file', /^The user version is 7, not 0\.$/],
    [`UPDATE meta SET value = 9 WHERE name = 'format'`, 'file', /has format 9/],
    [`UPDATE meta SET value = -1 WHERE name = 'version'`, 'file', /^The number of commits is -1\.$/],
    [`UPDATE meta SET value = 'once' WHERE name = 'created'`, 'file', /^The time of creation is "once"\.$/],
    [`DELETE FROM meta WHERE name = 'version'`, 'file', /^The number of commits is undefined\.$/],
    [`INSERT INTO meta VALUES ('other', 1)`, 'file', /^The table meta has 4 rows, not 3\.$/],
    [
      `INSERT INTO meta VALUES ('vocabulary', 'twice')`,
      'file',
      /^The number of changes of the vocabulary is twice\.$/,
    ],
    ['DROP INDEX quad_spo', 'file', /^The index quad_spo is missing\.$/],
    ['DROP INDEX term_value', 'file', /^The index term_value is missing\.$/],
    [
      'DROP INDEX term_value; CREATE INDEX term_value ON term (value, type, lang)',
      'file',
      /^The index term_value is another one than it should be\.$/,
    ],
    ['DROP TABLE class_count', 'file', /^The table class_count is missing\.$/],
    ['CREATE TABLE other (a)', 'file', /^There is a table other, which should not be\.$/],
    [
      'CREATE TRIGGER t AFTER INSERT ON quad BEGIN DELETE FROM quad; END',
      'file',
      /^There is a trigger t, which should not be\.$/,
    ],
    ['DELETE FROM datatype WHERE id = 7', 'dictionary', /^The datatype 7 is missing, not </],
    [
      `UPDATE datatype SET iri = 'urn:x' WHERE id = 5`,
      'dictionary',
      /^The datatype 5 is <urn:x>, not <.*integer>\.$/,
    ],
    [
      `INSERT INTO datatype VALUES (2, 'urn:x')`,
      'dictionary',
      /^The number 2 cannot be one of a datatype\.$/,
    ],
    [
      `DELETE FROM datatype WHERE iri = 'http://x.example/datatype'`,
      'dictionary',
      /has the datatype \d+, which there is not\.$/,
    ],
    [
      `UPDATE term SET family = 1 WHERE id = ${oneOf('term', 'type = 3')}`,
      'dictionary',
      /is of the family 1, not 8\.$/,
    ],
    [
      `UPDATE term SET key = key + 1 WHERE id = ${oneOf('term', `value = '7'`)}`,
      'dictionary',
      /has the key 8, not 7\.$/,
    ],
    [
      `UPDATE term SET key = NULL WHERE id = ${oneOf('term', `value = 'INF'`)}`,
      'dictionary',
      /has the key null, not Infinity\.$/,
    ],
    [
      `UPDATE term SET key = 1 WHERE id = ${oneOf('term', `value = 'plain'`)}`,
      'dictionary',
      /has the key 1, not null\.$/,
    ],
    [
      `UPDATE term SET key = key - 1 WHERE key = 9223372036854775807`,
      'dictionary',
      /not 9223372036854775807\.$/,
    ],
    [`UPDATE term SET value = '8' WHERE value = '7'`, 'dictionary', /has the key 7, not 8\.$/],
    [
      `UPDATE term SET lang = 'de' WHERE value = 'plain'`,
      'dictionary',
      /has a language, but is no text in one\.$/,
    ],
    [
      `UPDATE term SET value = CAST(x'ff41' AS TEXT) WHERE value = 'plain'`,
      'dictionary',
      /is not UTF-8 text\.$/,
    ],
    [`UPDATE term SET value = x'41' WHERE value = 'plain'`, 'dictionary', /of a wrong kind\.$/],
    [
      `UPDATE term SET id = 4294967296 WHERE value = 'plain'`,
      'dictionary',
      /has a number that no term can have\.$/,
    ],
    [
      `DELETE FROM term WHERE value = 'plain'`,
      'quads',
      /^The object \d+ of quads is not in the dictionary\.$/,
    ],
    [`DELETE FROM term WHERE value = 'http://x.example/p0'`, 'quads', /^The predicate \d+ of quads is not/],
    [`DELETE FROM term WHERE value = 'http://x.example/s1'`, 'quads', /^The subject \d+ of quads is not/],
    [`DELETE FROM term WHERE value = 'http://x.example/g1'`, 'quads', /^The graph \d+ of quads is not/],
    [
      `UPDATE term SET type = 1, family = 1 WHERE value = 'http://x.example/p0'`,
      'quads',
      /^The predicate \d+ of quads is a term of the type 1, which cannot be one\.$/,
    ],
    [
      `UPDATE term SET type = 3, family = 8 WHERE value = 'http://x.example/s1'`,
      'quads',
      /^The subject \d+ of quads is a term of the type 3, which cannot be one\.$/,
    ],
    [
      `UPDATE term SET type = 3, family = 8 WHERE value = 'http://x.example/g1'`,
      'quads',
      /^The graph \d+ of quads is a term of the type 3/,
    ],
    [
      'UPDATE quad SET u = 0 WHERE (p, s, o, g) = (SELECT p, s, o, g FROM quad WHERE u = 1 LIMIT 1)',
      'quads',
      /stands in the union 0 times, not once\.$/,
    ],
    [
      'UPDATE quad SET u = 1 WHERE (p, s, o, g) = (SELECT p, s, o, g FROM quad WHERE u = 0 LIMIT 1)',
      'quads',
      /stands in the union 2 times, not once\.$/,
    ],
    [
      'UPDATE quad SET u = 2 WHERE (p, s, o, g) = (SELECT p, s, o, g FROM quad WHERE u = 1 LIMIT 1)',
      'quads',
      /stands in the union 2 times, not once\.$/,
    ],
    [
      'DELETE FROM quad WHERE (p, s, o, g) = (SELECT p, s, o, g FROM quad WHERE g <> 0 LIMIT 1)',
      'counts',
      /^The graph \d+ has \d+ quads, but a count of/,
    ],
    [
      'UPDATE predicate_count SET triples = triples + 1 WHERE p = (SELECT min(p) FROM predicate_count)',
      'counts',
      /^The predicate \d+ has \d+ triples, but a count of/,
    ],
    [
      'UPDATE predicate_count SET subjects = subjects - 1 WHERE p = (SELECT min(p) FROM predicate_count)',
      'counts',
      /^The predicate \d+ has \d+ subjects, but a count of/,
    ],
    [
      'UPDATE predicate_count SET objects = 0 WHERE p = (SELECT min(p) FROM predicate_count)',
      'counts',
      /^The predicate \d+ has \d+ objects, but a count of 0\.$/,
    ],
    [
      'DELETE FROM predicate_count WHERE p = (SELECT min(p) FROM predicate_count)',
      'counts',
      /^The predicate \d+ has \d+ triples, but no count\.$/,
    ],
    [
      'INSERT INTO predicate_count VALUES (1000, 0, 0, 0)',
      'counts',
      /^The predicate 1000 has 0 triples, but a count of 0\.$/,
    ],
    [
      'UPDATE class_count SET instances = 9 WHERE class = (SELECT min(class) FROM class_count)',
      'counts',
      /^The class \d+ has 2 instances, but a count of 9\.$/,
    ],
    [
      'INSERT INTO class_count VALUES (1000, 1)',
      'counts',
      /^The class 1000 has 0 instances, but a count of 1\.$/,
    ],
    ['DELETE FROM graph_count WHERE g = 0', 'counts', /^The graph 0 has \d+ quads, but no count\.$/],
  ])('of %j is found', (sql, part, message) => {
    const findings = corrupted(sql)
    expect(findings).toContainEqual({ part, message: expect.stringMatching(message) })
  })

  it('of a foreign or missing file is found', () => {
    const target = join(folder, 'other.db')
    expect(checkDatabaseFile(target)).toEqual([
      { part: 'file', message: expect.stringContaining('does not exist') },
    ])
    writeFileSync(target, 'hello '.repeat(1000))
    expect(checkDatabaseFile(target)).toEqual([
      { part: 'file', message: expect.stringContaining('is not a database') },
    ])
    expect(checkDatabaseFile(folder)).toEqual([
      { part: 'file', message: expect.stringContaining('cannot be read') },
    ])
  })

  it('that is there many times is told a hundred times, then counted', async () => {
    const target = join(folder, 'many.db')
    const database = openDatabase(target)
    const many = Array.from({ length: 250 }, (_, n) => literal(`text ${n}`))
    await loadQuads(database, [
      many.map((object) => ({ subject: iri('s:'), predicate: iri('p:'), object, graph: null })),
    ])
    database.exec('UPDATE term SET family = 9 WHERE type = 3')
    database.close()
    const findings = checkDatabaseFile(target)
    expect(findings).toHaveLength(101)
    expect(findings.at(-1)).toEqual({ part: 'dictionary', message: 'And 150 more.' })
  })
})

/** Everything that a file says; not how many commits made it, nor when, which nothing else says too. */
function contents(file: string): string {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = ['datatype', 'term', 'quad', 'predicate_count', 'class_count', 'graph_count'].map(
      (table) => {
        const statement = database.prepare(`SELECT * FROM ${table}`)
        statement.setReadBigInts(true)
        return statement.all()
      },
    )
    return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? `${value}n` : value))
  } finally {
    database.close()
  }
}

/** A file with other bytes: that it is changed is found, or it is in bytes that say nothing. */
function expectFound(bytes: Uint8Array, whole: string): void {
  const target = join(folder, `flip${copies++}.db`)
  writeFileSync(target, bytes)
  const findings = checkDatabaseFile(target)
  if (findings.length === 0) expect(contents(target)).toBe(whole)
  for (const file of ['', '-wal', '-shm']) rmSync(`${target}${file}`, { force: true })
}

const runs = Number(process.env['CHECK_RUNS'] ?? 150)

describe('a damaged file', () => {
  it('is found to be where a bit of it is another', () => {
    const bytes = readFileSync(path)
    const whole = contents(path)
    fc.assert(
      fc.property(fc.nat(bytes.length * 8 - 1), (bit) => {
        const flipped = Buffer.from(bytes)
        flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expectFound(flipped, whole)
      }),
      { numRuns: runs },
    )
  })

  it('is found to be where its end is missing', () => {
    const bytes = readFileSync(path)
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        const target = join(folder, `cut${copies++}.db`)
        writeFileSync(target, bytes.subarray(0, length))
        expect(checkDatabaseFile(target)).not.toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it('is found to be where a page of it is zero, or another page', () => {
    const bytes = readFileSync(path)
    const whole = contents(path)
    const pages = bytes.length / 4096
    fc.assert(
      fc.property(fc.nat(pages - 1), fc.nat(pages - 1), (page, other) => {
        const changed = Buffer.from(bytes)
        if (page === other) changed.fill(0, page * 4096, (page + 1) * 4096)
        else bytes.copy(changed, page * 4096, other * 4096, (other + 1) * 4096)
        expectFound(changed, whole)
      }),
      { numRuns: 60 },
    )
  })
})
