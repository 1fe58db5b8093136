import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { ChangeStep, ClearedGraphs, StepReport } from '../src/engine/change/change.ts'
import type { MemoryDatabase } from '../src/engine/database.ts'
import type { EmbeddedEngine } from '../src/engine/engine.ts'
import { createLocalEngine } from '../src/engine/local/local-engine.ts'
import { ServiceError } from '../src/errors.ts'
import type { Quad } from '../src/rdf/term.ts'
import type { GraphAccess } from '../src/sparql/graph-access.ts'
import { anyChange, anyQuads, type GeneratedStep, operationText } from './generate-restricted-changes.ts'
import { prologue } from './generate-sparql.ts'
import { isomorphic } from './isomorphic.ts'
import { nQuads } from './n-quads.ts'
import { parseQuads } from './oxigraph.ts'
import { randomTimeout } from './random-timeout.ts'
import { restrictedOutcome } from './reference/restricted-change.ts'

const numRuns = Number(process.env['NUM_RUNS'] ?? 1_000)

const whole: MemoryDatabase = { kind: 'memory', name: 'whole', namespaces: new Map() }

/** How random changes came out; each of them has to come out often. */
const outcomes = { refused: 0, changed: 0, same: 0 }

describe('random changes by those who may read and change some graphs', () => {
  it('are refused where they change others, and else do what they do where the hidden graphs are not there', {
    timeout: randomTimeout,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(anyQuads, anyChange, async (quads, { steps: generated, access }) => {
        const expected = restrictedOutcome(quads, generated, access)
        const actual = await outcomeOf(quads, generated, access)
        const told = generated.map(shownStep)
        if (expected === 'refused') {
          outcomes.refused += 1
          expect({ told, refused: actual.refused }).toMatchObject({ told, refused: 'forbidden' })
          expect(isomorphic(actual.quads, quads)).toBe(true)
          return
        }
        outcomes[isomorphic(expected, quads) ? 'same' : 'changed'] += 1
        const same = isomorphic(actual.quads, expected)
        expect({ told, ...actual, same }).toEqual({ told, ...actual, refused: undefined, same: true })
        // Nor do the counts tell of what is hidden.
        const alone = await outcomeOf(visible(quads, access), generated, undefined)
        expect({ told, steps: actual.steps }).toEqual({ told, steps: alone.steps })
      }),
      { numRuns },
    )
  })

  afterAll(() => {
    for (const [outcome, count] of Object.entries(outcomes))
      expect(count, outcome).toBeGreaterThan(numRuns / 20)
  })
})

/** What a change comes to, told, and what is there afterwards. */
async function outcomeOf(
  quads: readonly Quad[],
  generated: readonly GeneratedStep[],
  access: GraphAccess | undefined,
): Promise<{
  readonly refused?: string
  readonly steps?: readonly Partial<StepReport>[]
  readonly quads: readonly Quad[]
}> {
  const engine = createLocalEngine(60_000)
  try {
    await engine.load(whole, [source(quads)])
    const told = await engine.change({ ...whole, ...(access && { access }) }, generated.map(stepOf)).then(
      ({ steps }) => ({ steps }),
      (error: unknown) => {
        if (error instanceof ServiceError) return { refused: error.kind }
        throw error
      },
    )
    return { ...told, quads: await stored(engine) }
  } finally {
    await engine.close()
  }
}

async function stored(engine: EmbeddedEngine): Promise<readonly Quad[]> {
  const pieces: Uint8Array[] = []
  for await (const piece of await engine.exportGraph(whole, 'n-quads')) pieces.push(piece)
  return parseQuads(Buffer.concat(pieces).toString('utf8'), 'application/n-quads')
}

function visible(quads: readonly Quad[], { readable }: GraphAccess): readonly Quad[] {
  return quads.filter(({ graph }) =>
    graph === null ? readable.default : readable.named === 'all' || readable.named.includes(graph.value),
  )
}

function stepOf(step: GeneratedStep): ChangeStep {
  switch (step.kind) {
    case 'update':
      return { kind: 'update', update: { text: prologue + step.operations.map(operationText).join(' ;\n') } }
    case 'add':
    case 'remove':
      return { kind: step.kind, source: source(step.quads) }
    case 'clear':
      return { kind: 'clear', graphs: clearedGraphs(step.target) }
  }
}

function clearedGraphs(target: string): ClearedGraphs {
  switch (target) {
    case 'DEFAULT':
      return 'default'
    case 'NAMED':
      return 'named'
    case 'ALL':
      return 'all'
    default:
      return { iri: `http://e.org/${target.slice(1)}` }
  }
}

function shownStep(step: GeneratedStep): unknown {
  return step.kind === 'update' ? step.operations.map(operationText) : step
}

function source(quads: readonly Quad[]) {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(nQuads(quads))
  }
  return { name: 'quads', format: 'n-quads' as const, bytes: bytes() }
}
