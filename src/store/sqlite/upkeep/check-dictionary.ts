import type { DatabaseSync } from 'node:sqlite'
import { rdf, type Term } from '../../../rdf/term.ts'
import { sortKey } from '../dictionary/sort-key.ts'
import { typeNumber, wellKnownDatatypes } from '../schema.ts'
import { columns } from '../sql-value.ts'
import type { Findings } from './findings.ts'

/** Numbers of terms have 32 bits. */
const mostTerms = 2n ** 32n - 1n

/** Checks the table of datatypes, then each term: its type, language, family and key. */
export function checkDictionary(database: DatabaseSync, findings: Findings): void {
  const datatypes = checkDatatypes(database, findings)
  const statement = database.prepare(
    'SELECT id, value, type, lang, family, key, octet_length(value) FROM term ORDER BY id',
  )
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  for (const row of statement.iterate()) {
    for (const problem of termProblems(columns(row), datatypes)) findings.add('dictionary', problem)
  }
}

function checkDatatypes(database: DatabaseSync, findings: Findings): ReadonlyMap<number, string> {
  const datatypes = new Map<number, string>()
  for (const { id, iri } of database.prepare('SELECT id, iri FROM datatype ORDER BY id').iterate()) {
    if (typeof id === 'number' && typeof iri === 'string') datatypes.set(id, iri)
    else findings.add('dictionary', `The datatype ${String(id)} has no IRI.`)
  }
  for (const [iri, id] of wellKnownDatatypes) {
    const found = datatypes.get(id)
    if (found !== iri)
      findings.add(
        'dictionary',
        `The datatype ${id} is ${found === undefined ? 'missing' : `<${found}>`}, not <${iri}>.`,
      )
  }
  for (const id of datatypes.keys()) {
    if (id < typeNumber.string) findings.add('dictionary', `The number ${id} cannot be one of a datatype.`)
  }
  return datatypes
}

function* termProblems(row: readonly unknown[], datatypes: ReadonlyMap<number, string>): Generator<string> {
  const [id, value, type, lang, family, key, octets] = row
  const name = `The term ${String(id)}`
  if (typeof id !== 'bigint' || id < 1n || id > mostTerms) yield `${name} has a number that no term can have.`
  if (typeof value !== 'string' || typeof type !== 'bigint' || typeof lang !== 'string') {
    yield `${name} has a value, type or language of a wrong kind.`
    return
  }
  // What is no UTF-8 is read as replacement characters.
  if (BigInt(Buffer.byteLength(value)) !== octets) yield `${name} is not UTF-8 text.`
  const term = termOf(value, Number(type), lang, datatypes)
  if (term === undefined) {
    yield `${name} has the datatype ${type}, which there is not.`
    return
  }
  if (lang !== '' && Number(type) !== typeNumber.langString)
    yield `${name} has a language, but is no text in one.`
  const expected = sortKey(term)
  if (family !== BigInt(expected.family)) {
    yield `${name} is of the family ${String(family)}, not ${expected.family}.`
  }
  if (!sameKey(key, expected.key)) yield `${name} has the key ${String(key)}, not ${String(expected.key)}.`
}

function termOf(
  value: string,
  type: number,
  language: string,
  datatypes: ReadonlyMap<number, string>,
): Term | undefined {
  if (type === typeNumber.blank) return { kind: 'blank', value }
  if (type === typeNumber.iri) return { kind: 'iri', value }
  if (type === typeNumber.langString) return { kind: 'literal', value, datatype: rdf.langString, language }
  const datatype = datatypes.get(type)
  return datatype === undefined ? undefined : { kind: 'literal', value, datatype, language: '' }
}

/** Whole numbers are stored as such, whatever they came as. */
function sameKey(stored: unknown, expected: number | bigint | null): boolean {
  if (typeof stored !== 'bigint' || expected === null) return stored === expected
  return Number.isInteger(Number(expected)) && BigInt(expected) === stored
}
