import { expect, it } from 'vitest'
import { sparqlForm } from './sparql-form.ts'

it.each([
  ['SELECT * { }', 'select'],
  ['select(1 AS ?x){}', 'select'],
  ['ASK{}', 'ask'],
  ['BASE <http://x/> PREFIX : <http://y/#> # ASK\nCONSTRUCT WHERE { }', 'construct'],
  ['# <b> PREFIX\nprefix a:<http://y/ask>prefix b:<x>\n\tdescribe a:b', 'describe'],
  ['PREFIX select: <x> INSERT DATA { }', 'update'],
  ['PREFIX # comment\n p: # another\n <x> ASK { }', 'ask'],
  ['WITH <g> DELETE { } INSERT { } WHERE { }', 'update'],
  ['\u{feff}SELECT * { }', 'select'],
])('%j is of the form %s', (text, form) => {
  expect(sparqlForm(text)).toBe(form)
})

it.each(['', '  ', '{ Person { name } }', 'selection', 'PREFIX a SELECT', 'PREFIX', 'explain'])(
  '%j is of no form',
  (text) => {
    expect(sparqlForm(text)).toBeUndefined()
  },
)

it('takes time that grows with the text only', () => {
  expect(sparqlForm(`${'prefix # '.repeat(100_000)}select`)).toBeUndefined()
  expect(sparqlForm(`${'#\n \n'.repeat(200_000)}select`)).toBe('select')
})
