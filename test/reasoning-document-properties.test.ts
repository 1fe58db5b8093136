import { expect, it } from 'vitest'
import { compareCases } from './compare-cases.ts'
import { documentCases, type ReasoningDocumentCase } from './generate-reasoning-cases.ts'
import { randomTimeout } from './random-timeout.ts'
import { compareDocumentWithClosure, documentCaseText } from './reasoning-documents.ts'
import { supportedAxioms } from './supported-axioms.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 500)

it('GraphQL with reasoning over random ontologies and data has the answers that it has over all that follows', {
  timeout: randomTimeout,
}, async () => {
  const of = { all: 0, supported: 0 }
  const compare = async (one: ReasoningDocumentCase) => {
    const axioms = supportedAxioms(one.axioms, one.sameAs)
    of.all += one.axioms.length
    of.supported += axioms.length
    return [await compareDocumentWithClosure({ ...one, axioms })]
  }
  const seen = await compareCases(documentCases, numRuns, compare, documentCaseText)
  // It was mostly asked of what is supported, and inferred much.
  expect(of.supported / of.all).toBeGreaterThan(0.7)
  expect(seen.answered / seen.asked).toBeGreaterThan(0.5)
  expect(seen.found / seen.answered).toBeGreaterThan(0.3)
  expect(seen.changed / seen.answered).toBeGreaterThan(0.1)
})
