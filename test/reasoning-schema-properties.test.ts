import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { documentCases, type ReasoningDocumentCase, schemaDocumentCases } from './generate-reasoning-cases.ts'
import { compareDocumentWithReference, documentCaseText } from './reasoning-documents.ts'
import { supportedAxioms } from './supported-axioms.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 250)

describe('random documents with reasoning', () => {
  it.each<readonly [string, fc.Arbitrary<ReasoningDocumentCase & { readonly schema?: string }>]>([
    ['name types as the reference does', documentCases],
    ['mean by random schemas what the reference says', schemaDocumentCases],
  ])('%s', { timeout: 3_600_000 }, async (_name, cases) => {
    const seen = { answered: 0, found: 0, changed: 0 }
    const property = fc.asyncProperty(cases, async (one) => {
      const axioms = supportedAxioms(one.axioms, one.sameAs)
      const compared = await compareDocumentWithReference({ ...one, axioms })
      if (compared.kind !== 'answered') return
      seen.answered += 1
      if (!compared.isEmpty) seen.found += 1
      if (compared.isChanged) seen.changed += 1
      if (compared.difference !== undefined) throw new Error(compared.difference)
    })
    const details = await fc.check(property, { numRuns })
    const [smallest] = details.counterexample ?? []
    if (details.failed)
      throw new Error(
        `seed ${details.seed}, path ${details.counterexamplePath}\n${smallest && documentCaseText(smallest)}\n${details.errorInstance}`,
      )
    expect(seen.answered / numRuns).toBeGreaterThan(0.3)
    expect(seen.found / seen.answered).toBeGreaterThan(0.2)
    expect(seen.changed / seen.answered).toBeGreaterThan(0.05)
  })
})
