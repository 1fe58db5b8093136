import { expect } from 'vitest'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { Quad } from '../src/rdf/term.ts'
import type { Axiom, ClassExpression, Name, PropertyStep, ReadAxioms } from '../src/reasoning/axiom.ts'
import { readAxioms } from '../src/reasoning/read/read-axioms.ts'
import { parseQuads } from './oxigraph.ts'

const prefixes = [...defaultNamespaces].map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .`).join('\n')

/** The quads of a vocabulary in TriG, with the prefixes of a new database. */
export function vocabularyQuads(turtle: string): readonly Quad[] {
  return parseQuads(`${prefixes}\n${turtle}`, 'application/trig')
}

/** What is read of a vocabulary in TriG. */
export function read(turtle: string, sameAs = false): ReadAxioms {
  return readAxioms(vocabularyQuads(turtle), defaultNamespaces, { sameAs })
}

/** Class and property expressions as descriptions write them: `A`, `^p`, `p some A`. */
function expressionText(expression: ClassExpression): string {
  switch (expression.kind) {
    case 'class':
      return local(expression.iri)
    case 'anything':
      return 'anything'
    case 'intersection':
      return `(${expression.of.map(expressionText).join(' and ')})`
    case 'oneOf':
      return `{${expression.members.map(nameText).join(' ')}}`
    case 'hasValue':
      return `(${stepText(expression.property)} value ${nameText(expression.value)})`
    case 'some':
      return `(${stepText(expression.property)} some ${expressionText(expression.of)})`
  }
}

function nameText(name: Name): string {
  return name.kind === 'iri' ? local(name.value) : JSON.stringify(name.value)
}

function stepText({ iri, inverse }: PropertyStep): string {
  return inverse ? `^${local(iri)}` : local(iri)
}

function local(iri: string): string {
  for (const [prefix, start] of defaultNamespaces)
    if (iri.startsWith(start)) return `${prefix === '' ? '' : `${prefix}:`}${iri.slice(start.length)}`
  return iri
}

/** An axiom in the words of descriptions: `A < (p some B)`, `q/^r < p`. */
export function axiomText(axiom: Axiom): string {
  switch (axiom.kind) {
    case 'member':
      return `${expressionText(axiom.sub)} < ${local(axiom.super)}`
    case 'value':
      return `${expressionText(axiom.sub)} < (${stepText(axiom.property)} value ${nameText(axiom.value)})`
    case 'property':
      return `${axiom.chain.map(stepText).join('/')} < ${local(axiom.super)}`
  }
}

/** The axioms of a vocabulary without those that hold of every hierarchy. */
export function axiomTexts(turtle: string, sameAs = false): readonly string[] {
  const { axioms, unsupported } = read(turtle, sameAs)
  expect(unsupported).toEqual([])
  return axioms.filter(({ stated }) => !hierarchy.includes(stated)).map(axiomText)
}

/** Those that hold of every hierarchy, as stated. */
export const hierarchy = [
  'rdfs:subClassOf a owl:TransitiveProperty',
  'owl:equivalentClass a owl:TransitiveProperty',
  'owl:equivalentClass a owl:SymmetricProperty',
  'owl:equivalentClass rdfs:subPropertyOf rdfs:subClassOf',
  'rdfs:subPropertyOf a owl:TransitiveProperty',
  'owl:equivalentProperty a owl:TransitiveProperty',
  'owl:equivalentProperty a owl:SymmetricProperty',
  'owl:equivalentProperty rdfs:subPropertyOf rdfs:subPropertyOf',
]

/** What is left out of a vocabulary, beside which nothing is inferred. */
export function refusals(turtle: string, sameAs = false): readonly string[] {
  const { axioms, unsupported } = read(turtle, sameAs)
  expect(axioms.filter(({ stated }) => !hierarchy.includes(stated))).toEqual([])
  return unsupported.map(({ stated, reason }) => `${stated}: ${reason}`)
}
