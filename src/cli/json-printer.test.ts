import fc from 'fast-check'
import { expect, it } from 'vitest'
import { jsonPrinter } from './json-printer.ts'

function printed(text: string, sizes: readonly number[] = [1]): string {
  const printer = jsonPrinter(false)
  let result = ''
  let index = 0
  for (let at = 0; at < text.length; ) {
    const size = sizes[index % sizes.length] ?? 1
    result += printer.push(text.slice(at, at + size))
    at += size
    index += 1
  }
  return result + printer.end()
}

it.each([
  '{"data":[]}',
  '{}',
  '[]',
  '[[],{}]',
  '"a"',
  '1',
  'null',
  '{"a":{"b":[1,"x",true,null,{"c":-1.5}]}}',
])('prints %s as JSON.stringify indents it', (text) => {
  expect(printed(text)).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
})

it('prints any JSON, cut anywhere, as JSON.stringify indents it', () => {
  fc.assert(
    fc.property(fc.json(), fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), (text, sizes) => {
      const compact = JSON.stringify(JSON.parse(text))
      expect(printed(compact, sizes)).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
    }),
  )
})

it('keeps all digits of a number', () => {
  expect(printed('[12345678901234567890123]')).toBe('[\n  12345678901234567890123\n]\n')
})

it('colours keys, strings and numbers', () => {
  const printer = jsonPrinter(true)
  const text = printer.push('{"a":["b",1]}') + printer.end()
  expect(text).toBe(
    '{\n  \u001b[34m"a"\u001b[0m: [\n    \u001b[32m"b"\u001b[0m,\n    \u001b[36m1\u001b[0m\n  ]\n}\n',
  )
})
