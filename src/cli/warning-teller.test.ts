import { expect, it } from 'vitest'
import { warningTeller } from './warning-teller.ts'

/** What is told of warnings. */
function told(warnings: readonly string[], colour = false): string {
  let text = ''
  const write = async (piece: string | Uint8Array): Promise<void> => {
    text += Buffer.from(piece).toString()
  }
  warningTeller({ interactive: false, colour, columns: 80, write })({ database: 'plants', warnings })
  return text
}

it('tells each warning in a line', () => {
  expect(told(['one', 'two'])).toBe('Warning: Reasoning leaves out one\nWarning: Reasoning leaves out two\n')
  expect(told(['one'], true)).toBe('\u001b[33mWarning:\u001b[0m Reasoning leaves out one\n')
})

it('tells twenty, and how many more there are', () => {
  const warnings = Array.from({ length: 23 }, (_, number) => `axiom ${number}`)
  const lines = told(warnings).trimEnd().split('\n')
  expect(lines).toHaveLength(21)
  expect(lines[19]).toBe('Warning: Reasoning leaves out axiom 19')
  expect(lines[20]).toBe('There are 3 more; --reasoning of an explain command tells all of them.')
  expect(told(warnings.slice(0, 20))).not.toContain('more')
})

it('lets no control character reach the terminal', () => {
  expect(told(['\u001b[2J\nWarning: false'])).toBe(
    'Warning: Reasoning leaves out \ufffd[2J\ufffdWarning: false\n',
  )
})
