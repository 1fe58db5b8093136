import { expect, it } from 'vitest'
import { parseQuery } from '../../../sparql/parse.ts'
import { printQuery } from '../../../sparql/print.ts'
import { flattenExists } from './flatten-exists.ts'

const namespaces = new Map([['', 'http://e.org/']])

function flattened(pattern: string): string {
  const query = parseQuery(`SELECT ?a { ${pattern} }`, { namespaces })
  const text = printQuery(
    { ...query, operation: flattenExists(query.operation) },
    { namespaces, scope: 'none' },
  )
  return text.replaceAll(/\s+/g, ' ').replace('SELECT ?a ', '').trim()
}

it.each([
  [
    'one within one',
    '?a :p ?b FILTER EXISTS { ?a :q ?c FILTER EXISTS { ?c :r ?d FILTER EXISTS { ?d :s 1 } } }',
    '{ ?a :p ?b . FILTER(EXISTS { ?a :q ?c . ?c :r ?d . ?d :s 1 . }) }',
  ],
  [
    'conditions beside',
    '?a :p ?b FILTER EXISTS { ?a :q ?c FILTER(?c > 1 && EXISTS { ?c :r ?d FILTER(?d = ?b) }) }',
    '{ ?a :p ?b . FILTER(EXISTS { ?a :q ?c . ?c :r ?d . FILTER((?c > 1) && (?d = ?b)) }) }',
  ],
  [
    'two that have a variable of the same name',
    '?a :p ?b FILTER EXISTS { ?a :q ?c FILTER(EXISTS { ?c :r ?d } && EXISTS { ?c :s ?d }) }',
    '{ ?a :p ?b . FILTER(EXISTS { ?a :q ?c . FILTER(EXISTS { ?c :r ?d . } && EXISTS { ?c :s ?d . }) }) }',
  ],
  [
    'one that must not be',
    '?a :p ?b FILTER EXISTS { ?a :q ?c FILTER NOT EXISTS { ?c :r ?d } }',
    '{ ?a :p ?b . FILTER(EXISTS { ?a :q ?c . FILTER(NOT EXISTS { ?c :r ?d . }) }) }',
  ],
  [
    'within one that must not be',
    '?a :p ?b FILTER NOT EXISTS { ?a :q ?c FILTER EXISTS { ?c :r ?d } }',
    '{ ?a :p ?b . FILTER(NOT EXISTS { ?a :q ?c . ?c :r ?d . }) }',
  ],
  [
    'not those of a pattern of solutions',
    '?a :p ?b FILTER EXISTS { ?b :r ?d }',
    '{ ?a :p ?b . FILTER(EXISTS { ?b :r ?d . }) }',
  ],
  [
    'not beside what is optional',
    '?a :p ?b FILTER EXISTS { ?a :q ?c OPTIONAL { ?c :o ?e } FILTER EXISTS { ?c :r ?e } }',
    '{ ?a :p ?b . FILTER(EXISTS { ?a :q ?c . OPTIONAL { ?c :o ?e . } FILTER(EXISTS { ?c :r ?e . }) }) }',
  ],
])('merges %s', (_, pattern, text) => expect(flattened(pattern)).toBe(text))
