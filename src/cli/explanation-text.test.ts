import { expect, it } from 'vitest'
import { explanationText } from './explanation-text.ts'

const leaf = (label: string) => ({ label, cardinality: 5, children: [] })

const short = {
  sparql: 'ASK {}\n',
  fields: {},
  plan: { dataset: { from: [] }, prefixes: {}, plan: leaf('A') },
}

it('prints the sections SPARQL, FIELDS and PLAN', () => {
  const text = explanationText(
    {
      sparql: 'SELECT *\nFROM <tag:stardog:api:context:local>\n{\n?0 :name ?1 .\n}\n',
      fields: { '0': { '1': 'name', '2': 'friends' }, '2': { '3': 'name' } },
      plan: {
        dataset: { from: ['tag:stardog:api:context:local'] },
        prefixes: { '': 'http://a/' },
        plan: {
          label: 'Projection(?0, ?1)',
          cardinality: 1,
          children: [
            { label: 'Union', cardinality: 2, rows: 7, milliseconds: 0.5, children: [leaf('A'), leaf('B')] },
            leaf('C'),
          ],
        },
      },
    },
    false,
  )
  expect(text).toBe(`SPARQL
PREFIX : <http://a/>
SELECT *
FROM <tag:stardog:api:context:local>
{
?0 :name ?1 .
}

FIELDS
0: {1: name, 2: friends}
2: {3: name}

PLAN
Projection(?0, ?1) [#1]
  Union [#2, rows: 7, ms: 0.50]
    A [#5]
    B [#5]
  C [#5]
`)
})

it('prints the section REASONING of a query with reasoning', () => {
  const axioms = [':A rdfs:subClassOf :B', ':p a owl:TransitiveProperty']
  const warnings = [':C owl:equivalentClass [owl:complementOf :B]: it says too little.']
  const before = 'SPARQL\nASK {}\n\nFIELDS\n\n\nPLAN\nA [#5]\n'
  expect(explanationText({ ...short, reasoning: { axioms, warnings } }, false)).toBe(
    `${before}\nREASONING\n${axioms[0]}\n${axioms[1]}\nWarning: ${warnings[0]}\n`,
  )
  expect(explanationText({ ...short, reasoning: { axioms: [], warnings: [] } }, false)).toBe(
    `${before}\nREASONING\nNo axiom was needed.\n`,
  )
  expect(explanationText(short, false)).toBe(before)
})

it('lets no control character of a vocabulary reach the terminal', () => {
  const hostile = { axioms: [':A\u001b[2J rdfs:subClassOf "\u202e\n"'], warnings: ['\u0007'] }
  const text = explanationText({ ...short, reasoning: hostile }, false)
  expect(text.slice(text.indexOf('REASONING'))).toBe(
    'REASONING\n:A\ufffd[2J rdfs:subClassOf "\ufffd\ufffd"\nWarning: \ufffd\n',
  )
})
