import { ontologyModel } from '../src/graphql/generate/ontology/ontology-model.ts'
import { printSchema } from '../src/graphql/generate/print/print-schema.ts'
import { shapesModel } from '../src/graphql/generate/shapes/shapes-model.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import { parseQuads } from './oxigraph.ts'
import { expectReadable } from './readable-schema.ts'

const prefixes = `
@prefix : <http://api.stardog.com/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix so: <https://schema.org/> .
@prefix sdo: <http://schema.org/> .
`

/** The schema that an ontology in Turtle comes to; names without a prefix are in the default namespace. It has to be readable. */
export function ontologyText(turtle: string): string {
  const text = printSchema(ontologyModel(parseQuads(prefixes + turtle, 'text/turtle')), defaultNamespaces)
  expectReadable(text, defaultNamespaces)
  return text
}

/** The same of shapes in SHACL. */
export function shapesText(turtle: string): string {
  const text = printSchema(shapesModel(parseQuads(prefixes + turtle, 'text/turtle')), defaultNamespaces)
  expectReadable(text, defaultNamespaces)
  return text
}

/** The definition of a type of a schema, on one line: `type A implements B { iri: ID! }`; `undefined` where there is none. */
export function definitionOf(text: string, name: string): string | undefined {
  const [definition] = text.match(new RegExp(`^(type|interface|enum) ${name}\\b[^{]*\\{[^}]*\\}`, 'm')) ?? []
  const [union] = text.match(new RegExp(`^union ${name} = .*`, 'm')) ?? []
  return (definition ?? union)?.replace(/\s+/g, ' ')
}

/** A field of a type as it is declared, without what is inside its arguments: `[Int!]`; `undefined` where there is none. */
export function fieldOf(text: string, type: string, field: string): string | undefined {
  const [, found] =
    (definitionOf(text, type) ?? '').match(new RegExp(` ${field}(?:\\(iri: \\[ID!\\]\\))?: (\\S+)`)) ?? []
  return found
}
