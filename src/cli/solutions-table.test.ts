import { describe, expect, it } from 'vitest'
import { fitText, textWidth } from './fit-text.ts'
import { termShortener } from './short-term.ts'
import { readSolutionLines } from './solutions-lines.ts'
import { solutionsTable, type TableLayout } from './solutions-table.ts'

async function* pieces(text: string, length: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text)
  for (let start = 0; start < bytes.length; start += length) yield bytes.subarray(start, start + length)
}

const plain: TableLayout = { shorten: (term) => term, colour: false }

async function tableOf(tsv: string, layout: Partial<TableLayout> = {}, length = 7): Promise<string> {
  const lines = await readSolutionLines(pieces(tsv, length))
  let table = ''
  for await (const piece of solutionsTable(lines, { ...plain, ...layout })) table += piece
  return table
}

describe('a table of solutions', () => {
  it('is aligned, in whatever pieces the solutions come', async () => {
    const tsv = '?name\t?height\n"Ash"\t20.5\n"漢字"\t\n"é"\t1\n'
    const table = [
      'name    height',
      '──────  ──────',
      '"Ash"   20.5',
      '"漢字"',
      '"é"     1',
      '3 rows\n',
    ].join('\n')
    for (const length of [1, 2, 5, 1000]) expect(await tableOf(tsv, {}, length)).toBe(table)
  })

  it('has a head where there are no solutions, and rows where there are no variables', async () => {
    expect(await tableOf('?x\n')).toBe('x\n─\n0 rows\n')
    expect(await tableOf('\n\n\n')).toBe('\n\n2 rows\n')
    expect(await tableOf('?x\n1\n')).toContain('\n1 row\n')
  })

  it('fits into the terminal: the widest columns give way', async () => {
    const tsv = `?a\t?b\n"${'x'.repeat(50)}"\t12345678\n`
    const table = await tableOf(tsv, { width: 30 })
    for (const line of table.split('\n')) expect(textWidth(line)).toBeLessThanOrEqual(30)
    expect(table).toContain('…  12345678\n')
  })

  it('cuts a cell of a megabyte', async () => {
    const table = await tableOf(`?a\n"${'漢'.repeat(500_000)}"\n`, {}, 65_536)
    expect(table.length).toBeLessThan(500)
  })

  it('prints many solutions as they come, and ends after the rows that are wanted', async () => {
    const rows = Array.from({ length: 1000 }, (_, n) => `${n}\n`).join('')
    expect((await tableOf(`?n\n${rows}`, {}, 100)).split('\n')).toHaveLength(1004)
    const cut = await tableOf(`?n\n${rows}`, { rows: 300 }, 100)
    expect(cut).toContain('\n299\n')
    expect(cut).not.toContain('\n300\n')
    expect(cut).toMatch(/The first 300 rows; .*\n$/u)
    expect(await tableOf(`?n\n${rows}`, { rows: 1000 }, 100)).toMatch(/\n1,000 rows\n$/u)
  })

  it('lets no control character of the data reach the terminal', async () => {
    expect(await tableOf('?x\n"\u001b[2J"\n')).toContain('"\u{fffd}[2J"')
  })
})

describe('fitText', () => {
  it.each([
    ['abc', 5, 'abc  '],
    ['abc', 3, 'abc'],
    ['abcd', 3, 'ab…'],
    ['漢字', 3, '漢…'],
    ['漢字漢', 4, '漢… '],
    ['👨‍👩‍👧👨‍👩‍👧', 3, '👨‍👩‍👧…'],
    ['', 0, ''],
  ])('fits %j into %i', (text, width, fitted) => {
    expect(fitText(text, width)).toBe(fitted)
  })
})

describe('termShortener', () => {
  const shorten = termShortener(
    new Map([
      ['', 'http://a.example/'],
      ['b', 'http://a.example/b/'],
      ['none', ''],
      ['xsd', 'http://www.w3.org/2001/XMLSchema#'],
    ]),
  )
  it.each([
    ['<http://a.example/x>', ':x'],
    ['<http://a.example/b/x>', 'b:x'],
    ['<http://a.example/c/x>', '<http://a.example/c/x>'],
    ['<http://other.example/>', '<http://other.example/>'],
    ['"x"^^<http://www.w3.org/2001/XMLSchema#date>', '"x"^^xsd:date'],
    ['"x"^^<http://other.example/d>', '"x"^^<http://other.example/d>'],
    ['"a ^^<http://a.example/x>"', '"a ^^<http://a.example/x>"'],
    ['"a"@en', '"a"@en'],
    ['_:b0', '_:b0'],
    ['1.5', '1.5'],
    ['', ''],
  ])('writes %j as %j', (term, shortened) => {
    expect(shorten(term)).toBe(shortened)
  })
})
