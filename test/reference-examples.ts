import { compile } from '../src/compiler/compile.ts'
import { explain } from '../src/compiler/explain.ts'
import { RefusedQuery } from '../src/compiler/refused-query.ts'
import { shapeAnswer } from '../src/compiler/shape.ts'
import type { Schema } from '../src/graphql/schema.ts'
import { createNamer, type Namespaces } from '../src/rdf/namespaces.ts'
import { printQuery } from '../src/sparql/print.ts'
import type { SqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { layOutJson } from './lay-out-json.ts'
import { canonicalJson } from './reference/canonical-json.ts'

/** A fenced block of a document: what stands after its fence, and its lines. */
export interface Block {
  readonly info: string
  readonly text: string
}

/** A query of the document with the blocks that follow it. */
export interface ReferenceExample {
  /** Heading of its section and a number within it. */
  readonly name: string
  readonly query: Block
  readonly variables: Readonly<Record<string, unknown>>
  /** Blocks that say what comes of it. */
  readonly outcome: readonly Block[]
  /** Where in the document the outcome stands. */
  readonly start: number
  readonly end: number
}

const block = /^```(graphql(?! generated)[^\n]*)\n(.*?)^```\n(?:\n```json variables\n(.*?)^```\n)?/gms

/** The examples of a document: every block marked `graphql`, its `json variables`, and the blocks after them. */
export function referenceExamples(markdown: string): readonly ReferenceExample[] {
  const examples: ReferenceExample[] = []
  const count = new Map<string, number>()
  for (const match of markdown.matchAll(block)) {
    const [whole, info = '', text = '', variables = '{}'] = match
    const start = match.index + whole.length
    const headings = [...markdown.slice(0, start).matchAll(/^##+ (.*)$/gm)]
    const heading = headings.at(-1)?.[1] ?? ''
    const number = (count.get(heading) ?? 0) + 1
    count.set(heading, number)
    const following = /^(?:\n```(?:sparql|json|text)\b.*?^```\n)*/ms.exec(markdown.slice(start))?.[0] ?? ''
    const outcome = [...following.matchAll(/^```(\w[^\n]*)\n(.*?)^```$/gms)]
    examples.push({
      name: `${heading}, ${number}`,
      query: { info, text },
      variables: readVariables(variables),
      outcome: outcome.map(([, blockInfo = '', blockText = '']) => ({ info: blockInfo, text: blockText })),
      start,
      end: start + following.length,
    })
  }
  return examples
}

function readVariables(text: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) throw new Error('Variables are an object.')
  return Object.fromEntries(Object.entries(value))
}

const width = 130

/** A document with other outcomes of its examples. */
export async function withOutcomes(
  markdown: string,
  examples: readonly (Pick<ReferenceExample, 'start' | 'end'> & {
    readonly make: () => Promise<readonly Block[]>
  })[],
): Promise<string> {
  let text = markdown
  for (const { start, end, make } of examples.toSorted((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + (await make()).map(markdownOf).join('') + text.slice(end)
  }
  return text
}

function markdownOf({ info, text }: Block): string {
  return `\n\`\`\`${info}\n${info.startsWith('json') ? layOutJson(text, width) : text}\`\`\`\n`
}

/** Blocks with their JSON in one spelling. */
export function comparable(blocks: readonly Block[]): readonly Block[] {
  return blocks.map(({ info, text }) => ({
    info,
    text: info.startsWith('json') ? canonicalJson(text) : text,
  }))
}

/**
 * What comes of an example, block by block: its SPARQL and its answer (in both forms where it is marked `both-forms`),
 * or its errors, or all of its explanation where it is marked `explain`. With a schema it is answered by that.
 */
export async function outcomeOf(
  example: ReferenceExample,
  store: SqliteStore,
  namespaces: Namespaces,
  schema?: Schema,
): Promise<readonly Block[]> {
  const { info, text } = example.query
  const limit = /limit=(\d+)/.exec(info)?.[1]
  const operationName = /operation=(\w+)/.exec(info)?.[1]
  const request = { query: text, variables: example.variables, operationName }
  const facts = {
    namespaces,
    statistics: store.statistics(),
    schema,
    ...(limit !== undefined && { defaultLimit: Number(limit) }),
  }
  try {
    const compiled = compile(request, facts)
    const { operation, plan } = compiled
    if (info.includes('explain')) {
      const explanation = explain(compiled, store.plan(plan.query, { grouping: plan.grouping }))
      return [{ info: 'json', text: JSON.stringify({ data: explanation }) }]
    }
    const blocks = [{ info: 'sparql', text: printQuery(plan.query, { namespaces: operation.namespaces }) }]
    const namer = createNamer(operation.namespaces, operation.aliases)
    for (const form of ['nodes', 'graphql'] as const) {
      if (form === 'graphql' && !info.includes('both-forms')) continue
      let json = ''
      const solutions = store.select(plan.query, { grouping: plan.grouping })
      for await (const piece of shapeAnswer(solutions, plan.shape, namer, form)) json += piece
      blocks.push({ info: form === 'nodes' ? 'json' : 'json graphql', text: json })
    }
    return blocks
  } catch (error) {
    if (!(error instanceof RefusedQuery)) throw error
    return [{ info: 'text', text: errorText(error) }]
  }
}

function errorText(refused: RefusedQuery): string {
  return refused.errors
    .map(({ message, locations, extensions }) => {
      const place = locations?.map(({ line, column }) => `${line}:${column}`).join(' ') ?? '-'
      return `${String(extensions['code'])} ${place} ${message}\n`
    })
    .join('')
}
