import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Database, openDatabase } from '../src/index.ts'
import type { PlanNode } from '../src/store/store.ts'
import { runCommand } from './command-line.ts'

const example = new URL('../examples/garden.trig', import.meta.url).pathname
const page = '{ Tree(first: 3, orderBy: name) { name } }'
const lists = '{ Basket { apple pear } }'

async function* baskets(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('@prefix : <https://garden.example/> . :one a :Basket ; :apple 1, 2, 3 ; :pear 4, 5 .')
}

let database: Database
beforeAll(async () => {
  database = await openDatabase(undefined, { isolation: 'none' })
  await database.load(example)
  await database.load({ name: 'baskets', format: 'turtle', bytes: baskets() })
})
afterAll(() => database.close())

async function planOf(query: string, profile: boolean): Promise<PlanNode> {
  const { data, errors } = await database.explain(query, { profile })
  if (data === undefined) throw new Error(JSON.stringify(errors))
  return data.plan.plan
}

/** Every step of a plan. */
function steps(node: PlanNode): readonly PlanNode[] {
  return [node, ...node.children.flatMap(steps)]
}

const isMeasured = ({ rows, milliseconds }: PlanNode) => rows !== undefined && milliseconds !== undefined

it('measures nothing unless told to', async () => {
  expect(steps(await planOf(page, false)).filter(isMeasured)).toEqual([])
})

it('measures the whole of a query and its page', async () => {
  const plan = await planOf(page, true)
  expect(isMeasured(plan)).toBe(true)
  const slice = steps(plan).find(({ label }) => label.startsWith('Slice'))
  expect(slice?.rows).toBe(3)
  expect(slice?.milliseconds).toBeGreaterThan(0)
})

it('measures each arm of a union; together they have the rows of the whole', async () => {
  const plan = await planOf(lists, true)
  const arms = steps(plan).find(({ label }) => label === 'Union')?.children ?? []
  expect(arms.every(isMeasured)).toBe(true)
  expect(arms.map(({ rows }) => rows)).toEqual([3, 2])
  expect(plan.rows).toBe(5)
})

it('measures where a query finds nothing', async () => {
  expect((await planOf('{ Tree(name: "no such tree") { name } }', true)).rows).toBe(0)
})

it('prints what was measured', async () => {
  const { code, out } = await runCommand(
    ['graphql', 'explain', '--profile', '--data', example, page],
    '/nowhere',
  )
  expect(code).toBe(0)
  expect(out).toMatch(/\nPLAN\nProjection\(.*\) \[#\d+, rows: 3, ms: \d+\.\d\d\]\n/u)
  expect(out).toMatch(/ Slice\(.*\) \[#3, rows: 3, ms: \d+\.\d\d\]\n/u)
})
