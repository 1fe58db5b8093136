import { type Block, type ReferenceExample, referenceExamples } from './reference-examples.ts'

/** A schema of the document or a query against the schema before it, with the blocks that follow it. */
export interface SchemaExample extends ReferenceExample {
  readonly kind: 'schema' | 'query'
  /** The schema that counts: itself, or the last one before it. */
  readonly schema: string
}

/**
 * The examples of a document on schemas: blocks marked `graphql schema` (`refused` where they have errors), and blocks marked
 * `graphql`, which are queries against the last schema before them, with their `json variables` and the blocks after them.
 */
export function schemaExamples(markdown: string): readonly SchemaExample[] {
  let schema = ''
  return referenceExamples(markdown).map((example) => {
    const isSchema = example.query.info.startsWith('graphql schema')
    if (isSchema) schema = example.query.text
    return { ...example, kind: isSchema ? 'schema' : 'query', schema }
  })
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
