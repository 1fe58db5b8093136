import { expect, it } from 'vitest'
import { harmless, oneLine } from './one-line.ts'

it('keeps text in one line', () => {
  expect(oneLine(' SELECT *\n{\t?s ?p\r\n\u2028?o }\n')).toBe('SELECT * { ?s ?p ?o }')
  expect(oneLine('')).toBe('')
})

it('takes from text what steers a terminal or turns the line around', () => {
  expect(harmless('\u001b[2J\u0007')).toBe('\u{fffd}[2J\u{fffd}')
  expect(harmless('\u009b2J')).toBe('\u{fffd}2J')
  expect(harmless('a\u202eb\u2066c\u2069')).toBe('a\u{fffd}b\u{fffd}c\u{fffd}')
})

it('keeps scripts of either direction, with their marks, and emoji', () => {
  const text = 'שלום \u200f!\u200e مرحبا 👩\u200d🌾 é'
  expect(harmless(text)).toBe(text)
})
