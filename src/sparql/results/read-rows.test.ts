import { describe, expect, it } from 'vitest'
import { cut, errorOf, rowsOf, written } from '../../../test/results-in-pieces.ts'
import { blank, iri, languageString, literal, xsd } from '../../rdf/term.ts'
import { readRows } from './read-rows.ts'
import type { Row } from './row.ts'

describe.each(['json', 'xml'] as const)('rows of an answer in %s', (format) => {
  it('are those of the other reader', async () => {
    const rows = [
      [literal('a'), null],
      [languageString('b', 'en'), iri('urn:a')],
      [blank('c'), literal('1', xsd.integer)],
    ]
    const answer = await written(format, ['x', 'y'], rows)
    expect(await rowsOf(answer, ['y', 'x', 'z'], { format, lengths: [7] })).toEqual([
      [null, '"a', null],
      ['<urn:a', '@en"b', null],
      [`^${xsd.integer}"1`, '_c', null],
    ])
  })

  it('that is cut short anywhere end with an error', async () => {
    const whole = (await written(format, ['x'], [[literal('a')], [iri('urn:b')]])).trimEnd()
    for (let length = 0; length < whole.length; length++) {
      const error = await errorOf(rowsOf(whole.slice(0, length), ['x'], { format, lengths: [5] }))
      expect(error.kind).toBe('remoteFailed')
    }
  })

  it('that is a boolean are refused', async () => {
    const boolean =
      format === 'json'
        ? '{"head":{},"boolean":true}'
        : '<sparql xmlns="http://www.w3.org/2005/sparql-results#"><head/><boolean>true</boolean></sparql>'
    expect((await errorOf(rowsOf(boolean, ['x'], { format }))).kind).toBe('remoteFailed')
  })

  it('that is not UTF-8 are refused', async () => {
    const whole = Buffer.from(await written(format, ['x'], [[literal('\u00e4')]]), 'latin1')
    expect((await errorOf(rowsOf(whole, ['x'], { format }))).kind).toBe('remoteFailed')
  })

  it('come as they are there, and errors of the connection pass', async () => {
    const whole = await written(format, ['x'], [[literal('a')], [literal('SECOND')]])
    async function* broken(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(whole.slice(0, whole.indexOf('SECOND')))
      throw new Error('broken')
    }
    const rows: Row[] = []
    const reading = (async () => {
      for await (const some of readRows(format, broken(), { variables: ['x'], name: 'x' })) rows.push(...some)
    })()
    await expect(reading).rejects.toThrow('broken')
    expect(rows).toEqual([['"a']])
  })

  it('are let go of by a reader that stops', async () => {
    const whole = await written(format, ['x'], [[literal('a')], [literal('SECOND')]])
    let ended = false
    async function* watched(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) yield Buffer.from(whole.slice(0, whole.indexOf('SECOND')))
      } finally {
        ended = true
      }
    }
    for await (const _ of readRows(format, watched(), { variables: ['x'], name: 'x' })) break
    expect(ended).toBe(true)
  })

  it.each(['SPLIT', 'NAME'])('one of which never ends are refused, cut at %s', async (where) => {
    const [head = ''] = (await written(format, ['NAME'], [[literal('SPLIT')]])).split(where)
    let given = 0
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from(head)
      for (;;) {
        given += 1 << 20
        yield Buffer.alloc(1 << 20, 'x')
      }
    }
    const reading = (async () => {
      for await (const _ of readRows(format, endless(), { variables: ['x'], name: 'x' }));
    })()
    await expect(reading).rejects.toMatchObject({ kind: 'limitExceeded' })
    expect(given).toBeLessThan(20 << 20)
  })

  it('come in batches of bounded size, be it all in one piece', async () => {
    const count = 50_000
    const answer = await written(
      format,
      ['x'],
      Array.from({ length: count }, (_, at) => [literal(`${at}`)]),
    )
    let next = 0
    const whole = cut(Buffer.from(answer), [answer.length])
    for await (const rows of readRows(format, whole, { variables: ['x'], name: 'x' })) {
      expect(rows.length).toBeLessThan(3000)
      for (const [key] of rows) if (key !== `"${next++}`) throw new Error(`${key} is not row ${next - 1}`)
    }
    expect(next).toBe(count)
  })
})
