import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseUpdate } from '../../src/sparql/parse-update.ts'
import { printUpdate } from '../../src/sparql/print-update.ts'
import { endpointUpdate } from '../../src/store/remote/text/endpoint-update.ts'
import { quadsOf } from '../generate-sparql.ts'
import { anyUpdate } from '../generate-updates.ts'
import { isomorphic } from '../isomorphic.ts'
import { fillStore, quadsIn } from '../oxigraph.ts'

const runs = Number(process.env['NUM_RUNS'] ?? 500)

describe(`random updates that an endpoint is told`, () => {
  it.each([undefined, 'virtuoso'])(
    'do what their own text does, engine %s',
    (engine) => {
      fc.assert(
        fc.property(quadsOf(false), anyUpdate, (quads, text) => {
          const several = /(?:CLEAR|DROP) SILENT (?:ALL|NAMED)/.test(text)
          const request = parseUpdate(text, { namespaces: new Map() })
          const told = () => {
            const update = endpointUpdate(request, {
              union: 'graphs',
              ...(engine === undefined ? {} : { engine }),
            })
            return printUpdate(update, { namespaces: new Map(), prefixes: true })
          }
          if (engine === 'virtuoso' && several) {
            expect(told).toThrow(expect.objectContaining({ kind: 'unsupported' }))
            return
          }
          const sent = told()
          const [theirs, ours] = [text, sent].map((one) => {
            const store = fillStore(quads)
            store.update(one)
            return quadsIn(store.match())
          })
          expect({ text, sent, same: isomorphic(ours ?? [], theirs ?? []) }).toMatchObject({
            text,
            same: true,
          })
        }),
        { numRuns: runs },
      )
    },
    600_000,
  )
})
