import { expect, it } from 'vitest'
import { type Command, UsageError } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { parseArguments } from './parse-arguments.ts'

const sample: Command = {
  name: 'data add',
  operands: 'DB FILE…',
  summary: 'Add',
  details: [],
  options: [
    { name: 'graph', value: 'IRI', summary: '' },
    { name: 'data', value: 'FILE', multiple: true, summary: '' },
    { name: 'fast', summary: '' },
  ],
  run: async () => exitCodes.ok,
}
const table = [sample, { ...sample, name: 'data size' }, { ...sample, name: 'db list' }]

function invocationOf(...words: string[]) {
  const parsed = parseArguments(['data', 'add', ...words], table)
  if (parsed.kind !== 'command') throw new Error(`parsed as ${parsed.kind}`)
  return parsed.invocation
}

it.each([['--version'], ['-V'], ['version']])('reads %s as version', (word) => {
  expect(parseArguments([word], table)).toEqual({ kind: 'version' })
})

it.each([
  [[], ''],
  [['--help'], ''],
  [['-h'], ''],
  [['help'], ''],
  [['data'], 'data'],
  [['data', '--help'], 'data'],
  [['help', 'data'], 'data'],
  [['help', 'data', 'add'], 'data add'],
  [['data', 'add', '--help'], 'data add'],
  [['data', 'add', 'x', '-h'], 'data add'],
])('reads %j as help on %j', (words, topic) => {
  expect(parseArguments(words, table)).toEqual({ kind: 'help', topic })
})

it('reads operands and options in any order', () => {
  const { operands, options } = invocationOf(
    'a',
    '--graph',
    'g',
    'b',
    '--fast',
    '--data=1',
    '--data',
    '2',
    '--',
    '-x',
  )
  expect(operands).toEqual(['a', 'b', '-x'])
  expect(Object.fromEntries(options)).toEqual({ graph: ['g'], fast: [], data: ['1', '2'] })
})

it('reads a lone dash as an operand', () => {
  expect(invocationOf('-').operands).toEqual(['-'])
})

it('keeps a query that starts with a brace as an operand', () => {
  expect(invocationOf('{ a }').operands).toEqual(['{ a }'])
})

it.each([
  [['dta', 'add'], 'Unknown command "dta add". Did you mean "data add"?'],
  [['data', 'ad'], 'Unknown command "data ad". Did you mean "data add"?'],
  [['nonsense'], 'Unknown command "nonsense".'],
  [['help', 'nonsense'], 'Unknown command "nonsense".'],
  [['data', 'add', '--grap', 'x'], 'Unknown option --grap of "data add". Did you mean "--graph"?'],
  [['data', 'add', '-q'], 'Unknown option -q of "data add".'],
  [['data', 'add', '--graph'], 'Option --graph needs a value: IRI.'],
  [['data', 'add', '--fast=1'], 'Option --fast takes no value.'],
  [['data', 'add', '--graph', 'a', '--graph', 'b'], 'Option --graph is given more than once.'],
])('refuses %j', (words, message) => {
  expect(() => parseArguments(words, table)).toThrow(new UsageError(message))
})
