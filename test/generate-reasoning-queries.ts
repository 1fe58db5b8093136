import fc from 'fast-check'

/**
 * SPARQL queries in which much can be inferred: classes and properties that are named, those that are variables, and what
 * stands around them.
 */

const variable = fc.constantFrom('?x', '?x', '?y', '?y', '?z', '?w')
const node = fc.constantFrom(':a', ':b', ':c')
const classes = fc.constantFrom(':A', ':A', ':B', ':B', ':C', ':C', 'owl:Thing')
const property = fc.constantFrom(':p', ':q', ':r')

const weighted = <T>(...parts: readonly (readonly [number, fc.Arbitrary<T>])[]) =>
  fc.oneof(...parts.map(([weight, arbitrary]) => ({ weight, arbitrary })))

const subject = weighted([12, variable], [2, node], [1, classes])
const object = weighted([14, variable], [2, node], [1, classes], [1, fc.constantFrom('1', '2')])

const link = weighted<string>(
  [8, property],
  [1, fc.constant('rdf:type')],
  [1, fc.constantFrom('rdfs:subClassOf', 'owl:sameAs', 'rdfs:subPropertyOf', 'owl:equivalentClass')],
)
const signed = weighted([3, link], [1, link.map((one) => `^${one}`)])
const path = weighted<string>(
  [2, signed],
  [2, fc.tuple(signed, signed).map((two) => two.join('/'))],
  [1, fc.tuple(signed, signed).map((two) => `(${two.join('|')})`)],
  [2, fc.tuple(property, fc.constantFrom('?', '*', '+')).map((parts) => parts.join(''))],
  [1, fc.tuple(property, property, fc.constantFrom('*', '+')).map(([a, b, sign]) => `(${a}/${b})${sign}`)],
  [1, fc.tuple(signed, signed, fc.constantFrom('?', '*', '+')).map(([a, b, sign]) => `(${a}|${b})${sign}`)],
  [1, fc.constant('rdf:type/rdfs:subClassOf*')],
  [1, fc.constant('rdfs:subClassOf+')],
  [1, fc.tuple(fc.constantFrom('', '^'), link).map((parts) => `!${parts.join('')}`)],
  [1, fc.tuple(link, link).map((two) => `!(${two.join('|^')})`)],
)

const triple = weighted<string>(
  [6, fc.tuple(subject, classes).map(([of, type]) => `${of} rdf:type ${type} .`)],
  [2, fc.tuple(subject, variable).map(([of, type]) => `${of} rdf:type ${type} .`)],
  [7, fc.tuple(subject, property, object).map((parts) => `${parts.join(' ')} .`)],
  [2, fc.tuple(subject, variable, object).map((parts) => `${parts.join(' ')} .`)],
  [1, fc.tuple(subject, link, object).map((parts) => `${parts.join(' ')} .`)],
  [2, fc.tuple(subject, path, object).map((parts) => `${parts.join(' ')} .`)],
)
const triples = weighted(
  [8, triple],
  [2, fc.tuple(triple, triple).map((list) => list.join(' '))],
  [1, fc.tuple(triple, triple, triple).map((list) => list.join(' '))],
)

const condition = weighted<string>(
  [2, fc.tuple(variable, variable).map((two) => two.join(' != '))],
  [1, fc.tuple(variable, fc.oneof(node, classes)).map((two) => two.join(' = '))],
  [1, variable.map((one) => `BOUND(${one})`)],
  [1, variable.map((one) => `isIRI(${one})`)],
  [1, fc.tuple(variable, property, classes).map(([one, a, b]) => `${one} IN (${a}, ${b}, rdf:type)`)],
)

type Parts = Readonly<Record<'element' | 'group' | 'subselect', string>>

const { group } = fc.letrec<Parts>((tie) => {
  const inner = tie('group')
  return {
    element: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'element', withCrossShrink: true },
      { weight: 12, arbitrary: triples },
      { weight: 2, arbitrary: inner.map((group) => `OPTIONAL { ${group} }`) },
      { weight: 1, arbitrary: inner.map((group) => `MINUS { ${group} }`) },
      { weight: 1, arbitrary: fc.tuple(inner, inner).map((two) => `{ ${two.join(' } UNION { ')} }`) },
      { weight: 1, arbitrary: condition.map((one) => `FILTER(${one})`) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom('', 'NOT '), inner)
          .map(([not, group]) => `FILTER ${not}EXISTS { ${group} }`),
      },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom(':g1', ':g2', ':g3', ':g9', '?g', '?g', '?x'), inner)
          .map(([name, group]) => `GRAPH ${name} { ${group} }`),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom('VALUES ?x { :a :A UNDEF }', 'VALUES (?x ?y) { (:a UNDEF) (:b :A) }'),
      },
      { weight: 1, arbitrary: tie('subselect').map((select) => `{ ${select} }`) },
    ),
    group: fc
      .array(tie('element'), { minLength: 0, maxLength: 2, depthIdentifier: 'element' })
      .chain((rest) => triples.map((first) => [first, ...rest]))
      .map((elements) => elements.join(' ')),
    subselect: fc
      .tuple(inner, fc.constantFrom('DISTINCT ?x ?y', '?x', '?x ?y', 'DISTINCT ?z', 'count'), fc.nat(4))
      .map(([group, selected, limit]) => {
        const isCount = selected === 'count'
        // Within another count the name is taken.
        if (isCount && !group.includes('?n')) return `SELECT ?x (COUNT(?y) AS ?n) { ${group} } GROUP BY ?x`
        const list = isCount ? '?x' : selected.replace('DISTINCT ', '')
        return `SELECT ${isCount ? '?x' : selected} { ${group} }${limit < 4 ? '' : ` ORDER BY ${list} LIMIT 2`}`
      }),
  }
})

/** SELECT, ASK and CONSTRUCT queries over few names. */
export const questions: fc.Arbitrary<string> = fc
  .tuple(
    weighted(
      [6, fc.constant('SELECT *')],
      [2, fc.constant('SELECT DISTINCT *')],
      [2, fc.constant('SELECT ?x')],
      [1, fc.constant('SELECT DISTINCT ?y ?z')],
      [1, fc.constant('SELECT (COUNT(*) AS ?m)')],
      [1, fc.constant('SELECT (COUNT(DISTINCT ?y) AS ?m)')],
      [1, fc.constant('SELECT ?x (COUNT(?y) AS ?m)')],
      [1, fc.constant('ASK')],
      [1, fc.constant('CONSTRUCT { ?x :t ?y . ?z ?w ?x }')],
      [1, fc.constant('CONSTRUCT { ?x :t [ :u ?y ] }')],
    ),
    weighted(
      [12, fc.constant('')],
      [1, fc.constant('FROM :g1')],
      [1, fc.constant('FROM :g1 FROM :g2 FROM NAMED :g1 FROM NAMED :g3')],
    ),
    fc.oneof({ weight: 1, arbitrary: triples }, { weight: 2, arbitrary: group }),
    fc.nat(5),
  )
  .map(([head, from, group, limit]) => {
    const grouping = head.startsWith('SELECT ?x (') ? ' GROUP BY ?x' : ''
    const isPage = limit === 5 && head.includes('?x') && head.startsWith('SELECT') && grouping === ''
    return `${head} ${from} { ${group} }${grouping}${isPage ? ' ORDER BY ?x LIMIT 3' : ''}`
  })
