import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { parseRdf } from '../src/rdf/parse.ts'
import type { Quad } from '../src/rdf/term.ts'
import { embeddedOf } from './embedded.ts'
import { layOutJson } from './lay-out-json.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { type Block, outcomeOf, type ReferenceExample, referenceExamples } from './reference-examples.ts'

const isUpdate = process.env['UPDATE_DOCS'] !== undefined
const root = new URL('../', import.meta.url)
const path = new URL('docs/graphql.md', root)
const width = 130

const quads: Quad[] = []
const namespaces = new Map(defaultNamespaces)
for await (const batch of parseRdf(createReadStream(new URL('examples/garden.trig', root)), {
  format: 'trig',
  fileName: 'garden.trig',
  onPrefix: (prefix, namespace) => namespaces.set(prefix, namespace),
})) {
  quads.push(...batch)
}
const store = await embeddedOf(quads)

/** An outcome as it is written into the document. */
function markdownOf({ info, text }: Block): string {
  return `\n\`\`\`${info}\n${info.startsWith('json') ? layOutJson(text, width) : text}\`\`\`\n`
}

if (isUpdate) {
  let markdown = readFileSync(path, 'utf8')
  for (const example of referenceExamples(markdown).toReversed()) {
    const outcome = await outcomeOf(example, store, namespaces)
    markdown =
      markdown.slice(0, example.start) + outcome.map(markdownOf).join('') + markdown.slice(example.end)
  }
  writeFileSync(path, markdown)
}

/** Blocks with their JSON in one spelling. */
function comparable(blocks: readonly Block[]): readonly Block[] {
  return blocks.map(({ info, text }) => ({
    info,
    text: info.startsWith('json') ? canonicalJson(text) : text,
  }))
}

const examples = referenceExamples(readFileSync(path, 'utf8'))

describe('docs/graphql.md', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(60)
  })

  it.each(examples.map((example): [string, ReferenceExample] => [example.name, example]))(
    '%s',
    async (_name, example) => {
      const outcome = await outcomeOf(example, store, namespaces)
      expect(comparable(example.outcome)).toEqual(comparable(outcome))
    },
  )
})
