import type { Block, ReferenceExample } from './reference-examples.ts'

/** A schema of the document or a query against the schema before it, with the blocks that follow it. */
export interface SchemaExample extends ReferenceExample {
  readonly kind: 'schema' | 'query'
  /** The schema that counts: itself, or the last one before it. */
  readonly schema: string
}

const example = /^```(graphql(?! generated)[^\n]*)\n(.*?)^```\n(?:\n```json variables\n(.*?)^```\n)?/gms

/**
 * The examples of a document on schemas: blocks marked `graphql schema` (`refused` where they have errors), and blocks marked
 * `graphql`, which are queries against the last schema before them, with their `json variables` and the blocks after them.
 */
export function schemaExamples(markdown: string): readonly SchemaExample[] {
  const examples: SchemaExample[] = []
  const count = new Map<string, number>()
  let schema = ''
  for (const match of markdown.matchAll(example)) {
    const [whole, info = '', text = '', variables = '{}'] = match
    const start = match.index + whole.length
    const heading = [...markdown.slice(0, start).matchAll(/^##+ (.*)$/gm)].at(-1)?.[1] ?? ''
    const number = (count.get(heading) ?? 0) + 1
    count.set(heading, number)
    const following = /^(?:\n```(?:json|text)\b.*?^```\n)*/ms.exec(markdown.slice(start))?.[0] ?? ''
    const outcome = [...following.matchAll(/^```(\w[^\n]*)\n(.*?)^```$/gms)]
    const isSchema = info.startsWith('graphql schema')
    if (isSchema) schema = text
    examples.push({
      kind: isSchema ? 'schema' : 'query',
      name: `${heading}, ${number}`,
      schema,
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

/** Data of the document, with the schema that is made of them. */
export interface GeneratedExample {
  /** What of the data says it: an ontology, shapes, or the data themselves. */
  readonly origin: 'owl' | 'shacl' | 'data'
  readonly turtle: string
  /** The block after it, where there is one. */
  readonly outcome: readonly Block[]
  /** Where in the document the outcome stands. */
  readonly start: number
  readonly end: number
}

/** The examples of generated schemas: blocks marked `turtle` and what they say, each with the block `graphql generated` after it. */
export function generatedExamples(markdown: string): readonly GeneratedExample[] {
  const data = /^```turtle (owl|shacl|data)\n(.*?)^```\n/gms
  return [...markdown.matchAll(data)].map((match) => {
    const [whole, origin, turtle = ''] = match
    const start = match.index + whole.length
    const [following = '', text] = /^\n```graphql generated\n(.*?)^```\n/ms.exec(markdown.slice(start)) ?? []
    const isNext = markdown.startsWith(following, start) && text !== undefined
    return {
      origin: origin === 'owl' || origin === 'shacl' ? origin : 'data',
      turtle,
      outcome: isNext ? [{ info: 'graphql generated', text }] : [],
      start,
      end: isNext ? start + following.length : start,
    }
  })
}
