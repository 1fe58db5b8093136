import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../errors.ts'
import { outcomeOf } from './local/query-outcome.ts'
import { createRunningQueries } from './local/running-queries.ts'
import { createServiceMetrics } from './service-metrics.ts'

const present = { running: new Map([['sparql', 2]] as const), databases: { online: 3, offline: 1 } }

async function valuesOf(text: Promise<string>): Promise<ReadonlyMap<string, number>> {
  const lines = (await text).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}

describe('the metrics', () => {
  it('count what ended, by kind and outcome, and tell what is now', async () => {
    const metrics = createServiceMetrics(() => 7)
    metrics.ended('graphql', 'done', 20)
    metrics.ended('graphql', 'done', 400_000)
    metrics.ended('update', 'done', 1)
    metrics.ended('update', 'failed', 1)
    const values = await valuesOf(metrics.text(present))
    const label = (outcome: string, more = '') => `{${more}kind="graphql",outcome="${outcome}"}`
    expect(values.get(`espalier_query_duration_seconds_count${label('done')}`)).toBe(2)
    expect(values.get(`espalier_query_duration_seconds_sum${label('done')}`)).toBeCloseTo(400.02)
    expect(values.get(`espalier_query_duration_seconds_bucket${label('done', 'le="0.025",')}`)).toBe(1)
    expect(values.get(`espalier_query_duration_seconds_bucket${label('done', 'le="0.01",')}`)).toBe(0)
    expect(values.get(`espalier_query_duration_seconds_count${label('timeout')}`)).toBe(0)
    expect(values.get('espalier_changes_total')).toBe(1)
    expect(values.get('espalier_queries_running{kind="sparql"}')).toBe(2)
    expect(values.get('espalier_queries_running{kind="graphql"}')).toBe(0)
    expect(values.get('espalier_queries_waiting')).toBe(7)
    expect(values.get('espalier_databases{state="offline"}')).toBe(1)
  })

  it('are those of docs/operations.md, of the same types', async () => {
    const path = fileURLToPath(new URL('../../docs/operations.md', import.meta.url))
    const documented = [
      ...readFileSync(path, 'utf8').matchAll(/^\| `(\w+)` \| (histogram|counter|gauge) \|/gm),
    ]
    const text = await createServiceMetrics().text(present)
    const told = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
    const sorted = (rows: readonly RegExpMatchArray[]) =>
      rows.map(([, name, type]) => `${name} ${type}`).sort()
    expect(sorted(documented)).toEqual(sorted(told))
  })

  it('of two servers are apart', async () => {
    const [one, other] = [createServiceMetrics(), createServiceMetrics()]
    one.ended('update', 'done', 1)
    expect((await valuesOf(other.text(present))).get('espalier_changes_total')).toBe(0)
  })
})

it.each([
  [new ServiceError('queryTimeout', ''), 'timeout'],
  [new ServiceError('queryCancelled', ''), 'cancelled'],
  [new ServiceError('invalidQuery', ''), 'refused'],
  [new ServiceError('queryMemory', ''), 'failed'],
  [new ServiceError('storage', ''), 'failed'],
  [new Error('a bug'), 'failed'],
])('%j is counted as %s', (error, outcome) => {
  expect(outcomeOf(error)).toBe(outcome)
})

describe('running queries', () => {
  const description = { kind: 'sparql', database: 'a', text: 'ASK {}' } as const

  it('tell how each of them ended', async () => {
    const ended: string[] = []
    const running = createRunningQueries((kind, outcome) => void ended.push(`${kind} ${outcome}`))
    await running.work(description, undefined, async () => 1)
    const failing = running.work(description, undefined, async () =>
      Promise.reject(new ServiceError('invalidQuery', 'no')),
    )
    await expect(failing).rejects.toThrow('no')
    async function* chunks() {
      yield Buffer.from('a')
      yield Buffer.from('b')
    }
    const read = await running.answer(description, undefined, async () => ({ chunks: chunks() }))
    for await (const chunk of read.chunks) expect(chunk).toHaveLength(1)
    const left = await running.answer(description, undefined, async () => ({ chunks: chunks() }))
    for await (const chunk of left.chunks) {
      expect(chunk).toHaveLength(1)
      break
    }
    await running.answer(description, undefined, async () => ({ kind: 'errors' }))
    expect(ended).toEqual([
      'sparql done',
      'sparql refused',
      'sparql done',
      'sparql cancelled',
      'sparql refused',
    ])
  })

  it('of a database are waited for, not those of others', async () => {
    const running = createRunningQueries()
    await running.whenIdle('a')
    const first = Promise.withResolvers<void>()
    const second = Promise.withResolvers<void>()
    const other = Promise.withResolvers<void>()
    const work = [
      running.work(description, undefined, () => first.promise),
      running.work(description, undefined, () => second.promise),
      running.work({ ...description, database: 'b' }, undefined, () => other.promise),
    ]
    let isIdle = false
    const idle = running.whenIdle('a').then(() => {
      isIdle = true
    })
    first.resolve()
    await work[0]
    expect(isIdle).toBe(false)
    second.resolve()
    await idle
    expect(running.list().map(({ database }) => database)).toEqual(['b'])
    other.resolve()
    await Promise.all(work)
  })
})
