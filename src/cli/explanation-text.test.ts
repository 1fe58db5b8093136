import { expect, it } from 'vitest'
import { explanationText } from './explanation-text.ts'

const leaf = (label: string) => ({ label, cardinality: 5, children: [] })

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
