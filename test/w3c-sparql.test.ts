import { describe, expect, it } from 'vitest'
import { isPresent, manifestEntries } from './w3c/manifest.ts'
import { runEvaluationTest } from './w3c/run-query.ts'

/** What the embedded store evaluates: all query tests but those of SERVICE, which is resolved before the store is asked. */
const kinds: ReadonlySet<string> = new Set(['QueryEvaluationTest', 'CSVResultFormatTest'])
const otherSuites: ReadonlySet<string> = new Set(['sparql11/service'])

/** Tests that are not passed, with the reason. */
const exclusions: Readonly<Record<string, string>> = {
  // Both require XsdDateOperations: SPARQL 1.1, 17.3 has no operators on xsd:date, so that they are an extension. Ours
  // compares as XPath and XQuery Functions and Operators, 9.4 does, with an implicit timezone, which is UTC; the tests
  // compare by the partial order of XML Schema.
  'sparql10/open-world/date-1': 'an extension of SPARQL: dates without a timezone are in UTC',
  'sparql10/open-world/date-2': 'an extension of SPARQL: dates without a timezone are in UTC',
}

describe.skipIf(!isPresent)('W3C SPARQL test suites (../shared/w3c)', async () => {
  const manifests = ['sparql10/manifest-evaluation.ttl', 'sparql11/manifest-all.ttl']
  const all = isPresent ? (await Promise.all(manifests.map(manifestEntries))).flat() : []
  const tests = all.filter(
    ({ kind, suite, approval }) => kinds.has(kind) && !otherSuites.has(suite) && approval !== 'NotApproved',
  )
  const names = tests.map(({ suite, name }) => `${suite}/${name}`)

  it('has tests', () => {
    expect(tests.length).toBeGreaterThan(500)
    for (const name of Object.keys(exclusions)) expect(names).toContain(name)
  })

  for (const test of tests) {
    const reason = exclusions[`${test.suite}/${test.name}`]
    const title = `${test.suite} ${test.name}`
    if (reason === undefined) it(title, () => runEvaluationTest(test))
    else it(`${title}: ${reason}`, (context) => context.skip(reason))
  }
})
