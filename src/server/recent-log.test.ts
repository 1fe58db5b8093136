import { expect, it } from 'vitest'
import { createRecentLog } from './recent-log.ts'

it('keeps lines in their order', () => {
  const log = createRecentLog()
  expect(log.text()).toBe('')
  log.write('a\n')
  log.write('b\nc\n')
  expect(log.text()).toBe('a\nb\nc\n')
})

it('keeps the last ones, whole, up to its size', () => {
  const log = createRecentLog(1000)
  const lines = Array.from({ length: 5000 }, (_, number) => `line ${number}\n`)
  for (const [index, line] of lines.entries()) {
    log.write(line)
    const text = log.text()
    expect(text.length).toBeLessThanOrEqual(1000)
    const count = text.split('\n').length - 1
    expect(text).toBe(lines.slice(index + 1 - count, index + 1).join(''))
  }
  expect(log.text().split('\n')).toHaveLength(101)
})

it('cuts a line that is longer than all that is kept', () => {
  const log = createRecentLog(10)
  log.write('a\n')
  log.write(`${'b'.repeat(100)}\n`)
  expect(log.text()).toBe('bbbbbbbb…\n')
  log.write('c\n')
  expect(log.text()).toBe('c\n')
})
