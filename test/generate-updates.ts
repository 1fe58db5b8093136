import fc from 'fast-check'
import { anyGroup, prologue } from './generate-sparql.ts'

/** Random requests of SPARQL 1.1 Update, over the names of random queries. */

const variable = fc.constantFrom('?x', '?y', '?z', '?e')
const node = fc.constantFrom(':a', ':b', ':c', ':d')
const property = fc.constantFrom(':p', ':q', ':r')
const value = fc.oneof(node, fc.constantFrom('1', '2', '10', '"s"@en'))
const graph = fc.constantFrom(':g1', ':g2', ':g3')

/** Triples with the graphs that they are in. */
function quads(
  subject: fc.Arbitrary<string>,
  predicate: fc.Arbitrary<string>,
  object: fc.Arbitrary<string>,
  name: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const triples = fc
    .array(fc.tuple(subject, predicate, object), { minLength: 1, maxLength: 2 })
    .map((list) => list.map((parts) => `${parts.join(' ')} .`).join(' '))
  const part = fc.oneof(
    triples,
    fc.tuple(name, triples).map(([one, text]) => `GRAPH ${one} { ${text} }`),
  )
  return fc.array(part, { minLength: 1, maxLength: 2 }).map((parts) => parts.join(' '))
}

const data = quads(node, property, value, graph)
const dataWithNodes = quads(
  fc.oneof(node, fc.constant('_:n')),
  property,
  fc.oneof(value, fc.constantFrom('_:n', '[]')),
  graph,
)
const deleted = quads(
  fc.oneof(variable, node),
  fc.oneof(property, variable),
  fc.oneof(variable, value),
  fc.oneof(graph, fc.constant('?g')),
)
const inserted = quads(
  fc.oneof(variable, node, fc.constant('_:n')),
  fc.oneof(property, variable),
  fc.oneof(variable, value, fc.constantFrom('_:n', '[]')),
  fc.oneof(graph, fc.constant('?g')),
)
const matched = quads(
  fc.oneof(variable, node),
  fc.oneof(property, fc.constant('?w')),
  fc.oneof(variable, value),
  fc.oneof(graph, fc.constant('?g')),
)

/**
 * A graph that is named twice is merged with itself, which changes nothing of a set of triples (SPARQL 1.1, 13.2.1);
 * Oxigraph matches its triples twice, and so makes two blank nodes.
 */
const using = fc.uniqueArray(
  fc.tuple(fc.constantFrom('USING', 'USING NAMED'), graph).map((parts) => parts.join(' ')),
  { maxLength: 2 },
)

/** The graphs that a pattern is matched in. */
const scope = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ before: '', after: '' }) },
  { weight: 2, arbitrary: graph.map((name) => ({ before: `WITH ${name} `, after: '' })) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.option(graph, { nil: undefined }), using)
      .map(([name, list]) => ({ before: name === undefined ? '' : `WITH ${name} `, after: list.join(' ') })),
  },
)

const modify = fc
  .tuple(scope, fc.option(deleted, { nil: undefined }), fc.option(inserted, { nil: undefined }), anyGroup)
  .map(([{ before, after }, removed, added, group]) => {
    const clauses = [
      ...(removed === undefined && added !== undefined ? [] : [`DELETE { ${removed ?? ''} }`]),
      ...(added === undefined ? [] : [`INSERT { ${added} }`]),
    ]
    return `${before}${clauses.join(' ')} ${after} WHERE { ${group} }`
  })

const place = fc.oneof(
  graph.map((name) => `GRAPH ${name}`),
  fc.constantFrom('DEFAULT', 'NAMED', 'ALL'),
)
const transferred = fc.oneof(graph, fc.constant('DEFAULT'))

function filled(name: string): string {
  return name === 'DEFAULT' ? 'INSERT DATA { :a :p :b }' : `INSERT DATA { GRAPH ${name} { :a :p :b } }`
}

const operation = fc.oneof(
  { weight: 4, arbitrary: dataWithNodes.map((text) => `INSERT DATA { ${text} }`) },
  { weight: 2, arbitrary: data.map((text) => `DELETE DATA { ${text} }`) },
  { weight: 2, arbitrary: matched.map((text) => `DELETE WHERE { ${text} }`) },
  { weight: 6, arbitrary: modify },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom('CLEAR', 'DROP'), place)
      .map(([verb, one]) => `${verb} SILENT ${one}`),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom('ADD', 'COPY', 'MOVE'), transferred, transferred)
      // A transfer from a graph that is not there fails (3.2.3 to 3.2.5), and what SILENT leaves of it then is not said:
      // Oxigraph empties the other graph, Espalier does nothing.
      .map(([verb, from, to]) => `${filled(from)} ;\n${verb} SILENT ${from} TO ${to}`),
  },
  { weight: 1, arbitrary: graph.map((name) => `CREATE SILENT GRAPH ${name}`) },
)

/** Requests of a few operations; a label of a blank node is used in one INSERT DATA only (SPARQL 1.1, 19.6). */
export const anyUpdate: fc.Arbitrary<string> = fc
  .array(operation, { minLength: 1, maxLength: 4 })
  .map((list) => prologue + list.map((text, index) => text.replaceAll('_:n', `_:n${index}`)).join(' ;\n'))
