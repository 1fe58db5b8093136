import { expect, it } from 'vitest'
import { parseSelect } from '../../../../test/parse-select.ts'
import { iri } from '../../../rdf/term.ts'
import { loadQuads } from '../change/load.ts'
import { inMemory, openDatabase } from '../connection.ts'
import { createSqliteStore } from '../sqlite-store.ts'

const ex = (name: string) => iri(`http://example.com/${name}`)
const links = (from: string, to: string) => ({
  subject: ex(from),
  predicate: ex('next'),
  object: ex(to),
  graph: null,
})

/** Two chains: `n0` → … → `n40`, and `m0` → … → `m20`. */
const data = [
  ...Array.from({ length: 40 }, (_, index) => links(`n${index}`, `n${index + 1}`)),
  ...Array.from({ length: 20 }, (_, index) => links(`m${index}`, `m${index + 1}`)),
]

/** Nodes of the chains from which a query of that many levels, each within the one before it, goes on. */
function nested(levels: number, innermost = ''): string {
  let pattern = innermost
  for (let level = levels; level > 0; level--) {
    const more = pattern === '' ? '' : `FILTER EXISTS { ${pattern} }`
    pattern = `?x${level} :next ?x${level + 1} ${more}`
  }
  return pattern
}

async function subjectsOf(pattern: string): Promise<string[]> {
  const database = openDatabase(inMemory)
  await loadQuads(database, [data])
  const store = createSqliteStore(database)
  const namespaces = new Map([['', 'http://example.com/']])
  const solutions = store.select(parseSelect(`SELECT ?x1 { ${pattern} }`, { namespaces }))
  const found: string[] = []
  for await (const batch of solutions.batches) {
    for (const [cell] of batch) {
      if (typeof cell === 'number') found.push(solutions.term(cell).value.replace('http://example.com/', ''))
    }
  }
  store.close()
  return found
}

it.each([1, 2, 8, 9, 10, 20, 30])('answers %d levels of EXISTS', async (levels) => {
  const found = await subjectsOf(nested(levels))
  expect(found.filter((name) => name.startsWith('n'))).toHaveLength(41 - levels)
  expect(found.filter((name) => name.startsWith('m'))).toHaveLength(Math.max(0, 21 - levels))
})

it('keeps what an inner level refuses', async () => {
  const found = await subjectsOf(nested(15, 'FILTER NOT EXISTS { ?x16 :next ?more }'))
  expect(found.sort()).toEqual(['m5', 'n25'])
})

it('keeps what is nested within NOT EXISTS', async () => {
  const found = await subjectsOf(`?x1 :next ?any FILTER NOT EXISTS { ${nested(15)} }`)
  expect(found.sort()).toEqual(
    [
      ...Array.from({ length: 14 }, (_, i) => `m${i + 6}`),
      ...Array.from({ length: 14 }, (_, i) => `n${i + 26}`),
    ].sort(),
  )
})

it('keeps several alternatives of a level', async () => {
  const alternatives = `{ ${nested(12)} } UNION { ?x1 :none ?x2 }`
  const found = await subjectsOf(
    `?x1 :next ?any FILTER EXISTS { ?x1 :next ?y FILTER EXISTS { ${alternatives} } }`,
  )
  expect(found).toHaveLength(29 + 9)
})
