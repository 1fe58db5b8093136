import type { Arbitrary } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareCases } from './compare-cases.ts'
import { documentCases, type ReasoningDocumentCase, schemaDocumentCases } from './generate-reasoning-cases.ts'
import { randomTimeout } from './random-timeout.ts'
import { compareDocumentWithReference, documentCaseText } from './reasoning-documents.ts'
import { supportedAxioms } from './supported-axioms.ts'

type DocumentCase = ReasoningDocumentCase & { readonly schema?: string }

const numRuns = Number(process.env['NUM_RUNS'] ?? 250)

describe('random documents with reasoning', () => {
  it.each<readonly [string, Arbitrary<DocumentCase>]>([
    ['name types as the reference does', documentCases],
    ['mean by random schemas what the reference says', schemaDocumentCases],
  ])('%s', { timeout: randomTimeout }, async (_name, cases) => {
    const compare = async (one: DocumentCase) => {
      const axioms = supportedAxioms(one.axioms, one.sameAs)
      return [await compareDocumentWithReference({ ...one, axioms })]
    }
    const seen = await compareCases(cases, numRuns, compare, documentCaseText)
    expect(seen.answered / seen.asked).toBeGreaterThan(0.3)
    expect(seen.found / seen.answered).toBeGreaterThan(0.2)
    expect(seen.changed / seen.answered).toBeGreaterThan(0.05)
  })
})
