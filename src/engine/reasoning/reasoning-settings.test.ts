import { describe, expect, it } from 'vitest'
import { openDatabase } from '../open-database.ts'
import type { ReasoningSettings } from './reasoning-settings.ts'

/** Opens and closes a database as a program without types would. */
async function open(text: string): Promise<void> {
  const reasoning: ReasoningSettings = JSON.parse(text)
  const db = await openDatabase(undefined, { isolation: 'none', reasoning })
  await db.close()
}

describe('settings of reasoning in a program', () => {
  it.each([
    ['{"sameas": true}', 'There is no option "reasoning.sameas". Did you mean "sameAs"?'],
    ['{"xyz": true}', 'There is no option "reasoning.xyz".'],
    ['{"sameAs": "off"}', 'The option "reasoning.sameAs" is true or false, not "off".'],
    ['{"generatedSchemas": 0}', 'The option "reasoning.generatedSchemas" is true or false, not a number.'],
    [
      '{"schemaGraphs": []}',
      'The option "reasoning.schemaGraphs" is a list of absolute IRIs, not an empty list.',
    ],
    [
      '{"schemaGraphs": ["a b"]}',
      'The option "reasoning.schemaGraphs" is a list of absolute IRIs, not "a b".',
    ],
  ])('refuse %s', async (text, message) => {
    await expect(open(text)).rejects.toMatchObject({ kind: 'illegalArgument', message })
  })

  it.each(['{}', '{"sameAs": false}', '{"sameAs": true, "generatedSchemas": false}'])(
    'take %s',
    async (text) => {
      await expect(open(text)).resolves.toBeUndefined()
    },
  )
})
