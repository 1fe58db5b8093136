import { beforeAll, describe, expect, it } from 'vitest'
import { iri } from '../../../rdf/term.ts'
import { loadQuads } from '../change/load.ts'
import { openDatabase } from '../connection.ts'

const database = openDatabase(':memory:')

beforeAll(async () => {
  const quads = Array.from({ length: 500 }, (_, n) => ({
    subject: iri(`s:${n % 50}`),
    predicate: iri(`p:${n % 5}`),
    object: iri(`o:${n}`),
    graph: n % 2 === 0 ? null : iri('g:1'),
  }))
  await loadQuads(database, [quads])
})

const bound = ['', 's', 'p', 'o', 'sp', 'so', 'po', 'spo']
const scopes = {
  union: () => 'u = 1',
  'default graph': () => 'g = 0',
  'one graph': (positions: string) => (/[so]/.test(positions) ? 'g = 4' : 'g = 4 AND g <> 0'),
  'any graph': () => 'g <> 0',
}

describe.each(Object.entries(scopes))('in the scope %s', (scope, condition) => {
  it.each(bound)('an index serves the bound positions "%s"', (positions) => {
    const conditions = [...positions].map((position) => `${position} = 1`)
    const sql = `SELECT s, p, o, g FROM quad WHERE ${[...conditions, condition(positions)].join(' AND ')}`
    const steps = database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
    expect(steps).toHaveLength(1)
    if (positions === '' && scope !== 'one graph') expect(steps[0]).toMatch(/^(SCAN|SEARCH) quad/)
    else expect(steps[0]).toMatch(/^SEARCH quad USING (PRIMARY KEY|COVERING INDEX)/)
    const used = /\((.*)\)/.exec(steps[0] ?? '')?.[1] ?? ''
    for (const position of positions) expect(used).toContain(`${position}=?`)
  })
})

it('finds a term by its value, and terms by a range of keys, through indexes', () => {
  const plan = (sql: string) =>
    database
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => detail)
  expect(plan(`SELECT id FROM term WHERE value = 'a' AND type = 2 AND lang = ''`)).toEqual([
    'SEARCH term USING COVERING INDEX term_value (value=? AND type=? AND lang=?)',
  ])
  expect(plan('SELECT id FROM term WHERE family = 3 AND key > 5')).toEqual([
    'SEARCH term USING COVERING INDEX term_key (family=? AND key>?)',
  ])
})
