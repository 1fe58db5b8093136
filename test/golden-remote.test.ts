import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Quad } from '../src/rdf/term.ts'
import { type GoldenCase, goldenCases, isIntrospection, quadsOf, readIfThere } from './golden-cases.ts'
import { goldenReasoner } from './golden-reasoner.ts'
import { oxigraphOf } from './oxigraph.ts'
import { isOpen, type ReferenceAnswer, referenceAnswer } from './reference/answer.ts'
import { unorderedJson } from './reference/canonical-json.ts'
import { defaultGraphName } from './reference/graph.ts'
import { remoteAnswer, withEndpointLabels } from './remote/remote-answer.ts'
import { type RemoteStores, type RemoteStoresOptions, startRemoteStores } from './remote/remote-stores.ts'

/** Endpoints as they differ. */
const endpoints: readonly (readonly [string, RemoteStoresOptions])[] = [
  ['whose default graph is the union', { union: 'default' }],
  ['whose union has a name', { union: { iri: 'tag:endpoint.example:all' } }],
  ['whose graphs are asked one by one', { union: 'graphs' }],
  ['that labels blank nodes anew in each response', { union: 'default', relabel: true }],
  ['that is known to cut answers', { union: 'default', mostRows: 7, cap: 'known' }],
  ['that announces where it cuts answers', { union: { iri: 'urn:all' }, mostRows: 7, cap: 'announced' }],
  ['that cuts answers, and labels anew', { union: 'graphs', mostRows: 7, cap: 'known', relabel: true }],
]

const withAnswers = goldenCases().filter(
  (one) => readIfThere(`${one.folder}/result.json`) !== undefined && !isIntrospection(one),
)

const quadsByFile = new Map(withAnswers.map((one) => [one.dataFile, quadsOf(one)] as const))
const quadsFor = ({ dataFile }: GoldenCase): readonly Quad[] => quadsByFile.get(dataFile) ?? []

/** Oxigraph has one spelling for each number: not of all data it keeps the terms as they are. */
const faithful = new Set(
  [...quadsByFile].flatMap(([file, quads]) => (oxigraphOf(quads).isFaithful ? [file] : [])),
)

const cases = withAnswers.flatMap((one) => {
  if (!faithful.has(one.dataFile)) return []
  const expected = referenceAnswer(quadsFor(one), one.request, one.schema, one.reasoning)
  return isOpen(expected) ? [] : [[one.name, one, expected] as const]
})

/** Cases with more rows of blank nodes, whom no other request can name, than the endpoints below give. */
const tooManyBlankNodes = new Set(['language/rule-7-alias-renames-the-key'])

/** Whether what is inferred is found by a repeated path. */
function needsPath({ folder, reasoning }: GoldenCase): boolean {
  return reasoning !== undefined && /[\w>)][+*]\)/.test(readIfThere(`${folder}/query.sparql`) ?? '')
}

it('has many cases to compare', () => expect(cases.length).toBeGreaterThan(200))

describe.each(endpoints)('golden cases on an endpoint %s', (_name, options) => {
  let stores: RemoteStores
  beforeAll(() => {
    stores = startRemoteStores(options)
  })
  afterAll(() => stores.close())

  it.each(cases)('%s', async (_case, one: GoldenCase, expected: ReferenceAnswer) => {
    const store = await stores.of(one.dataFile, quadsFor(one))
    const answered = remoteAnswer(store, one.request, expected, one.schema, goldenReasoner(one))
    if (options.mostRows !== undefined && tooManyBlankNodes.has(one.name)) {
      await expect(answered).rejects.toMatchObject({ kind: 'limitExceeded' })
      return
    }
    if (options.union === 'default' && expected.graphs?.includes(defaultGraphName) === true) {
      // SPARQL has no name for the unnamed graph where that is not the default one.
      await expect(answered).rejects.toMatchObject({ kind: 'unsupported' })
      return
    }
    if (options.union === 'graphs' && expected.graphs?.length !== 1 && needsPath(one)) {
      // SPARQL has no path from one graph into another where the union of both has no name.
      await expect(answered).rejects.toMatchObject({ kind: 'unsupported' })
      return
    }
    const { json, isInOrder } = await answered
    const labels = options.relabel === true ? 'alike' : 'kept'
    expect(unorderedJson(withEndpointLabels(json), labels)).toBe(
      unorderedJson(`{"data":${expected.json}}`, labels),
    )
    expect(isInOrder).toBe(true)
  })
})
