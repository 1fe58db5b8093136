import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { restrictedUpdate } from '../../src/engine/endpoints/restricted-update.ts'
import { ServiceError } from '../../src/errors.ts'
import type { Quad } from '../../src/rdf/term.ts'
import type { GraphAccess } from '../../src/sparql/graph-access.ts'
import { parseUpdate } from '../../src/sparql/parse-update.ts'
import { printUpdate } from '../../src/sparql/print-update.ts'
import { endpointUpdate } from '../../src/store/remote/text/endpoint-update.ts'
import {
  anyChange,
  anyQuads,
  type GeneratedOperation,
  operationText,
} from '../generate-restricted-changes.ts'
import { prologue } from '../generate-sparql.ts'
import { isomorphic } from '../isomorphic.ts'
import { fillStore, quadsIn } from '../oxigraph.ts'
import { randomTimeout } from '../random-timeout.ts'
import { restrictedOutcome } from '../reference/restricted-change.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 1_000)

/** How random updates came out; each of them has to come out often. */
const outcomes = { forbidden: 0, unsupported: 0, sent: 0 }

describe('random updates that an endpoint is told for somebody who may read and change some of its graphs', () => {
  it('are refused, or do at the endpoint what they do where the hidden graphs are not there', {
    timeout: randomTimeout,
  }, () => {
    fc.assert(
      fc.property(anyQuads, anyChange, (quads, { steps, access }) => {
        const operations = steps.flatMap((step) => (step.kind === 'update' ? step.operations : []))
        fc.pre(
          operations.length > 0 && operations.every((one, index) => isSaid(one, index === 0, quads, access)),
        )
        const expected = restrictedOutcome(quads, [{ kind: 'update', operations }], access)
        const text = prologue + operations.map(operationText).join(' ;\n')
        const sent = told(text, access)
        if (sent === 'unsupported') {
          outcomes.unsupported += 1
          return
        }
        if (expected === 'refused' || sent === 'forbidden') {
          outcomes.forbidden += 1
          expect({ text, sent, expected }).toEqual({ text, sent: 'forbidden', expected: 'refused' })
          return
        }
        outcomes.sent += 1
        const store = fillStore(quads)
        store.update(sent)
        const same = isomorphic(quadsIn(store.match()), expected)
        expect({ text, sent, same }).toEqual({ text, sent, same: true })
      }),
      { numRuns },
    )
  })

  afterAll(() => {
    for (const [outcome, count] of Object.entries(outcomes))
      expect(count, outcome).toBeGreaterThan(numRuns / 20)
  })
})

/** Whether the standard says what an operation does: what SILENT leaves of a transfer from a graph that is not there, it does not. */
function isSaid(
  operation: GeneratedOperation,
  isFirst: boolean,
  quads: readonly Quad[],
  { readable }: GraphAccess,
): boolean {
  if (operation.kind !== 'transfer' || operation.from === 'DEFAULT') return true
  const name = `http://e.org/${operation.from.slice(1)}`
  const isSeen = readable.named === 'all' || readable.named.includes(name)
  return !isSeen || (isFirst && quads.some(({ graph }) => graph?.value === name))
}

/** The text that an endpoint is sent, or why it is sent none. */
function told(text: string, access: GraphAccess): string {
  try {
    const request = parseUpdate(text, { namespaces: new Map() })
    const update = endpointUpdate(restrictedUpdate(request, { name: 'afar', access }), { union: 'graphs' })
    return printUpdate(update, { namespaces: new Map(), prefixes: true })
  } catch (error) {
    if (error instanceof ServiceError && (error.kind === 'forbidden' || error.kind === 'unsupported'))
      return error.kind
    throw error
  }
}
