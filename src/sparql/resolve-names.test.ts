import { expect, it } from 'vitest'
import { parseSelect } from '../../test/parse-select.ts'
import { iri } from '../rdf/term.ts'
import { bgp, variable } from './algebra.ts'
import { parseQuery } from './parse.ts'

const namespaces = new Map([['', 'http://e.org/']])
const name = (local: string) => iri(`http://e.org/${local}`)
const patternOf = (pattern: string) => parseQuery(`ASK { ${pattern} }`, { namespaces }).operation
const triple = (subject: string, predicate: string, object: string) => ({
  subject: variable(subject),
  predicate: name(predicate),
  object: variable(object),
})

it('never names two things alike, before and after a subselect', () => {
  const { operation } = parseSelect(
    'SELECT ?var0 { ?a :p/:q ?b { SELECT ?x { ?x :p/:q ?y } } _:var1 :p/:q ?var0 . [] :p _:x.y }',
    { namespaces },
  )
  const names = JSON.stringify(operation).matchAll(/"name":"((?:var|node)\d+)"/g)
  const counts = Map.groupBy(
    [...names].map(([, found]) => found),
    (found) => found,
  )
  expect([...counts].map(([found, uses]) => [found, uses.length]).sort()).toEqual([
    ['node0', 1],
    ['node1', 1],
    ['node2', 1],
    ['var0', 1],
    ['var1', 2],
    ['var2', 2],
    ['var3', 2],
  ])
})

it('takes the escapes out of prefixed names', () => {
  const [pattern] = [patternOf(String.raw`?s :a\~b\.\%20%2F ?o`)]
  expect(pattern).toEqual(bgp([triple('s', 'a~b.%20%2F', 'o')]))
})

it('keeps the names of blank nodes of the database', () => {
  const { operation } = parseQuery('ASK { <_:b> :p <x> }', { namespaces, baseIri: 'http://b.org/' })
  expect(operation).toEqual(
    bgp([{ subject: iri('_:b'), predicate: name('p'), object: iri('http://b.org/x') }]),
  )
})

it('takes no name of its own that the text spells with escapes', () => {
  const { operation } = parseSelect('SELECT * { ?\\u006Eode0 :p [] }', { namespaces })
  expect(operation).toMatchObject({ variables: ['node0'], operand: bgp([triple('node0', 'p', 'node1')]) })
})

it('resolves references as RFC 3986 does, also those of declarations', () => {
  const { operation } = parseQuery('BASE <../e/> PREFIX p: <f#> ASK { <../x> p:a <?q> ; <#h> <//o/i> }', {
    namespaces,
    baseIri: 'http://b.org/d/c/',
  })
  expect(JSON.stringify(operation).match(/http:[^"]*/g)).toEqual([
    'http://b.org/d/x',
    'http://b.org/d/e/f#a',
    'http://b.org/d/e/?q',
    'http://b.org/d/x',
    'http://b.org/d/e/#h',
    'http://o/i',
  ])
})
