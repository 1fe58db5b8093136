import fc from 'fast-check'
import { iri, literal, type Quad, xsd } from '../src/rdf/term.ts'
import { parseQuery } from '../src/sparql/parse.ts'
import { certainlyBound, inScope } from '../src/sparql/scope.ts'
import { path, singlePath, step } from './generate-paths.ts'
import { termKey } from './reference/graph.ts'

/**
 * Random SPARQL of the whole language as text, over a few names so that much of it has solutions. What is left out is
 * what processors may answer differently, each with what the specification says of it.
 */

/** What the texts take for granted. */
export const prologue = 'PREFIX : <http://e.org/>\n'

const ex = (name: string) => iri(`http://e.org/${name}`)
const nodes = ['a', 'b', 'c', 'd']
const predicates = ['p', 'q', 'r']
const numbers = ['1', '2', '3', '10']
const graphNames = ['g1', 'g2', 'g3']
/** Variables of patterns, what BIND and AS make, and of GRAPH. */
const [names, made, graphVariables] = [
  ['x', 'y', 'z', 'w'],
  ['e', 'f'],
  ['g', 'h'],
]

/** Quads in the default graph and two named ones; `unique`: each triple in one graph only. */
export function quadsOf(unique: boolean): fc.Arbitrary<readonly Quad[]> {
  return fc.uniqueArray(
    fc.record({
      subject: fc.constantFrom(...nodes.map(ex)),
      predicate: fc.constantFrom(...predicates.map(ex)),
      object: fc.constantFrom(...nodes.map(ex), ...numbers.map((value) => literal(value, xsd.integer))),
      graph: fc.constantFrom(null, null, ex('g1'), ex('g2')),
    }),
    {
      maxLength: 16,
      selector: ({ subject, predicate, object, graph }) =>
        [subject, predicate, object, ...(unique || graph === null ? [] : [graph])].map(termKey).join(' '),
    },
  )
}

const named = (list: readonly string[]) => fc.constantFrom(...list.map((name) => `:${name}`))
const variables = (list: readonly string[]) => fc.constantFrom(...list.map((name) => `?${name}`))
const anyVariable = variables(names)

const end = (constants: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 4, arbitrary: anyVariable }, { weight: 1, arbitrary: constants })
const subject = end(named(nodes))
const object = end(fc.oneof(named(nodes), fc.constantFrom(...numbers)))

/**
 * Part of a text with a path that may be of no length. EXISTS puts terms of the solution in the place of variables (18.6),
 * so there every variable can be such a term, of which {@link tripleWith} speaks. For the same reason MINUS shares no
 * variable there with what stands before it but those that are still free; Oxigraph counts those of the solution too.
 */
const pathOfNoLength = /[)\w][?*](?=[)\s/|])/

/**
 * A triple with one of the paths. A term at the end of a path is one step of no length away from itself, whether the
 * graph has it or not (18.4, ZeroOrOnePath); Oxigraph looks whether it has.
 */
function tripleWith(paths: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const walked = fc
    .tuple(subject, paths, object, anyVariable, anyVariable)
    .map(([from, one, to, x, y]) => (/[?*]/.test(one) ? `${x} ${one} ${y} .` : `${from} ${one} ${to} .`))
  const plain = fc.tuple(
    subject,
    fc.oneof({ weight: 6, arbitrary: step }, { weight: 1, arbitrary: anyVariable }),
    object,
  )
  return fc.oneof(
    { weight: 4, arbitrary: plain.map((parts) => `${parts.join(' ')} .`) },
    { weight: 1, arbitrary: walked },
  )
}
const plainTriple = fc.tuple(subject, step, object).map((parts) => `${parts.join(' ')} .`)

const value = fc.oneof(anyVariable, variables(made), fc.constantFrom(...numbers), named(nodes))
const comparison = fc.oneof(
  fc.tuple(value, fc.constantFrom('=', '!='), value).map((parts) => parts.join(' ')),
  // IRIs have no order, not even of one with itself (17.3), so this is an error; Oxigraph says of two of the same that
  // neither is less. With the second condition it is false for both.
  fc
    .tuple(value, fc.constantFrom('<', '>='), value)
    .map(
      (parts) => `(${parts.join(' ')} && (isNumeric(${parts[0]}) || !sameTerm(${parts[0]}, ${parts[2]})))`,
    ),
  anyVariable.map((one) => `BOUND(${one})`),
  anyVariable.map((one) => `isIRI(${one})`),
  anyVariable.map((one) => `isNumeric(${one})`),
  fc.tuple(value, value, value).map(([one, a, b]) => `${one} IN (${a}, ${b})`),
  fc.tuple(value, value).map(([one, a]) => `${one} NOT IN (${a})`),
  fc.tuple(anyVariable, value).map(([a, b]) => `sameTerm(${a}, ${b})`),
  anyVariable.map((one) => `STRLEN(STR(${one})) > 1`),
  anyVariable.map((one) => `REGEX(STR(${one}), "[ab1]$")`),
)
const computed = fc.oneof(
  value,
  fc.tuple(value, fc.constantFrom('+', '-', '*'), value).map((parts) => parts.join(' ')),
  fc.tuple(comparison, value, value).map(([test, a, b]) => `IF(${test}, ${a}, ${b})`),
  fc.tuple(value, value).map(([a, b]) => `COALESCE(${a}, ${b}, 7)`),
  anyVariable.map((one) => `STR(${one})`),
)

/** Elements of a group, without its braces. */
type Language = Readonly<Record<'condition' | 'element' | 'group' | 'subselect', string>>

const languageWith = (paths: fc.Arbitrary<string>) =>
  fc.letrec<Language>((tie) => ({
    condition: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'condition', withCrossShrink: true },
      { weight: 6, arbitrary: comparison },
      {
        weight: 1,
        arbitrary: fc.tuple(tie('condition'), tie('condition')).map((two) => `(${two.join(' && ')})`),
      },
      {
        weight: 1,
        arbitrary: fc.tuple(tie('condition'), tie('condition')).map((two) => `(${two.join(' || ')})`),
      },
      { weight: 1, arbitrary: tie('condition').map((one) => `!(${one})`) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(
            fc.constantFrom('', 'NOT '),
            tie('group').filter((group) => !pathOfNoLength.test(group) && !group.includes('MINUS')),
          )
          .map(([not, group]) => `${not}EXISTS { ${group} }`),
      },
    ),
    element: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'element', withCrossShrink: true },
      {
        weight: 8,
        arbitrary: fc.array(tripleWith(paths), { minLength: 1, maxLength: 3 }).map((list) => list.join(' ')),
      },
      { weight: 3, arbitrary: tie('group').map((group) => `OPTIONAL { ${group} }`) },
      { weight: 2, arbitrary: tie('group').map((group) => `MINUS { ${group} }`) },
      {
        weight: 2,
        arbitrary: fc
          .array(tie('group'), { minLength: 2, maxLength: 3 })
          .map((groups) => groups.map((group) => `{ ${group} }`).join(' UNION ')),
      },
      { weight: 3, arbitrary: tie('condition').map((condition) => `FILTER(${condition})`) },
      {
        weight: 2,
        arbitrary: fc.tuple(computed, variables(made)).map(([one, name]) => `BIND(${one} AS ${name})`),
      },
      {
        weight: 1,
        arbitrary: fc
          .array(
            fc.tuple(
              fc.oneof(
                object.filter((one) => !one.startsWith('?')),
                fc.constant('UNDEF'),
              ),
              fc.oneof(named(nodes), fc.constant('UNDEF')),
            ),
            { minLength: 1, maxLength: 3 },
          )
          .map((rows) => `VALUES (?x ?y) { ${rows.map((row) => `(${row.join(' ')})`).join(' ')} }`),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.oneof(named(graphNames), variables(graphVariables)), plainTriple, tie('group'))
          // The variable of GRAPH is bound to what its group finds (18.6), so MINUS within does not share it; Oxigraph takes
          // it for shared.
          // A graph that the dataset does not name has no solutions, whatever the pattern is (18.6); Oxigraph finds those
          // that need no triple in it.
          .filter(([name, , group]) => !name.startsWith('?') || !group.includes('MINUS'))
          .map(([name, one, group]) => `GRAPH ${name} { ${one} ${group} }`),
      },
      { weight: 1, arbitrary: tie('group').map((group) => `{ ${group} }`) },
      { weight: 2, arbitrary: tie('subselect').map((select) => `{ ${select} }`) },
    ),
    group: fc
      .array(tie('element'), { minLength: 1, maxLength: 3, depthIdentifier: 'element' })
      .map(legalGroup),
    subselect: fc
      .tuple(
        tie('group'),
        fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', 'DISTINCT '),
        fc.option(fc.tuple(fc.nat(2), fc.nat(4)), { nil: undefined, freq: 3 }),
      )
      .map(([group, selected, distinct, page]) => {
        const list = selected.map((name) => `?${name}`).join(' ')
        const text = `SELECT ${distinct}${list} { ${hidden(group, selected)} }`
        // Ordered by all that is seen: which solutions are cut off is no matter of taste then.
        return page === undefined ? text : `${text} ORDER BY ${list} LIMIT ${page[1]} OFFSET ${page[0]}`
      }),
  }))

/** A group without a BIND that would assign what occurs before it. */
function legalGroup(elements: readonly string[]): string {
  let text = ''
  for (const element of elements) {
    const [, assigned] = /^BIND\(.* AS (\?\w+)\)$/.exec(element) ?? []
    if (assigned !== undefined && occurs(assigned, text)) continue
    text += `${element} `
  }
  return text
}

function occurs(variable: string, text: string): boolean {
  return new RegExp(`\\${variable}\\b`).test(text)
}

/** A group with the variables that are not selected renamed, so that nothing outside can name them. */
function hidden(group: string, selected: readonly string[]): string {
  return group.replace(/\?(\w+)/g, (found, name: string) => (selected.includes(name) ? found : `?i${name}`))
}

/** A query with what has to be known to ask it. */
export interface GeneratedQuery {
  readonly text: string
  /** How many graphs its default graph is merged of. */
  readonly merged: number
}

const graphs = fc.oneof(
  { weight: 4, arbitrary: fc.constant<readonly string[]>([]) },
  {
    weight: 1,
    // The default graph is the merge of its graphs (13.2.1); Oxigraph counts one twice that is named twice.
    arbitrary: fc.uniqueArray(
      fc.tuple(fc.constantFrom('FROM', 'FROM NAMED'), named(graphNames)).map((parts) => parts.join(' ')),
      { minLength: 1, maxLength: 3 },
    ),
  },
)
/** A group of any elements, for what has a pattern in other places. */
export const anyGroup: fc.Arbitrary<string> = languageWith(singlePath).group
const where = fc.tuple(graphs, anyGroup)

/**
 * Aggregates of what a group binds, COUNT also of what it may bind. COUNT leaves errors out (18.5.1.2); what MIN and MAX
 * make of them is said only by the order of ORDER BY, where unbound comes first: Oxigraph makes errors of both. Where it
 * can tell before that nothing is bound, it has no value of COUNT either.
 */
function countable(aggregates: readonly string[], group: string): readonly string[] {
  const { operation } = parseQuery(`${prologue}ASK { ${group} }`, { namespaces: new Map() })
  const [maybe, surely] = [inScope(operation), certainlyBound(operation)]
  const found = aggregates.filter((one) =>
    [...one.matchAll(/\?(\w+)/g)].every(([, name = '']) => (/^M/.test(one) ? surely : maybe).has(name)),
  )
  return found.length === 0 ? ['COUNT(*)'] : found
}

const aggregate = fc.oneof(
  fc.constantFrom('COUNT(*)', 'COUNT(DISTINCT *)'),
  fc
    .tuple(
      fc.constantFrom('COUNT', 'SUM', 'MIN', 'MAX', 'AVG'),
      fc.constantFrom('', 'DISTINCT '),
      fc.oneof(anyVariable, fc.constant('?x + ?y')),
    )
    .map(([name, distinct, one]) => `${name}(${distinct}${/^[CM]/.test(name) ? one.slice(0, 2) : one})`),
)

const selectQuery = fc
  .tuple(
    where,
    fc.constantFrom('', 'DISTINCT ', 'REDUCED '),
    fc.option(fc.uniqueArray(fc.constantFrom(...names, ...made, 'g'), { minLength: 1 }), { nil: undefined }),
  )
  .map(([[from, group], distinct, selected]) => {
    // REDUCED may leave out any number of repetitions (15.3.2): it is asked for where there are none.
    const list = selected?.map((name) => `?${name}`).join(' ') ?? '*'
    const inner = distinct === 'REDUCED ' ? `{ SELECT DISTINCT ${list} { ${group} } }` : group
    return { text: `SELECT ${distinct}${list} ${from.join(' ')} { ${inner} }`, merged: mergedOf(from) }
  })

const groupedQuery = fc
  .tuple(
    where,
    fc.uniqueArray(fc.constantFrom('?x', '?y', '(?x + 1 AS ?k)', '(STR(?y) AS ?l)', '(isIRI(?z) AS ?m)'), {
      minLength: 1,
      maxLength: 2,
    }),
    fc.array(aggregate, { minLength: 1, maxLength: 2 }),
    fc.option(fc.tuple(aggregate, fc.constantFrom('> 1', '<= 3', '= 2')), { nil: undefined }),
  )
  .map(([[from, group], keys, aggregates, having]) => {
    const selected = keys.map((key) => / AS (\?\w)\)/.exec(key)?.[1] ?? key)
    const computed = countable(aggregates, group).map(
      (one, index) => `(${one}${index === 1 ? ' + 1' : ''} AS ?n${index})`,
    )
    const condition =
      having === undefined ? '' : ` HAVING (${countable([having[0]], group).join('')} ${having[1]})`
    return {
      text: `SELECT ${[...selected, ...computed].join(' ')} ${from.join(' ')} { ${group} } GROUP BY ${keys.join(' ')}${condition}`,
      merged: mergedOf(from),
    }
  })

const totalQuery = fc
  .tuple(where, fc.array(aggregate, { minLength: 1, maxLength: 3 }))
  .map(([[from, group], aggregates]) => ({
    text: `SELECT ${countable(aggregates, group)
      .map((one, index) => `(${one} AS ?n${index})`)
      .join(' ')} ${from.join(' ')} { ${group} }`,
    merged: mergedOf(from),
  }))

const orderedQuery = fc
  .tuple(
    where,
    fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 }),
    fc.nat(3),
    fc.nat(5),
  )
  .map(([[from, group], selected, offset, limit]) => {
    const list = selected.map((name) => `?${name}`).join(' ')
    const order = selected.map((name, index) => (index % 2 === 0 ? `?${name}` : `DESC(?${name})`)).join(' ')
    return {
      text: `SELECT ${list} ${from.join(' ')} { ${group} } ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
      merged: mergedOf(from),
    }
  })

/** SELECT queries, with and without groups. */
export const anySelect: fc.Arbitrary<GeneratedQuery> = fc.oneof(
  { weight: 4, arbitrary: selectQuery },
  { weight: 2, arbitrary: groupedQuery },
  { weight: 1, arbitrary: totalQuery },
  { weight: 1, arbitrary: orderedQuery },
)

/** ASK queries. */
export const anyAsk: fc.Arbitrary<GeneratedQuery> = fc
  .tuple(graphs, languageWith(path).group)
  .map(([from, group]) => ({
    text: `ASK ${from.join(' ')} { ${group} }`,
    merged: mergedOf(from),
  }))

const templateTriple = fc
  .tuple(
    fc.oneof(anyVariable, variables(made), named(nodes), fc.constantFrom('_:n', '[]')),
    fc.oneof(step, anyVariable),
    fc.oneof(anyVariable, variables(made), object, fc.constantFrom('_:n', '_:m')),
  )
  .map((parts) => `${parts.join(' ')} .`)

/** CONSTRUCT queries of both forms. */
export const anyConstruct: fc.Arbitrary<GeneratedQuery> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.array(templateTriple, { maxLength: 3 }), where)
      .map(([template, [from, group]]) => ({
        text: `CONSTRUCT { ${template.join(' ')} } ${from.join(' ')} { ${group} }`,
        merged: mergedOf(from),
      })),
  },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.tuple(subject, fc.oneof(step, anyVariable), object).map((parts) => `${parts.join(' ')} .`),
        { maxLength: 3 },
      )
      .map((template) => ({ text: `CONSTRUCT WHERE { ${template.join(' ')} }`, merged: 0 })),
  },
)

function mergedOf(from: readonly string[]): number {
  return new Set(from.filter((one) => one.startsWith('FROM :'))).size
}
