import { DatabaseSync, type StatementSync } from 'node:sqlite'
import type { QuestionName } from './questions.ts'
import { someoneIri } from './social-graph.ts'

type Row = readonly (string | number)[]
type Ask = () => string

/**
 * The floor: each question as one would write it by hand for this graph, in SQL on the tables of the same file, with
 * statements prepared once and the JSON text put together in place.
 */
export function handWrittenSql(path: string): { readonly ask: Record<QuestionName, Ask>; close(): void } {
  const database = new DatabaseSync(path, { readOnly: true })
  database.exec('PRAGMA cache_size = -65536; PRAGMA mmap_size = 1073741824')
  const own = (name: string): number => idOf(database, `http://api.stardog.com/${name}`)
  const type = idOf(database, 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type')
  const [person, name, age, email, knows, company, city] = [
    own('Person'),
    own('name'),
    own('age'),
    own('email'),
    own('knows'),
    own('company'),
    own('city'),
  ]
  /** A value of a property of a column, decoded. */
  const value = (alias: string, property: number, node: string): string =>
    `CROSS JOIN quad q${alias} ON q${alias}.p = ${property} AND q${alias}.s = ${node} AND q${alias}.u = 1
     CROSS JOIN term ${alias} ON ${alias}.id = q${alias}.o`
  const persons = (page: string): string =>
    `SELECT s FROM quad WHERE p = ${type} AND o = ${person} AND u = 1 ORDER BY s ${page}`
  const query = (sql: string): ((...parameters: string[]) => readonly Row[]) => {
    const statement = database.prepare(sql)
    statement.setReturnArrays(true)
    return (...parameters) => rowsOf(statement, parameters)
  }

  const lookup = query(`SELECT name.value, age.value, qcompany.o FROM term node
    CROSS JOIN quad t ON t.p = ${type} AND t.o = ${person} AND t.s = node.id AND t.u = 1
    ${value('name', name, 'node.id')} ${value('age', age, 'node.id')}
    CROSS JOIN quad qcompany ON qcompany.p = ${company} AND qcompany.s = node.id AND qcompany.u = 1
    WHERE node.value = ? AND node.type = 2 AND node.lang = ''`)
  const lookupEmails = query(`SELECT email.value FROM term node ${value('email', email, 'node.id')}
    WHERE node.value = ? AND node.type = 2 AND node.lang = '' ORDER BY email.id`)
  const lookupCompany = query(`SELECT name.value, city.value FROM term node
    CROSS JOIN quad qcompany ON qcompany.p = ${company} AND qcompany.s = node.id AND qcompany.u = 1
    ${value('name', name, 'qcompany.o')} ${value('city', city, 'qcompany.o')}
    WHERE node.value = ? AND node.type = 2 AND node.lang = ''`)

  const acquainted = (page: string, property: number): string =>
    `SELECT person.s, known.value FROM (${persons(page)}) person
     CROSS JOIN quad k ON k.p = ${knows} AND k.s = person.s AND k.u = 1 ${value('known', property, 'k.o')}
     ORDER BY person.s, k.o`
  const listed = (page: string, property: number): string =>
    `SELECT person.s, own.value FROM (${persons(page)}) person ${value('own', property, 'person.s')}
     ORDER BY person.s, own.id`

  const pageNames = query(listed('LIMIT 10 OFFSET 100', name))
  const pageKnown = query(acquainted('LIMIT 10 OFFSET 100', name))
  const listEmails = query(listed('LIMIT 1000', email))
  const listNames = query(acquainted('LIMIT 1000', name))
  const listAges = query(acquainted('LIMIT 1000', age))
  const everyone = query(`SELECT name.value, age.value FROM (${persons('')}) person
    ${value('name', name, 'person.s')} ${value('age', age, 'person.s')} ORDER BY person.s`)
  const ordered = query(`SELECT name.value, age.value FROM (
      SELECT person.s AS s FROM (${persons('')}) person ${value('sorted', name, 'person.s')}
      ORDER BY sorted.value DESC LIMIT 10) page
    ${value('name', name, 'page.s')} ${value('age', age, 'page.s')} ORDER BY name.value DESC`)
  const filtered = query(`SELECT name.value, firm.value FROM term wanted
    CROSS JOIN quad a ON a.p = ${age} AND a.o = wanted.id AND a.u = 1
    CROSS JOIN quad t ON t.p = ${type} AND t.o = ${person} AND t.s = a.s AND t.u = 1
    ${value('name', name, 'a.s')}
    CROSS JOIN quad c ON c.p = ${company} AND c.s = a.s AND c.u = 1 ${value('firm', name, 'c.o')}
    WHERE wanted.family = 3 AND wanted.key = 42 ORDER BY a.s`)

  return {
    ask: {
      lookup() {
        const [[own = '', years = ''] = []] = lookup(someoneIri)
        const emails = lookupEmails(someoneIri).map(([one = '']) => text(one))
        const [[firm = '', place = ''] = []] = lookupCompany(someoneIri)
        return data([
          `{"name":${text(own)},"age":${years},"email":[${emails}],"company":{"name":${text(firm)},"city":${text(place)}}}`,
        ])
      },
      page() {
        const known = grouped(pageKnown(), (one) => `{"name":${text(one)}}`)
        return data(pageNames().map(([s = 0, own = '']) => `{"name":${text(own)},"knows":[${known.get(s)}]}`))
      },
      lists() {
        const emails = grouped(listEmails(), text)
        const names = grouped(listNames(), (one) => `{"name":${text(one)}}`)
        const ages = grouped(listAges(), (one) => `{"age":${one}}`)
        return data(
          [...emails].map(
            ([s, own]) => `{"email":[${own}],"knows":[${names.get(s)}],"ages":[${ages.get(s)}]}`,
          ),
        )
      },
      everyone: () =>
        data(everyone().map(([own = '', years = '']) => `{"name":${text(own)},"age":${years}}`)),
      ordered: () => data(ordered().map(([own = '', years = '']) => `{"name":${text(own)},"age":${years}}`)),
      filtered: () =>
        data(
          filtered().map(([own = '', firm = '']) => `{"name":${text(own)},"company":{"name":${text(firm)}}}`),
        ),
    },
    close: () => database.close(),
  }
}

function idOf(database: DatabaseSync, iri: string): number {
  const row = database.prepare('SELECT id FROM term WHERE value = ? AND type = 2').get(iri)
  if (typeof row?.['id'] !== 'number') throw new Error(`The database has no ${iri}.`)
  return row['id']
}

function rowsOf(statement: StatementSync, parameters: readonly string[]): readonly Row[] {
  const rows: readonly unknown[] = statement.all(...parameters)
  return rows.filter((row): row is Row => Array.isArray(row))
}

function grouped(
  rows: readonly Row[],
  write: (one: string | number) => string,
): Map<string | number, string> {
  const lists = new Map<string | number, string>()
  for (const [s = 0, one = ''] of rows) {
    const before = lists.get(s)
    lists.set(s, before === undefined ? write(one) : `${before},${write(one)}`)
  }
  return lists
}

function text(value: string | number): string {
  return JSON.stringify(value)
}

function data(objects: readonly string[]): string {
  return `{"data":[${objects.join(',')}]}`
}
