import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { ServiceError } from '../../errors.ts'
import { createMemoryShelf } from './memory-shelf.ts'
import type { SchemaHolder } from './schema-holder.ts'
import { mostSchemaBytes } from './schema-limits.ts'
import { createSchemaRegistry, type SchemaRegistry } from './schema-registry.ts'

const right = 'schema { query: Query } type Query { Tree: Tree } type Tree { name: String }'

/** A database whose generations end when they are told to. */
function database(changes: Partial<SchemaHolder> = {}) {
  const generations: PromiseWithResolvers<string>[] = []
  const holder: SchemaHolder = {
    key: 'garden',
    shelf: createMemoryShelf(),
    check: async (text) =>
      text.includes('wrong') ? [{ message: 'It is wrong.', extensions: { code: 'wrong' } }] : [],
    generate() {
      const generation = Promise.withResolvers<string>()
      generations.push(generation)
      return generation.promise
    },
    checkStillThere() {},
    ...changes,
  }
  return { holder, generations, registry: createSchemaRegistry() }
}

const failure = (kind: string, message: RegExp | string) => ({
  kind,
  message: typeof message === 'string' ? message : expect.stringMatching(message),
})

const query = { query: '{ Tree { name } }' }
const named = (schema: unknown) => ({ ...query, variables: { '@schema': schema } })

async function chosen(
  registry: SchemaRegistry,
  holder: SchemaHolder,
  request: Parameters<SchemaRegistry['choose']>[1] = query,
  name?: string,
) {
  const choice = await registry.choose(holder, request, name)
  return choice.kind === 'schema' ? choice.schema.text : choice
}

describe('registered schemas', () => {
  it('are added, replaced, shown, listed and removed', async () => {
    const { holder, registry } = database()
    expect(await registry.list(holder)).toEqual([])
    for (const name of ['b', 'a.1-x_Y', '0']) {
      expect(await registry.add(holder, name, `${right} # ${name}`)).toEqual({ kind: 'added' })
    }
    expect(await registry.list(holder)).toEqual(['0', 'a.1-x_Y', 'b'])
    expect(await registry.show(holder, 'b')).toBe(`${right} # b`)
    expect(await registry.add(holder, 'b', right, { replace: true })).toEqual({ kind: 'replaced' })
    expect(await registry.show(holder, 'b')).toBe(right)
    expect(await registry.add(holder, 'c', right, { replace: true })).toEqual({ kind: 'added' })
    registry.remove(holder, 'b')
    expect(await registry.list(holder)).toEqual(['0', 'a.1-x_Y', 'c'])
    expect(() => registry.remove(holder, 'b')).toThrow(
      expect.objectContaining(failure('schemaUnknown', 'Unknown schema "b". There are "0", "a.1-x_Y", "c".')),
    )
  })

  it('are not added over another one unless that is wanted', async () => {
    const { holder, registry } = database()
    await registry.add(holder, 'a', right)
    await expect(registry.add(holder, 'a', `${right} # 2`)).rejects.toMatchObject(
      failure('schemaExists', 'There is a schema "a" already. Replace it, or choose another name.'),
    )
    expect(await registry.show(holder, 'a')).toBe(right)
  })

  it('are not added where they are wrong, in place of what is there neither', async () => {
    const { holder, registry } = database()
    await registry.add(holder, 'a', right)
    const stored = await registry.add(holder, 'a', 'wrong', { replace: true })
    expect(stored).toMatchObject({ kind: 'errors', errors: [{ message: 'It is wrong.' }] })
    expect(await registry.show(holder, 'a')).toBe(right)
  })

  it('are added by one of several at once', async () => {
    const { holder, registry } = database()
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, number) => registry.add(holder, 'a', `${right} # ${number}`)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
    for (const reason of refused) expect(reason).toMatchObject({ kind: 'schemaExists' })
  })

  it('are not added to a database that was dropped meanwhile', async () => {
    const { holder, registry } = database({
      checkStillThere() {
        throw new ServiceError('databaseUnknown', 'It is gone.')
      },
    })
    await expect(registry.add(holder, 'a', right)).rejects.toMatchObject({ kind: 'databaseUnknown' })
    expect(holder.shelf.names()).toEqual([])
  })

  it.each<[name: string, message: RegExp]>([
    ['', /^"" is no name of a schema/],
    ['.', /^"\." is no name/],
    ['..', /^"\.\." is no name/],
    ['a/b', /^"a\/b" is no name/],
    ['a b', /is no name/],
    ['é', /is no name/],
    ['a\n', /is no name/],
    ['schemas', /^A schema cannot be called "schemas"/],
    ['x'.repeat(129), /^The name "x{128}…" of a schema has 129 characters; the limit is 128\.$/],
  ])('cannot be called %j', async (name, message) => {
    const { holder, registry } = database()
    await expect(registry.add(holder, name, right)).rejects.toMatchObject(failure('illegalArgument', message))
  })

  it('can have names of 128 characters, and texts of so many bytes', async () => {
    const { holder, registry } = database()
    expect(await registry.add(holder, 'x'.repeat(128), right)).toEqual({ kind: 'added' })
    const long = '#'.repeat(mostSchemaBytes)
    expect(await registry.add(holder, 'long', long)).toEqual({ kind: 'added' })
    await expect(registry.add(holder, 'longer', `${long}#`)).rejects.toMatchObject(
      failure(
        'limitExceeded',
        `The text of a schema can have ${mostSchemaBytes} bytes; this one has ${mostSchemaBytes + 1}.`,
      ),
    )
    await expect(registry.add(holder, 'longer', `é${long.slice(1)}`)).rejects.toMatchObject({
      kind: 'limitExceeded',
    })
  })

  it('are a thousand at most', async () => {
    const { holder, registry } = database()
    for (let number = 0; number < 999; number++) holder.shelf.put(`s${number}`, right, false)
    const both = await Promise.allSettled(['a', 'b'].map((name) => registry.add(holder, name, right)))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(registry.add(holder, 'c', right)).rejects.toMatchObject(
      failure('limitExceeded', /can have 1000 schemas/),
    )
    expect(await registry.add(holder, 's5', right, { replace: true })).toEqual({ kind: 'replaced' })
  })

  it('have 64 MiB of text together at most', async () => {
    const { holder, registry, generations } = database({ auto: 'owl' })
    for (let number = 0; number < 6; number++) {
      expect(await registry.add(holder, `s${number}`, 'é'.repeat(mostSchemaBytes / 2))).toEqual({
        kind: 'added',
      })
    }
    const rest = 64 * 2 ** 20 - 6 * mostSchemaBytes
    expect(await registry.add(holder, 'last', '#'.repeat(rest))).toEqual({ kind: 'added' })
    const together = `The schemas of a database can have 67108864 bytes together; with this one they have 67108865. Remove one first.`
    await expect(registry.add(holder, 'more', '#')).rejects.toMatchObject(failure('limitExceeded', together))
    const longer = registry.add(holder, 'last', '#'.repeat(rest + 1), { replace: true })
    await expect(longer).rejects.toMatchObject(failure('limitExceeded', together))
    const listing = registry.list(holder)
    generations[0]?.resolve('#')
    await expect(listing).rejects.toMatchObject(
      failure('limitExceeded', /could not be generated.*67108864 bytes/),
    )
    const shorter = registry.add(holder, 'last', '#'.repeat(rest - 1), { replace: true })
    expect(await shorter).toEqual({ kind: 'replaced' })
    expect(await registry.add(holder, 'more', '#')).toEqual({ kind: 'added' })
  })
})

describe('the schema of a request', () => {
  it('is the one that is named, else that of its special variable', async () => {
    const { holder, registry } = database()
    for (const name of ['a', 'b', 'default']) await registry.add(holder, name, `# ${name}`)
    expect(await chosen(registry, holder)).toEqual({ kind: 'none' })
    expect(await chosen(registry, holder, named('a'))).toBe('# a')
    expect(await chosen(registry, holder, named('a'), 'b')).toBe('# b')
    expect(await chosen(registry, holder, { ...query, extensions: { schema: 'b' } })).toBe('# b')
    expect(await chosen(registry, holder, named(null))).toEqual({ kind: 'none' })
  })

  it('has an id that tells its text', async () => {
    const { holder, registry } = database()
    const idOf = async (name: string) => {
      const choice = await registry.choose(holder, query, name)
      return choice.kind === 'schema' ? choice.schema.id : choice
    }
    await registry.add(holder, 'a', right)
    await registry.add(holder, 'b', right)
    const id = await idOf('a')
    expect(await idOf('b')).toBe(id)
    await registry.add(holder, 'a', `${right} `, { replace: true })
    expect(await idOf('a')).not.toBe(id)
  })

  it('is told of where there is none, to whoever named it', async () => {
    const { holder, registry } = database()
    await expect(registry.choose(holder, query, 'a')).rejects.toMatchObject(
      failure('schemaUnknown', 'Unknown schema "a". The database has no schemas.'),
    )
    await registry.add(holder, 'museum', right)
    await expect(registry.choose(holder, query, 'museun')).rejects.toMatchObject(
      failure('schemaUnknown', 'Unknown schema "museun". Did you mean "museum"?'),
    )
    expect(await chosen(registry, holder, named('a'))).toEqual({
      kind: 'errors',
      errors: [{ message: 'Unknown schema "a". There is "museum".', extensions: { code: 'BAD_USER_INPUT' } }],
    })
    for (let number = 10; number < 40; number++) holder.shelf.put(`s${number}`, right, false)
    await expect(registry.choose(holder, query, 'x')).rejects.toThrow(
      /"museum", "s10", .*"s28", and 11 more\.$/,
    )
    await expect(registry.choose(holder, query, 'x'.repeat(1000))).rejects.toThrow(
      /^Unknown schema "x{128}…"\./,
    )
  })
})

describe('the generated default schema', () => {
  const auto = 'owl'

  it('is made once for all who ask at once, and kept', async () => {
    const { holder, generations, registry } = database({ auto })
    const asked = [
      chosen(registry, holder),
      chosen(registry, holder, named('default')),
      chosen(registry, holder, query, 'default'),
      registry.list(holder),
      registry.show(holder, 'default'),
    ]
    await nextTurn()
    expect(generations).toHaveLength(1)
    generations[0]?.resolve(right)
    expect(await Promise.all(asked)).toEqual([right, right, right, ['default'], right])
    expect(holder.shelf.find('default')?.generated).toBe(true)
    expect(await chosen(registry, holder)).toBe(right)
    expect(await registry.list(holder)).toEqual(['default'])
    expect(generations).toHaveLength(1)
  })

  it('is made again when it was removed', async () => {
    const { holder, generations, registry } = database({ auto })
    const first = chosen(registry, holder)
    generations[0]?.resolve(right)
    await first
    registry.remove(holder, 'default')
    expect(holder.shelf.names()).toEqual([])
    const second = chosen(registry, holder)
    generations[1]?.resolve(`${right} # 2`)
    expect(await second).toBe(`${right} # 2`)
  })

  it.each(['the text that comes of it is wrong', 'it fails'])('is asked for again where %s', async (why) => {
    const { holder, generations, registry } = database({ auto })
    const asked = Promise.allSettled([chosen(registry, holder), chosen(registry, holder)])
    const listed = registry.list(holder)
    const list = why === 'it fails' ? expect(listed).rejects : expect(listed).resolves
    const seen = list.toEqual(why === 'it fails' ? expect.objectContaining({ kind: 'storage' }) : [])
    if (why === 'it fails')
      generations[0]?.reject(new ServiceError('storage', 'It is wrong.', { detail: '/d' }))
    else generations[0]?.resolve('wrong')
    const message = 'The default schema could not be generated (graphql.auto.schema): It is wrong.'
    const kind = why === 'it fails' ? 'storage' : 'invalidSchema'
    await seen
    for (const result of await asked) {
      expect(result).toMatchObject({ status: 'rejected', reason: { kind, message } })
      if (why === 'it fails') expect(result).toMatchObject({ reason: { detail: '/d' } })
    }
    expect(holder.shelf.names()).toEqual([])
    const again = chosen(registry, holder)
    generations[1]?.resolve(right)
    expect(await again).toBe(right)
  })

  it('goes on where one who waits for it gives up', async () => {
    const { holder, generations, registry } = database({ auto })
    const given = new AbortController()
    const first = expect(registry.choose(holder, query, undefined, { signal: given.signal })).rejects
    const second = expect(registry.choose(holder, query, undefined, { timeout: 1 })).rejects
    const third = chosen(registry, holder)
    given.abort()
    await first.toMatchObject({ kind: 'queryCancelled' })
    await second.toMatchObject({ kind: 'queryTimeout' })
    const late = expect(registry.choose(holder, query, undefined, { signal: given.signal })).rejects
    await late.toMatchObject({ kind: 'queryCancelled' })
    expect(generations).toHaveLength(1)
    generations[0]?.resolve(right)
    expect(await third).toBe(right)
  })

  it('gives way to one that was added meanwhile', async () => {
    const { holder, generations, registry } = database({ auto })
    const asked = chosen(registry, holder)
    expect(await registry.add(holder, 'default', '# manual')).toEqual({ kind: 'added' })
    generations[0]?.resolve(right)
    expect(await asked).toBe('# manual')
    expect(holder.shelf.find('default')?.generated).toBe(false)
  })

  it('is replaced by one that is added, which is not', async () => {
    const { holder, generations, registry } = database({ auto })
    const asked = chosen(registry, holder)
    generations[0]?.resolve(right)
    await asked
    expect(await registry.add(holder, 'default', '# manual')).toEqual({ kind: 'replaced' })
    expect(await chosen(registry, holder)).toBe('# manual')
    await expect(registry.add(holder, 'default', '# other')).rejects.toMatchObject({ kind: 'schemaExists' })
  })

  it('is not kept for a database that was dropped meanwhile', async () => {
    const { holder, generations, registry } = database({
      auto,
      checkStillThere() {
        throw new ServiceError('databaseUnknown', 'It is gone.')
      },
    })
    const asked = expect(chosen(registry, holder)).rejects.toMatchObject({ kind: 'databaseUnknown' })
    generations[0]?.resolve(right)
    await asked
    expect(holder.shelf.names()).toEqual([])
  })

  it('answers nothing where it is not wanted any more, but can be named', async () => {
    const { holder, generations, registry } = database({ auto })
    const asked = chosen(registry, holder)
    generations[0]?.resolve(right)
    await asked
    const { auto: _, ...manual } = holder
    expect(await chosen(registry, manual)).toEqual({ kind: 'none' })
    expect(await chosen(registry, manual, named('default'))).toBe(right)
    registry.remove(manual, 'default')
    await expect(registry.show(manual, 'default')).rejects.toMatchObject({ kind: 'schemaUnknown' })
  })

  it('is not made for a schema of another name', async () => {
    const { holder, generations, registry } = database({ auto })
    await registry.add(holder, 'a', right)
    expect(await chosen(registry, holder, named('a'))).toBe(right)
    await expect(registry.show(holder, 'b')).rejects.toMatchObject({ kind: 'schemaUnknown' })
    expect(generations).toHaveLength(0)
  })
})
