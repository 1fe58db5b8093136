import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Database, openDatabase } from '../src/index.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { type Block, withOutcomes } from './reference-examples.ts'

const isUpdate = process.env['UPDATE_DOCS'] !== undefined
const path = new URL('../docs/reasoning.md', import.meta.url)

/** A query of the document, or what its data leave out, with the data and the schema that stand before it. */
interface Example {
  readonly name: string
  readonly data: Block
  readonly schema: string
  readonly query: Block
  readonly outcome: Block | undefined
  /** Where in the document the outcome stands. */
  readonly start: number
  readonly end: number
}

const ofOutcome = /^\n```((?:json|csv)[^\n]*)\n(.*?)^```\n/ms

/** The prefixes of all examples, the examples, and every other block that is to be one. */
function readPage(markdown: string): { readonly prefixes: string; readonly examples: readonly Example[] } {
  const examples: Example[] = []
  let prefixes = ''
  let data: Block = { info: 'turtle', text: '' }
  let schema = ''
  for (const match of markdown.matchAll(
    /^```((?:turtle|graphql|sparql|text warnings)[^\n]*)\n(.*?)^```\n/gms,
  )) {
    const [whole, info = '', text = ''] = match
    if (info === 'turtle prefixes') prefixes = text
    else if (info.startsWith('turtle')) [data, schema] = [{ info, text }, '']
    else if (info === 'graphql schema') schema = text
    else {
      const isWarnings = info === 'text warnings'
      const start = isWarnings ? match.index : match.index + whole.length
      const [following = '', outcomeInfo = '', outcomeText = ''] = ofOutcome.exec(markdown.slice(start)) ?? []
      const isNext = markdown.startsWith(following, start)
      const heading = [...markdown.slice(0, start).matchAll(/^##+ (.*)$/gm)].at(-1)?.[1] ?? ''
      const found = isNext ? { info: outcomeInfo, text: outcomeText } : undefined
      examples.push({
        name: `${heading}, ${examples.length + 1}`,
        data,
        schema,
        query: { info, text },
        outcome: isWarnings ? { info, text } : found,
        // A block of warnings is made anew whole, with the line before it.
        start: isWarnings ? start - 1 : start,
        end: isWarnings ? match.index + whole.length : isNext ? start + following.length : start,
      })
    }
  }
  return { prefixes, examples }
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

/** What comes of an example. */
async function outcomeOf({ data, schema, query }: Example, prefixes: string): Promise<Block> {
  await using database = await openDatabase(undefined, {
    isolation: 'none',
    reasoning: { sameAs: data.info === 'turtle sameas' },
  })
  const bytes = onePiece(prefixes + data.text)
  await database.load({ name: 'example.ttl', format: 'turtle', bytes })
  if (schema !== '') await database.schemas.add('example', schema)
  const chosen = schema === '' ? {} : { schema: 'example' }
  switch (query.info) {
    case 'sparql':
      return { info: 'csv', text: await csvOf(database, query.text) }
    case 'text warnings': {
      const { reasoning } = await database.explainSparql('ASK {}', { reasoning: true })
      return { info: query.info, text: (reasoning?.warnings ?? []).map((line) => `${line}\n`).join('') }
    }
    case 'graphql explain': {
      const { data: explained } = await database.explain(query.text, { reasoning: true, ...chosen })
      const { sparql, fields, reasoning } = explained ?? {}
      return { info: 'json', text: JSON.stringify({ data: { sparql, fields, reasoning } }) }
    }
    case 'graphql':
      return {
        info: 'json',
        text: JSON.stringify(await database.graphql(query.text, { reasoning: true, ...chosen })),
      }
    default:
      throw new Error(`There is no example of ${query.info}.`)
  }
}

async function csvOf(database: Database, text: string): Promise<string> {
  const answer = await database.sparql(text, { reasoning: true })
  if (answer.kind !== 'solutions') throw new Error('The examples of SPARQL are of SELECT.')
  const lines = [answer.variables.join(',')]
  for await (const row of answer.rows) {
    const values = answer.variables.map((name) => (row[name] === undefined ? '' : row[name].value))
    lines.push(values.map((value) => value.replace('https://garden.example/', ':')).join(','))
  }
  return `${lines.join('\n')}\n`
}

if (isUpdate) {
  const text = readFileSync(path, 'utf8')
  const { prefixes, examples } = readPage(text)
  const made = examples.map((example) => ({
    ...example,
    make: async () => [await outcomeOf(example, prefixes)],
  }))
  writeFileSync(path, await withOutcomes(text, made))
}

const { prefixes, examples } = readPage(readFileSync(path, 'utf8'))

const comparable = ({ info, text }: Block): Block => ({
  info,
  text: info === 'json' ? canonicalJson(text) : text,
})

describe('docs/reasoning.md', () => {
  it('has an example of each kind of axiom', () => {
    const [, understood = ''] = /^## What is understood$(.*?)^## /ms.exec(readFileSync(path, 'utf8')) ?? []
    const kinds = [...understood.matchAll(/^### (.*)$/gm)].map(([, kind = '']) => kind)
    expect(kinds).toContain('Subclasses')
    expect(kinds.filter((kind) => !examples.some(({ name }) => name.startsWith(`${kind}, `)))).toEqual([])
  })

  it.each(examples.map((example): [string, Example] => [example.name, example]))('%s', async (_, example) => {
    expect(example.outcome).toBeDefined()
    const outcome = example.outcome ?? { info: '', text: '' }
    expect(comparable(outcome)).toEqual(comparable(await outcomeOf(example, prefixes)))
  })
})
