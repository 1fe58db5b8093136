import { expect } from 'vitest'
import { iri, literal, type Quad, rdf, type Term, xsd } from '../src/rdf/term.ts'
import { termText } from '../src/rdf/term-text.ts'
import { owl } from '../src/rdf/vocabulary-terms.ts'
import type { RewritingOptions } from '../src/reasoning/reasoner.ts'
import { createRewriting } from '../src/reasoning/rewrite/create-rewriting.ts'
import type { ClassRule, MemberWay, PropertyRule, Rules } from '../src/reasoning/rules.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import { printQuery } from '../src/sparql/print.ts'
import type { PropertyPath } from '../src/sparql/property-path.ts'
import type { Query } from '../src/sparql/query-form.ts'
import { inScope } from '../src/sparql/scope.ts'
import { collect } from './collect.ts'
import { embeddedOf } from './embedded.ts'

const namespace = 'http://e.org/'
const namespaces = new Map([
  ['', namespace],
  ['rdf', rdf.type.slice(0, -'type'.length)],
  ['owl', owl.sameAs.slice(0, -'sameAs'.length)],
])
/** A name of one letter or word as an IRI: `a` is `rdf:type`, `=` is `owl:sameAs`. */
export const ex = (name: string) =>
  iri(name === 'a' ? rdf.type : name === '=' ? owl.sameAs : `${namespace}${name}`)
/** A step along a property. */
export const link = (name: string): PropertyPath => ({ kind: 'link', iri: ex(name).value })
/** A step against a property. */
export const inverse = (name: string): PropertyPath => ({ kind: 'inverse', path: link(name) })
/** One path or another. */
export const alternative = (...paths: readonly PropertyPath[]): PropertyPath => ({
  kind: 'alternative',
  paths,
})
/** A path, once or more often. */
export const many = (path: PropertyPath): PropertyPath => ({ kind: 'repeated', path, times: 'oneOrMore' })
/** A path, as often as it goes, or not at all. */
export const anyTimes = (path: PropertyPath): PropertyPath => ({
  kind: 'repeated',
  path,
  times: 'zeroOrMore',
})
/** Is stated to be of one of some classes. */
export const stated = (...classes: readonly string[]): MemberWay => ({
  kind: 'stated',
  classes: classes.map((one) => ex(one).value),
})
/** A path leads to something, or to a member of a class. */
export const some = (path: PropertyPath, ...ways: readonly MemberWay[]): MemberWay => ({
  kind: 'related',
  path,
  to: ways.length === 0 ? { kind: 'anything' } : { kind: 'member', ways },
})

/** Rules by hand; each is made of one axiom that is stated by the name. */
export function rulesOf(given: {
  properties?: Readonly<Record<string, { path?: PropertyPath; values?: PropertyRule['values'] }>>
  classes?: Readonly<Record<string, readonly MemberWay[]>>
  type?: PropertyPath
}): Rules {
  const properties = new Map(
    Object.entries(given.properties ?? {}).map(([name, { path = link(name), values = [] }]) => [
      ex(name).value,
      { path, values, axioms: [`about ${name}`] } satisfies PropertyRule,
    ]),
  )
  const classes = new Map(
    Object.entries(given.classes ?? {}).map(([name, ways]) => [
      ex(name).value,
      { ways, axioms: [`about ${name}`] } satisfies ClassRule,
    ]),
  )
  return {
    property: (name) => properties.get(name),
    members: (name) => classes.get(name),
    properties: [...properties.keys()],
    classes: [...classes.keys()],
    ...(given.type && { type: given.type }),
    subclasses: (name) => new Set([name]),
    superclasses: (name) => new Set([name]),
    unsupported: [],
  }
}

/** Triples of names of one letter or word, and numbers, a full stop behind each. */
export function triples(text: string, graph: Quad['graph'] = null): readonly Quad[] {
  const statements = text.split('.').map((one) => one.trim().split(/\s+/))
  return statements
    .filter((one) => one.length === 3)
    .map(([subject = '', predicate = '', object = '']) => ({
      subject: ex(subject),
      predicate: ex(predicate),
      object: /^\d/.test(object) ? literal(object, xsd.integer) : ex(object),
      graph,
    }))
}

/** A rewriting by such rules. */
export function rewritingOf(rules: Rules, options: RewritingOptions & { sameAs?: boolean } = {}) {
  const axioms = [...rules.properties, ...rules.classes].map(
    (name) => `about ${name.slice(namespace.length)}`,
  )
  return createRewriting({ rules, sameAs: options.sameAs === true, axioms, typeAxioms: [] }, options)
}

/** A query of such names. */
export function parsed(text: string): Query {
  return parseQuery(text, { namespaces })
}

/** A term as text; all blank nodes are written alike. */
function shown(term: Term): string {
  return term.kind === 'blank' ? '_:' : termText(term)
}

/** A query as it is rewritten. */
export function printed(rules: Rules, text: string): string {
  return printQuery(rewritingOf(rules).query(parsed(text)), { namespaces, scope: 'none' })
}

/** Solutions as lines of the variables of one query, or what else a query makes. */
async function answer(
  query: Query,
  quads: readonly Quad[],
  asked: Query = query,
): Promise<readonly string[]> {
  const store = await embeddedOf(quads)
  try {
    if (query.kind === 'ask') return [String(await store.ask(query))]
    if (query.kind !== 'select') {
      const made = await collect(store.graph(query))
      return made
        .map(({ subject, predicate, object }) => [subject, predicate, object].map(shown).join(' '))
        .sort()
    }
    const solutions = store.select(query)
    const rows = await collect(solutions.batches)
    const names = [...inScope(asked.operation)]
    return rows
      .map((row) =>
        names
          .map((name) => {
            const cell = row[solutions.variables.indexOf(name)] ?? null
            return cell === null ? '–' : shown(solutions.term(cell))
          })
          .join(' '),
      )
      .sort()
  } finally {
    store.close()
  }
}

/** That a query, rewritten, has the answer over what is stated that it has over all that is inferred. */
export async function expectClosed(
  rules: Rules,
  text: string,
  data: readonly Quad[],
  inferred: readonly Quad[],
  sameAs = false,
): Promise<void> {
  const query = parsed(text)
  const rewritten = rewritingOf(rules, { sameAs }).query(query)
  const expected = await answer(query, [...data, ...inferred])
  expect(await answer(rewritten, data, query), text).toEqual(expected)
  // What is printed means the same: endpoints get it as text.
  const again = parsed(printQuery(rewritten, { namespaces, scope: 'none', prefixes: true }))
  expect(await answer(again, data, query), `${text}, printed`).toEqual(expected)
}
