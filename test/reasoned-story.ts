import type { Quad } from '../src/rdf/term.ts'
import { parseQuads } from './oxigraph.ts'

const prefixes = `
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
@prefix so: <https://schema.org/> .
`

/** Persons of a story, and what can be inferred of them. */
export const story = `
:Human rdfs:subClassOf :Character . :Droid rdfs:subClassOf :Character . :Jedi rdfs:subClassOf :Human .
:Padawan rdfs:subClassOf :Jedi . so:Vehicle rdfs:subClassOf :Thing . :Ship rdfs:subClassOf so:Vehicle .
:friend a owl:SymmetricProperty . :nick rdfs:subPropertyOf :name . :mother rdfs:subPropertyOf :parent .
:parent rdfs:subPropertyOf :ancestor . :ancestor a owl:TransitiveProperty .
:pilots rdfs:domain :Pilot . :master owl:inverseOf :pupil .
:Senator owl:equivalentClass [ owl:onProperty :seat ; owl:someValuesFrom owl:Thing ] .
:Rebel owl:oneOf ( :leia :han ) .
:luke a :Jedi, :Human ; :name "Luke" ; :friend :han, :r2 ; :pilots :xwing ; :height 172 .
:leia a :Human, :Character ; :name "Leia" ; :friend :luke ; :height 150 ; :mother :padme .
:han a :Human ; :name "Han" ; :nick "Solo" ; :pilots :falcon ; :height 180 .
:r2 a :Droid ; :nick "R2" ; :function "astromech" .
:ben a :Padawan ; :name "Ben" ; :mother :leia ; :pupil :luke ; :height 190 .
:padme a :Human ; :name "Padme" ; :height 165 ; :seat :naboo .
:falcon a :Ship ; :name "Falcon" .
`

/** The quads of {@link storyText}. */
export function storyQuads(trig: string): readonly Quad[] {
  return parseQuads(storyText(trig), 'application/trig')
}

/** A text in TriG with its prefixes declared; `:` is that of a new database unless it is given. */
export function storyText(trig: string, namespace = 'http://api.stardog.com/'): string {
  return `${prefixes}@prefix : <${namespace}> .\n${trig}`
}
