import { expect, it } from 'vitest'
import { errorTable } from './error-table.ts'

const error = (message: string, ...locations: { line: number; column: number }[]) => ({
  message,
  code: 'CODE',
  locations,
})

it('shows the line of the source with a caret under the column', () => {
  expect(errorTable([error('Wrong.', { line: 2, column: 3 })], '{\n  foo\n}', false)).toBe(
    '1 error\n2:3  CODE  Wrong.\n  2 │   foo\n    │   ^\n',
  )
})

it('tells the file of each place, where one is given', () => {
  const errors = [error('A.', { line: 1, column: 2 }), error('B.')]
  expect(errorTable(errors, 'xyz', false, 'a.graphql')).toBe(
    '2 errors\na.graphql:1:2  CODE  A.\n  1 │ xyz\n    │  ^\n               CODE  B.\n',
  )
})

it('shows errors without a place, and those with several', () => {
  const table = errorTable(
    [error('A.'), error('B.', { line: 1, column: 1 }, { line: 10, column: 2 })],
    Array.from({ length: 10 }, (_, index) => `l${index + 1}`).join('\r\n'),
    false,
  )
  expect(table).toBe(
    [
      '2 errors',
      '      CODE  A.',
      '1:1   CODE  B.',
      '  1 │ l1',
      '    │ ^',
      '  10 │ l10',
      '     │  ^',
      '',
    ].join('\n'),
  )
})

it('leaves out a place that the source does not have', () => {
  expect(errorTable([error('A.', { line: 7, column: 1 })], 'x', false)).toBe('1 error\n7:1  CODE  A.\n')
})

it('keeps control characters of the source from the terminal', () => {
  const table = errorTable([error('A.', { line: 1, column: 2 })], '\u001b[31mx\ty', false)
  expect(table).not.toContain('\u001b')
  expect(table).toContain('  1 │ \ufffd[31mx y')
})

it('cuts a line of a megabyte', () => {
  const table = errorTable([error('A.', { line: 1, column: 500_000 })], 'x'.repeat(1_000_000), false)
  expect(table.length).toBeLessThan(1000)
  expect(table).toContain('^')
})

it('colours only where colour is wanted', () => {
  expect(errorTable([error('A.')], '', true)).toContain('\u001b[31m1 error\u001b[0m')
  expect(errorTable([error('A.')], '', false)).not.toContain('\u001b')
})

it('puts the caret under the place also behind wide characters', () => {
  const source = '{ 日本 é👩‍🌾 x }'
  const column = source.indexOf('x') + 1
  const table = errorTable([{ message: 'M.', code: 'C', locations: [{ line: 1, column }] }], source, false)
  // Two columns each for 日, 本 and the farmer, one for é.
  expect(table).toContain(`\n    │ ${' '.repeat(2 + 4 + 1 + 1 + 2 + 1)}^\n`)
})
