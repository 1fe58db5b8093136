import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultDocumentLimits } from '../src/compiler/limits.ts'
import { queryErrorCodes } from '../src/errors.ts'
import { embeddedOf } from './embedded.ts'
import { readGarden } from './garden.ts'
import { layOutJson } from './lay-out-json.ts'
import { canonicalJson } from './reference/canonical-json.ts'
import { type Block, outcomeOf, type ReferenceExample, referenceExamples } from './reference-examples.ts'

const isUpdate = process.env['UPDATE_DOCS'] !== undefined
const root = new URL('../', import.meta.url)
const path = new URL('docs/graphql.md', root)
const width = 130

const { quads, namespaces } = await readGarden()
const store = await embeddedOf(quads)

/** An outcome as it is written into the document. */
function markdownOf({ info, text }: Block): string {
  return `\n\`\`\`${info}\n${info.startsWith('json') ? layOutJson(text, width) : text}\`\`\`\n`
}

if (isUpdate) {
  let text = readFileSync(path, 'utf8')
  for (const example of referenceExamples(text).toReversed()) {
    const outcome = await outcomeOf(example, store, namespaces)
    text = text.slice(0, example.start) + outcome.map(markdownOf).join('') + text.slice(example.end)
  }
  writeFileSync(path, text)
}

/** Blocks with their JSON in one spelling. */
function comparable(blocks: readonly Block[]): readonly Block[] {
  return blocks.map(({ info, text }) => ({
    info,
    text: info.startsWith('json') ? canonicalJson(text) : text,
  }))
}

const markdown = readFileSync(path, 'utf8')
const examples = referenceExamples(markdown)

/** Rows of the first table under a heading, without its head. */
function tableUnder(heading: string): readonly (readonly string[])[] {
  const section = markdown.slice(markdown.indexOf(`\n${heading}\n`))
  const table = /^\|.*\n\|-.*\n((?:\|.*\n)*)/m.exec(section)?.[1] ?? ''
  const rows = table.trimEnd().split('\n')
  return rows.map((row) => row.slice(2, -2).split(' | '))
}

describe('docs/graphql.md', () => {
  it('has examples', () => {
    expect(examples.length).toBeGreaterThan(60)
  })

  it('has every code of an error', () => {
    expect(tableUnder('### Errors').map(([code]) => code?.replaceAll('`', ''))).toEqual([...queryErrorCodes])
  })

  it('has every limit', () => {
    const limits = tableUnder('## Limits').map(([, value]) => Number(value?.replaceAll(',', '')))
    expect(limits).toEqual([...Object.values(defaultDocumentLimits), 4_096, 200, 20, 5_000])
  })

  it('has every directive', () => {
    const directives = new Set<string>(markdown.match(/@\w+(?=[( `])/g))
    const known = [
      'skip',
      'include',
      'skipIf',
      'includeIf',
      'optional',
      'hide',
      'type',
      'filter',
      'bind',
      'lang',
    ]
    for (const name of [...known, 'prefix', 'config']) expect(directives).toContain(`@${name}`)
  })

  it.each(examples.map((example): [string, ReferenceExample] => [example.name, example]))(
    '%s',
    async (_name, example) => {
      const outcome = await outcomeOf(example, store, namespaces)
      expect(comparable(example.outcome)).toEqual(comparable(outcome))
    },
  )
})
