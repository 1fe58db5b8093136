import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { defaultDocumentLimits } from '../src/compiler/limits.ts'
import { queryErrorCodes } from '../src/errors.ts'
import { embeddedOf } from './embedded.ts'
import { readGarden } from './garden.ts'
import {
  comparable,
  outcomeOf,
  type ReferenceExample,
  referenceExamples,
  withOutcomes,
} from './reference-examples.ts'

const isUpdate = process.env['UPDATE_DOCS'] !== undefined
const root = new URL('../', import.meta.url)
const path = new URL('docs/graphql.md', root)

const { quads, namespaces } = await readGarden()
const store = await embeddedOf(quads)

if (isUpdate) {
  const text = readFileSync(path, 'utf8')
  const made = referenceExamples(text).map((example) => ({
    ...example,
    make: () => outcomeOf(example, store, namespaces),
  }))
  writeFileSync(path, await withOutcomes(text, made))
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
