import { existsSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { defaultNamespaces } from '../../rdf/namespaces.ts'
import { createEngine } from '../create-engine.ts'
import type { EmbeddedDatabase } from '../database.ts'
import type { Engine, Isolation } from '../engine.ts'
import type { SparqlAnswer } from '../sparql/sparql-request.ts'
import type { ChangeStep, OpenTransaction } from './change.ts'
import { createTransactions, type Transactions } from './transactions.ts'

const namespaces = new Map([...defaultNamespaces, ['', 'http://e/']])
const csv = { formats: { solutions: 'csv', boolean: 'csv', graph: 'n-quads' } } as const

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

const add = (text: string): ChangeStep => ({
  kind: 'add',
  source: { name: 'a.ttl', format: 'turtle', bytes: bytesOf(text) },
})
const remove = (text: string): ChangeStep => ({
  kind: 'remove',
  source: { name: 'a.ttl', format: 'turtle', bytes: bytesOf(text) },
})
const update = (text: string): ChangeStep => ({ kind: 'update', update: { text } })

async function textOf(answer: SparqlAnswer): Promise<string> {
  if (answer.kind === 'noFormat') return answer.kind
  const parts: Uint8Array[] = []
  for await (const chunk of answer.chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

/** Paths of the files that this process has open, where the system tells them. */
function openFiles(): readonly string[] {
  const folder = '/proc/self/fd'
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((number) => {
    try {
      return [readlinkSync(join(folder, number))]
    } catch {
      return []
    }
  })
}

describe.each<[Isolation, EmbeddedDatabase['kind']]>([
  ['process', 'file'],
  ['process', 'memory'],
  ['none', 'file'],
  ['none', 'memory'],
])('transactions with isolation %s of a database in a %s', (isolation, kind) => {
  let folder: string
  let engine: Engine
  let transactions: Transactions
  let database: EmbeddedDatabase
  let count = 0
  let time = 0

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'espalier-transactions-'))
    mkdirSync(join(folder, 'answers'))
    vi.stubEnv('TMPDIR', join(folder, 'answers'))
    engine = createEngine({ isolation, processes: 1 })
    mkdirSync(join(folder, 'open', 'left'), { recursive: true })
    writeFileSync(join(folder, 'open', 'left', '1.nq'), '')
    transactions = createTransactions(engine, {
      folder: join(folder, 'open'),
      now: () => time,
      limit: 5,
      ownLimit: 3,
    })
  })

  beforeEach(async () => {
    const name = `d${count++}`
    database =
      kind === 'file' ? { kind, path: join(folder, `${name}.db`), namespaces } : { kind, name, namespaces }
    await engine.change(database, [add(':a :p 1 .')])
  })

  afterAll(async () => {
    await transactions.close()
    await engine.close()
    vi.unstubAllEnvs()
    rmSync(folder, { recursive: true, force: true })
  })

  const everything = 'SELECT ?s ?o { ?s :p ?o } ORDER BY ?s ?o'

  async function ask(within?: OpenTransaction, query = everything): Promise<string[]> {
    const options = within === undefined ? csv : { ...csv, within }
    const text = await textOf(await engine.sparql(database, { query }, options))
    return text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((row) => row.replaceAll('http://e/', ''))
  }

  const seen = (id: string, query?: string) =>
    transactions.within(id, database, (transaction) => ask(transaction, query))

  it('shows its changes to itself only, until they are committed', async () => {
    const id = await transactions.begin(database)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(await seen(id)).toEqual(['a,1'])
    expect(
      await transactions.add(id, database, [add('@prefix x: <http://x/> . :b :p 2, 3 .')]),
    ).toMatchObject({
      added: 0,
      quads: 2,
      prefixes: new Map([['x', 'http://x/']]),
    })
    await transactions.add(id, database, [update('DELETE { ?s :p 3 } INSERT { ?s :p 4 } WHERE { ?s :p 3 }')])
    await transactions.add(id, database, [remove(':a :p 1 .')])
    expect(await seen(id)).toEqual(['b,2', 'b,4'])
    // Readers beside it.
    expect(await ask()).toEqual(['a,1'])
    expect(await engine.size(database)).toBe(1)
    expect(await seen(id)).toEqual(['b,2', 'b,4'])
    expect(await transactions.commit(id, database)).toMatchObject({
      added: 3,
      removed: 2,
      steps: [
        { added: 2, removed: 0 },
        { added: 1, removed: 1 },
        { added: 0, removed: 1 },
      ],
      prefixes: new Map([['x', 'http://x/']]),
    })
    expect(await ask()).toEqual(['b,2', 'b,4'])
    await expect(transactions.commit(id, database)).rejects.toMatchObject({ kind: 'transactionUnknown' })
  })

  if (isolation === 'process') {
    it('keeps no query waiting while a long step is taken in', async () => {
      const begun = Promise.withResolvers<void>()
      const gone = new AbortController()
      async function* endless(): AsyncGenerator<Uint8Array> {
        yield Buffer.from(':b :p 2 .')
        begun.resolve()
        await new Promise(() => {})
      }
      const source = { name: 'a.ttl', format: 'turtle', bytes: endless() } as const
      const file = join(folder, `${count}.nq`)
      const staging = engine.stage(database, { kind: 'add', source }, file, { signal: gone.signal })
      const ended = expect(staging).rejects.toMatchObject({ kind: 'queryCancelled' })
      await begun.promise
      expect(await ask()).toEqual(['a,1'])
      gone.abort()
      await ended
    })
  }

  it('commits on the newest state, whatever others committed meanwhile', async () => {
    const [first, second] = [await transactions.begin(database), await transactions.begin(database)]
    const raise = update('DELETE { ?s :p ?o } INSERT { ?s :p ?n } WHERE { ?s :p ?o BIND(?o + 10 AS ?n) }')
    await transactions.add(first, database, [raise])
    await transactions.add(second, database, [raise, add(':c :p 5 .')])
    expect(await seen(first)).toEqual(['a,11'])
    expect(await seen(second)).toEqual(['a,11', 'c,5'])
    await transactions.commit(second, database)
    expect(await seen(first)).toEqual(['a,21', 'c,15'])
    await engine.change(database, [add(':d :p 1 .')])
    expect(await seen(first)).toEqual(['a,21', 'c,15', 'd,11'])
    expect(await transactions.commit(first, database)).toMatchObject({ added: 3, removed: 3 })
    expect(await ask()).toEqual(['a,21', 'c,15', 'd,11'])
  })

  it('leaves nothing behind where it is rolled back, or not used for an hour', async () => {
    const id = await transactions.begin(database)
    await transactions.add(id, database, [add(':b :p 2 .')])
    const files = readdirSync(join(folder, 'open', id))
    expect(files).toEqual(['0.nq'])
    expect(await seen(id)).toEqual(['a,1', 'b,2'])
    await transactions.rollback(id, database)
    expect(existsSync(join(folder, 'open', id))).toBe(false)
    const idle = await transactions.begin(database)
    const used = await transactions.begin(database)
    time += 3_599_999
    await transactions.add(used, database, [add(':c :p 2 .')])
    await transactions.expire()
    expect(await seen(idle)).toEqual(['a,1'])
    time += 3_599_999
    await transactions.add(used, database, [add(':c :p 2 .')])
    time += 1
    await transactions.expire()
    await expect(seen(idle)).rejects.toMatchObject({ kind: 'transactionUnknown' })
    expect(await seen(used)).toEqual(['a,1', 'c,2'])
    await transactions.release(database)
    await expect(seen(used)).rejects.toMatchObject({ kind: 'transactionUnknown' })
    expect(await ask()).toEqual(['a,1'])
    expect(readdirSync(join(folder, 'open'))).toEqual([])
  })

  it('knows no transaction of another name or another database', async () => {
    const id = await transactions.begin(database)
    const other: EmbeddedDatabase =
      kind === 'file'
        ? { kind, path: join(folder, 'other.db'), namespaces }
        : { kind, name: 'other', namespaces }
    const unknown = { kind: 'transactionUnknown' }
    await expect(transactions.add(id, other, [add(':b :p 2 .')])).rejects.toMatchObject(unknown)
    await expect(transactions.rollback('nothing', database)).rejects.toMatchObject(unknown)
    await expect(transactions.within(id, other, async () => {})).rejects.toMatchObject(unknown)
    await transactions.rollback(id, database)
    await expect(transactions.rollback(id, database)).rejects.toMatchObject(unknown)
  })

  it('says of a step that its transaction is gone where it was rolled back meanwhile', async () => {
    const id = await transactions.begin(database)
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    async function* slow() {
      yield Buffer.from(':b :p 2 .')
      begun.resolve()
      await goOn.promise
    }
    const step: ChangeStep = { kind: 'add', source: { name: 'a.ttl', format: 'turtle', bytes: slow() } }
    const added = expect(transactions.add(id, database, [step])).rejects.toMatchObject({
      kind: 'transactionUnknown',
    })
    await begun.promise
    await transactions.release(database)
    goOn.resolve()
    await added
    expect(readdirSync(join(folder, 'open'))).toEqual([])
  })

  it('has a limit of open transactions', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => transactions.begin(database)))
    await expect(transactions.begin(database)).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringContaining('5 transactions are open'),
    })
    await Promise.all(ids.map((id) => transactions.rollback(id, database)))
    await transactions.rollback(await transactions.begin(database), database)
  })

  it('has a lower limit for each owner, who so keeps nobody else from beginning one', async () => {
    const [ann, bob] = [transactions.of('ann'), transactions.of('bob')]
    const ids = await Promise.all(Array.from({ length: 3 }, () => ann.begin(database)))
    await expect(ann.begin(database)).rejects.toMatchObject({
      kind: 'limitExceeded',
      message: expect.stringContaining('3 transactions of yours are open'),
    })
    await bob.rollback(await bob.begin(database), database)
    await Promise.all(ids.map((id) => ann.rollback(id, database)))
    await ann.rollback(await ann.begin(database), database)
  })

  it('refuses a step that cannot be read, and goes on without it', async () => {
    const id = await transactions.begin(database)
    const broken = [add(':b :p 2 .'), add(':b :p')]
    await expect(transactions.add(id, database, broken)).rejects.toMatchObject({ kind: 'invalidRdf' })
    await expect(transactions.add(id, database, [update('INSERT {')])).rejects.toMatchObject({
      kind: 'invalidQuery',
    })
    const relative: ChangeStep = { kind: 'clear', graphs: { iri: 'g' } }
    await expect(transactions.add(id, database, [relative])).rejects.toMatchObject({
      kind: 'illegalArgument',
    })
    await transactions.add(id, database, [add(':c :p 3 .')])
    expect(await transactions.commit(id, database)).toMatchObject({ added: 1, steps: [{ added: 1 }] })
    expect(await ask()).toEqual(['a,1', 'c,3'])
  })

  it('stays open where its commit fails', async () => {
    const id = await transactions.begin(database)
    await transactions.add(id, database, [add(':b :p 2 .'), update('CREATE GRAPH :g')])
    await engine.change(database, [update('INSERT DATA { GRAPH :g { :a :p 1 } }')])
    await expect(transactions.commit(id, database)).rejects.toMatchObject({ kind: 'illegalArgument' })
    expect(await ask()).toEqual(['a,1'])
    await engine.change(database, [update('CLEAR GRAPH :g')])
    expect(await transactions.commit(id, database)).toMatchObject({ added: 1 })
  })

  it('keeps blank nodes of documents apart, and removes those of the database by their labels', async () => {
    await engine.change(database, [add('_:x :q "own" .')])
    const exported = await textOf(
      await engine.sparql(database, { query: 'CONSTRUCT WHERE { ?s :q ?o }' }, csv),
    )
    const id = await transactions.begin(database)
    await transactions.add(id, database, [add('_:x :q "1" . [] :q "2" .'), add('_:x :q "1" . [] :q "2" .')])
    await transactions.add(id, database, [remove('_:x :q "1" .')])
    await transactions.add(id, database, [remove(exported)])
    const distinct = 'SELECT (count(DISTINCT ?s) AS ?n) { ?s :q ?o }'
    expect(await seen(id, distinct)).toEqual(['4'])
    expect(await transactions.commit(id, database)).toMatchObject({ added: 4, removed: 1 })
    expect(await ask(undefined, distinct)).toEqual(['4'])
  })

  if (isolation === 'process') {
    it('survives a query that is ended at its time limit', async () => {
      const id = await transactions.begin(database)
      const many = Array.from({ length: 300 }, (_, index) => `:s :q ${index} .`).join('\n')
      await transactions.add(id, database, [add(many)])
      const query =
        'SELECT (count(*) AS ?n) { ?a :q ?b . ?c :q ?d . ?e :q ?f . ?g :q ?h FILTER(?b + ?d + ?f = ?h) }'
      await expect(
        transactions.within(id, database, (within) =>
          engine.sparql(database, { query }, { ...csv, within, timeout: 1_000 }),
        ),
      ).rejects.toMatchObject({ kind: 'queryTimeout' })
      expect(await ask()).toEqual(['a,1'])
      expect(await transactions.commit(id, database)).toMatchObject({ added: 300 })
    })
  }

  it('closes an answer that nobody begins to read', async () => {
    const id = await transactions.begin(database)
    const many = Array.from({ length: 20_000 }, (_, index) => `:s${index} :p "${'x'.repeat(50)}" .`)
    await transactions.add(id, database, [add(many.join('\n'))])
    const answer = await transactions.within(id, database, (within) =>
      engine.sparql(database, { query: everything }, { ...csv, within }),
    )
    if (answer.kind === 'noFormat') throw new Error('No answer')
    const chunks = answer.chunks[Symbol.asyncIterator]()
    await chunks.return?.()
    expect(await chunks.next()).toMatchObject({ done: true })
    expect(openFiles().filter((path) => path.includes('espalier-answer-'))).toEqual([])
    await transactions.rollback(id, database)
  })

  it('does not keep others from writing while its answer is read', async () => {
    const id = await transactions.begin(database)
    const many = Array.from({ length: 20_000 }, (_, index) => `:s${index} :p "${'x'.repeat(50)}" .`).join(
      '\n',
    )
    await transactions.add(id, database, [add(many)])
    const answer = await transactions.within(id, database, (within) =>
      engine.sparql(database, { query: everything }, { ...csv, within }),
    )
    if (answer.kind === 'noFormat') throw new Error('No answer')
    const chunks = answer.chunks[Symbol.asyncIterator]()
    const first = await chunks.next()
    await engine.change(database, [add(':b :p 2 .')])
    expect(await ask()).toEqual(['a,1', 'b,2'])
    let length = first.value?.length ?? 0
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) length += next.value.length
    expect(length).toBeGreaterThan(1_000_000)
    expect(readdirSync(join(folder, 'answers'))).toEqual([])
    await transactions.rollback(id, database)
  })
})
