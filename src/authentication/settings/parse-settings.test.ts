import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseSettings } from './parse-settings.ts'
import type { SettingsNode } from './settings-node.ts'
import { createSettingsReport } from './settings-report.ts'

function parsed(text: string): { readonly node?: unknown; readonly problems: readonly string[] } {
  const report = createSettingsReport()
  const node = parseSettings(text, report)
  const problems = report.problems.map(
    ({ line, column, key, message }) => `${line}:${column} ${key}: ${message}`,
  )
  return { ...(node && { node: plain(node) }), problems }
}

/** The value alone, numbers as they are written. */
function plain(node: SettingsNode): unknown {
  switch (node.kind) {
    case 'map':
      return Object.fromEntries(node.entries.map(({ key, value }) => [key, plain(value)]))
    case 'list':
      return node.items.map(plain)
    case 'text':
      return node.text
    case 'number':
      return Number(node.written)
    case 'boolean':
      return node.value
    case 'nothing':
      return null
  }
}

describe('the text of settings', () => {
  it.each<[text: string, value: unknown]>([
    ['', null],
    ['# nothing\n', null],
    ['---\n', null],
    ['---\n...\n', null],
    ['a: b', { a: 'b' }],
    ['\uFEFFa: b', { a: 'b' }],
    ['a: b\r\nc: d\r\n', { a: 'b', c: 'd' }],
    ['{"a": ["b", 1, true, null]}', { a: ['b', 1, true, null] }],
    ['a: 1.0\nb: 0x1F\nc: ~\nd:', { a: 1, b: 31, c: null, d: null }],
    // Only YAML 1.1 had these as booleans, and times as anything but text.
    ['a: yes\nb: off\nc: 2001-01-01', { a: 'yes', b: 'off', c: '2001-01-01' }],
    ['a: !!str 12', { a: '12' }],
    ['"a": \'b # c: d\'', { a: 'b # c: d' }],
    ['https://idp.example/realms/a:\n  b: c', { 'https://idp.example/realms/a': { b: 'c' } }],
    ['a: &x [b]\nc: *x', { a: ['b'], c: ['b'] }],
    [
      '__proto__: a\nconstructor: b',
      Object.fromEntries([
        ['__proto__', 'a'],
        ['constructor', 'b'],
      ]),
    ],
    ['%YAML 1.2\n---\na: b', { a: 'b' }],
  ])('%j is read', (text, value) => {
    expect(parsed(text)).toEqual({ node: value, problems: [] })
  })

  it.each<[text: string, problem: string]>([
    ['a: b\nc: d\na: e', '3:1 a: Expected once; it stands in line 1 already.'],
    ['a:\n  b: 1\n  b: 2', '3:3 a.b: Expected once; it stands in line 2 already.'],
    ['1: a', '1:1 : Expected a text as a key: put it in quotes.'],
    ['true: a', '1:1 : Expected a text as a key: put it in quotes.'],
    ['? [a]\n: b', '1:3 : Expected a text as a key: put it in quotes.'],
    ['a: 1\n---\nb: 2', '2:1 : Expected one document: nothing can follow a line "---".'],
    ['a: *x', '1:4 a: Expected a value with this anchor before its alias.'],
    ['a: !foo b', '1:4 : Expected no tag ("!") but those of the YAML core schema.'],
    ['a: [b', '1:6 : Expected as much space'],
    ['[a', '1:3 : Expected a character that is missing'],
    ['a: "b', '1:6 : Expected a character that is missing'],
    ['a: b: c', '1:4 : Expected a key, ":", a space and a value in one line'],
    ['a:\n\tb: c', '2:1 : Expected spaces: YAML is not indented by tabs.'],
    ['a:\n  b: c\n d: e', '3:1 : Expected'],
    ['a: @b', '1:4 : Expected quotes around a value that begins with this character.'],
    [
      'a: "realm\\.roles"',
      '1:10 : Expected an escape sequence that YAML has. In single quotes a backslash stands for itself',
    ],
    ['%FOO\n---\na: b', '1:1 : Expected no directive but %YAML 1.2.'],
    ['a: &x &y b', '1:7 : Expected an anchor'],
    ['a: }', '1:4 : Expected'],
  ])('%j is a problem', (text, problem) => {
    const { node, problems } = parsed(text)
    expect(problems[0]).toContain(problem)
    if (!problem.includes('once') && !problem.includes('as a key') && !problem.includes('alias'))
      expect(node).toBeUndefined()
  })

  it('repeats no piece of a text with wrong syntax', () => {
    const texts = [
      'secret: "hunter2',
      'secret: |x hunter2',
      'secret: hunter2: x',
      '- hunter2\nsecret: x',
      '? hunter2\n- x',
      'secret: "\\hunter2"',
      '!hunter2 x: *hunter2',
      '%hunter2\n---\na: b',
      'a: *hunter2',
      'hunter2',
    ]
    for (const text of texts) expect(JSON.stringify(parsed(text).problems)).not.toContain('hunter2')
  })

  it('takes aliases that would grow without end for a problem', () => {
    const bomb = (levels: number, width: number): string =>
      Array.from({ length: levels }, (_, level) => {
        const items = Array.from({ length: width }, () => (level === 0 ? 'x' : `*a${level - 1}`))
        return `a${level}: &a${level} [${items.join(',')}]`
      }).join('\n')
    expect(parsed(bomb(8, 9)).problems).toEqual([expect.stringContaining('Expected at most 20,000 values')])
    expect(parsed(bomb(30, 2)).problems).toEqual([expect.stringContaining('nested so deep')])
    const circle = parsed('a: &x [*x]').problems
    expect(circle).toEqual([expect.stringContaining('Expected')])
    expect(parsed('a: &x {b: *x}').problems).toEqual([expect.stringContaining('Expected')])
  })

  it.each([
    ['lists', '['.repeat(20_000)],
    ['closed lists', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
    ['maps', '{a: '.repeat(20_000)],
    ['block lists', '- '.repeat(20_000)],
    ['levels that the stack has room for', `${'['.repeat(50)}${']'.repeat(50)}`],
  ])('takes %s too deep in each other for a problem', (_, text) => {
    const { problems } = parsed(text)
    expect(problems.length).toBeGreaterThan(0)
  })

  it('takes too many values for a problem, and tells it once', () => {
    const { problems } = parsed(`[${'a,'.repeat(21_000)}]`)
    expect(problems).toEqual([expect.stringContaining('Expected at most 20,000 values in all.')])
  })

  it('reads any text or tells of problems', () => {
    const piece = fc.constantFrom(
      'a',
      'b: ',
      '- ',
      '\n',
      '  ',
      '\t',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '&x ',
      '*x',
      '!t ',
      '|',
      '>',
      '#',
      '%',
      '---\n',
      '? ',
      ': ',
      '\\',
      '\u0000',
      '\u2028',
      '1.0',
      '<<: ',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { node, problems } = parsed(pieces.join(''))
        expect(node !== undefined || problems.length > 0).toBe(true)
      }),
      { numRuns: 1500 },
    )
  })

  it('reads back any value of JSON that settings can have', () => {
    const value = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small' },
        fc.string(),
        fc.boolean(),
        fc.constant(null),
        fc.nat(),
        tie('list'),
        tie('map'),
      ),
      list: fc.array(tie('value'), { maxLength: 3 }),
      map: fc.dictionary(fc.string(), tie('value'), { maxKeys: 3 }),
    })).map
    fc.assert(
      fc.property(value, (map) => {
        expect(parsed(JSON.stringify(map))).toEqual({ node: JSON.parse(JSON.stringify(map)), problems: [] })
      }),
    )
  })
})
