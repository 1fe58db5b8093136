import { readFileSync } from 'node:fs'
import { blank, iri, languageString, literal, type Quad, rdf, type Term, xsd } from '../../src/rdf/term.ts'
import { readQuads, suiteRoot } from './read-quads.ts'

const rs = 'http://www.w3.org/2001/sw/DataAccess/tests/result-set#'

/** What a query has to come to. */
export type Expected =
  | ExpectedSolutions
  | { readonly kind: 'boolean'; readonly value: boolean }
  | { readonly kind: 'graph'; readonly quads: readonly Quad[] }
  /** CSV and TSV, which are compared as they are written. */
  | { readonly kind: 'text'; readonly format: 'csv' | 'tsv'; readonly text: string }

/** Solutions; `ordered` where the file says which comes first. */
export interface ExpectedSolutions {
  readonly kind: 'solutions'
  readonly solutions: readonly ReadonlyMap<string, Term>[]
  readonly ordered: boolean
}

/** Reads a file of results of any of the syntaxes that the suites use. */
export async function readExpected(file: string): Promise<Expected> {
  const text = () => readFileSync(new URL(file, suiteRoot), 'utf8')
  if (file.endsWith('.srx')) return readXml(text())
  if (file.endsWith('.srj')) return readJson(text())
  if (file.endsWith('.csv')) return { kind: 'text', format: 'csv', text: text() }
  if (file.endsWith('.tsv')) return { kind: 'text', format: 'tsv', text: text() }
  const quads = await readQuads(file)
  return readResultSet(quads) ?? { kind: 'graph', quads }
}

function unescapeXml(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
}

function readXml(text: string): Expected {
  const boolean = /<boolean>\s*(true|false)\s*<\/boolean>/.exec(text)
  if (boolean !== null) return { kind: 'boolean', value: boolean[1] === 'true' }
  const solutions = [...text.matchAll(/<result>(.*?)<\/result>|<result\s*\/>/gs)].map((match) => {
    const bindings = (match[1] ?? '').matchAll(/<binding\s+name=["']([^"']*)["']\s*>\s*(.*?)\s*<\/binding>/gs)
    return new Map([...bindings].map((binding) => [binding[1] ?? '', xmlTerm(binding[2] ?? '')] as const))
  })
  return { kind: 'solutions', solutions, ordered: false }
}

function xmlTerm(text: string): Term {
  const match = /^<(uri|bnode|literal)([^>]*?)(?:\/>|>(.*)<\/\1>)$/s.exec(text)
  if (match === null) throw new Error(`No term: ${text}`)
  const [, kind, attributes = '', content = ''] = match
  const value = unescapeXml(content)
  if (kind === 'uri') return iri(value)
  if (kind === 'bnode') return blank(value)
  const language = /xml:lang=["']([^"']*)["']/.exec(attributes)?.[1]
  const datatype = /datatype=["']([^"']*)["']/.exec(attributes)?.[1]
  return language === undefined ? literal(value, datatype ?? xsd.string) : languageString(value, language)
}

interface JsonTerm {
  readonly type: string
  readonly value: string
  readonly datatype?: string
  readonly 'xml:lang'?: string
}

interface JsonResult {
  readonly boolean?: boolean
  readonly results?: { readonly bindings: readonly Readonly<Record<string, JsonTerm>>[] }
}

function readJson(text: string): Expected {
  const { boolean, results }: JsonResult = JSON.parse(text)
  if (boolean !== undefined) return { kind: 'boolean', value: boolean }
  const solutions = (results?.bindings ?? []).map(
    (row) => new Map(Object.entries(row).map(([name, one]) => [name, jsonTerm(one)] as const)),
  )
  return { kind: 'solutions', solutions, ordered: false }
}

function jsonTerm({ type: kind, value, datatype, 'xml:lang': language }: JsonTerm): Term {
  if (kind === 'uri') return iri(value)
  if (kind === 'bnode') return blank(value)
  return language === undefined ? literal(value, datatype) : languageString(value, language)
}

function readResultSet(quads: readonly Quad[]): Expected | undefined {
  const boolean = quads.find((quad) => quad.predicate.value === `${rs}boolean`)
  if (boolean !== undefined) return { kind: 'boolean', value: boolean.object.value === 'true' }
  const set = quads.find(
    (quad) => quad.predicate.value === rdf.type && quad.object.value === `${rs}ResultSet`,
  )
  if (set === undefined) return undefined
  const rows = objectsOf(quads, set.subject, `${rs}solution`).map((solution) => ({
    index: Number(objectsOf(quads, solution, `${rs}index`)[0]?.value ?? Number.NaN),
    solution: new Map(
      objectsOf(quads, solution, `${rs}binding`).flatMap((binding) => {
        const [name] = objectsOf(quads, binding, `${rs}variable`)
        const [value] = objectsOf(quads, binding, `${rs}value`)
        return name === undefined || value === undefined ? [] : [[name.value, value] as const]
      }),
    ),
  }))
  const ordered = rows.length > 0 && rows.every(({ index }) => !Number.isNaN(index))
  if (ordered) rows.sort((a, b) => a.index - b.index)
  return { kind: 'solutions', solutions: rows.map(({ solution }) => solution), ordered }
}

function objectsOf(quads: readonly Quad[], subject: Term, predicate: string): readonly Term[] {
  return quads
    .filter((quad) => quad.subject.value === subject.value && quad.predicate.value === predicate)
    .map((quad) => quad.object)
}
