import { describe, expect, it } from 'vitest'
import { createReadSchemas } from './read-schemas.ts'

const namespaces = new Map([['e', 'http://e.example/']])
const text = (name: string, comment = '') => `schema { query: Q } type Q { ${name}: ${name} }
type ${name} @iri(prefix: "e") { name: String @iri(prefix: "e") } ${comment}`

/** Counts how often texts are asked for. */
function counted(content: string) {
  const source = {
    times: 0,
    async read() {
      source.times += 1
      return content
    },
  }
  return source
}

describe('schemas that were read', () => {
  it('are not read again for the same text and namespaces, whatever they are called', async () => {
    const schemas = createReadSchemas()
    const source = counted(text('A'))
    const first = await schemas.take({ name: 'a', id: '1' }, namespaces, source.read)
    expect(first).toMatchObject({ kind: 'schema', id: '1' })
    expect(await schemas.take({ name: 'b', id: '1' }, new Map(namespaces), source.read)).toBe(first)
    expect(source.times).toBe(1)
    const other = await schemas.take({ name: 'a', id: '2' }, namespaces, source.read)
    expect(other).not.toBe(first)
    expect(source.times).toBe(2)
  })

  it('are read again by other namespaces', async () => {
    const schemas = createReadSchemas()
    const source = counted(text('A'))
    const reference = { name: 'a', id: '1' }
    const iriOf = async (iri: string) => {
      const reading = await schemas.take(reference, new Map([['e', iri]]), source.read)
      return reading.kind === 'schema' ? reading.schema.types.get('A')?.classes : reading.errors
    }
    expect(await iriOf('http://e.example/')).toEqual(['http://e.example/A'])
    expect(await iriOf('http://f.example/')).toEqual(['http://f.example/A'])
    expect(await iriOf('http://e.example/')).toEqual(['http://e.example/A'])
    expect(source.times).toBe(2)
  })

  it('are read once where several ask at once', async () => {
    const schemas = createReadSchemas()
    const source = counted(text('A'))
    const all = await Promise.all(
      [1, 2, 3].map(() => schemas.take({ name: 'a', id: '1' }, namespaces, source.read)),
    )
    expect(new Set(all).size).toBe(1)
  })

  it('are forgotten where there are too many, those used last are not', async () => {
    const long = text('A', `#${'x'.repeat(1000)}`)
    const schemas = createReadSchemas(2 * long.length)
    const source = counted(long)
    const take = (id: string) => schemas.take({ name: id, id }, namespaces, source.read)
    for (const id of ['1', '2', '1', '3', '1']) await take(id)
    expect(source.times).toBe(3)
    await take('2')
    expect(source.times).toBe(4)
    await take('1')
    expect(source.times).toBe(4)
  })

  it('are kept one at a time where each is longer than all may be', async () => {
    const schemas = createReadSchemas(10)
    const source = counted(text('A'))
    const take = (id: string) => schemas.take({ name: id, id }, namespaces, source.read)
    for (const id of ['1', '1', '2', '2', '1']) await take(id)
    expect(source.times).toBe(3)
  })

  it('tell what does not fit the namespaces any more, where in the text, and are not read again', async () => {
    const schemas = createReadSchemas()
    const source = counted(text('A'))
    const take = () =>
      schemas.take({ name: 'museum', id: '1' }, new Map([['f', 'http://f.example/']]), source.read)
    const reading = await take()
    expect(reading).toMatchObject({
      kind: 'errors',
      errors: [
        {
          message: expect.stringMatching(/^The schema "museum" cannot be used, line 2, column \d+: .*"e"/u),
          extensions: { code: 'BAD_USER_INPUT' },
        },
        { message: expect.stringMatching(/line 2, column \d+/u) },
      ],
    })
    expect(await take()).toBe(reading)
    expect(source.times).toBe(1)
  })

  it('fail as their text does, and are asked for again', async () => {
    const schemas = createReadSchemas()
    const failing = () => Promise.reject(new Error('cut'))
    await expect(schemas.take({ name: 'a', id: '1' }, namespaces, failing)).rejects.toThrow('cut')
    const source = counted(text('A'))
    expect(await schemas.take({ name: 'a', id: '1' }, namespaces, source.read)).toMatchObject({
      kind: 'schema',
    })
  })
})
