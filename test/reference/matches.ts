import type { Term } from '../../src/rdf/term.ts'
import type { Graph } from './graph.ts'
import { literalValue } from './literal-value.ts'
import { iriOfName, type Vocabulary } from './names.ts'
import type { Value } from './operation-facts.ts'

/** Whether an argument holds at a node: `iri` is the node itself, any other name a property of it. */
export function argumentHolds(
  graph: Graph,
  vocabulary: Vocabulary,
  node: Term,
  name: string,
  value: Value,
): boolean {
  const wanted = value.kind === 'list' ? value.values : [value]
  if (name === 'iri') return wanted.some((one) => isNode(node, one, vocabulary))
  const values = graph.values(node, iriOfName(name, vocabulary))
  return wanted.some((one) =>
    one.kind === 'null' ? values.length === 0 : values.some((term) => matches(term, one, vocabulary)),
  )
}

function isNode(node: Term, wanted: Value, vocabulary: Vocabulary): boolean {
  const text = wanted.kind === 'name' ? wanted.name : wanted.kind === 'string' ? wanted.value : undefined
  if (text === undefined || node.kind === 'literal') return false
  if (node.kind === 'blank') return `_:${node.value}` === text
  return node.value === (/^[_A-Za-z][_0-9A-Za-z]*$/.test(text) ? iriOfName(text, vocabulary) : text)
}

function matches(term: Term, wanted: Value, vocabulary: Vocabulary): boolean {
  if (wanted.kind === 'name') return term.kind === 'iri' && term.value === iriOfName(wanted.name, vocabulary)
  if (term.kind !== 'literal') return false
  const value = literalValue(term)
  switch (value.kind) {
    case 'whole':
      if (wanted.kind !== 'number') return false
      return /^-?[0-9]+$/.test(wanted.text)
        ? value.value === BigInt(wanted.text)
        : Number(value.value) === Number(wanted.text)
    case 'fraction':
      return wanted.kind === 'number' && value.value === Number(wanted.text)
    case 'boolean':
      return wanted.kind === 'boolean' && wanted.value === value.value
    default:
      return wanted.kind === 'string' && wanted.value === term.value
  }
}
