import type { Term } from '../../src/rdf/term.ts'
import type { Graph } from './graph.ts'
import { standsFor } from './leaf-json.ts'
import { literalValue } from './literal-value.ts'
import { iriOfName, type Vocabulary } from './names.ts'
import type { OperationFacts, Value } from './operation-facts.ts'
import type { ReferenceArgument, ReferenceValue } from './schema.ts'

/** Whether an argument holds at a node: `iri` is the node itself, any other name a property of it, or what a schema declares. */
export function argumentHolds(
  { graph, facts }: { readonly graph: Graph; readonly facts: OperationFacts },
  node: Term,
  name: string,
  value: Value,
  declared: ReferenceArgument | undefined,
): boolean {
  const { vocabulary } = facts
  const wanted = value.kind === 'list' ? value.values : [value]
  if (name === 'iri' && declared?.path === undefined) {
    return wanted.some((one) => isNode(node, one, vocabulary))
  }
  const plain = { predicate: iriOfName(name, vocabulary), inverse: false }
  const values = graph.along(node, declared?.path ?? [plain])
  return wanted.some((one) =>
    one.kind === 'null'
      ? values.length === 0
      : values.some((term) =>
          declared === undefined
            ? matches(term, one, vocabulary)
            : fits(term, one, declared.value, vocabulary),
        ),
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

/** Whether a term is the value of an argument that is declared to be of a type. */
function fits(term: Term, wanted: Value, declared: ReferenceValue, vocabulary: Vocabulary): boolean {
  if (declared.kind === 'enum') {
    const value = wanted.kind === 'name' ? declared.values.get(wanted.name) : undefined
    return value !== undefined && standsFor(value, term)
  }
  switch (declared.kind === 'scalar' ? declared.name : '') {
    case 'String':
    case 'Date':
    case 'DateTime':
    case 'LangString':
      return wanted.kind === 'string' && term.kind === 'literal' && term.value === wanted.value
    case 'ID':
      return isIdentified(term, wanted)
    case 'Decimal':
    case 'Long':
      return matches(
        term,
        wanted.kind === 'string' ? { kind: 'number', text: wanted.value } : wanted,
        vocabulary,
      )
    default:
      return matches(term, wanted, vocabulary)
  }
}

/** A text of the type ID is that of a literal, or a node: its IRI, or `_:label`. */
function isIdentified(term: Term, wanted: Value): boolean {
  const text = wanted.kind === 'string' ? wanted.value : wanted.kind === 'number' ? wanted.text : undefined
  return text !== undefined && text === (term.kind === 'blank' ? `_:${term.value}` : term.value)
}
