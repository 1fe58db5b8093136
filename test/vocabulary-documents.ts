import type { Quad } from '../src/rdf/term.ts'
import { parse } from './rdf-documents.ts'

/** The prefixes of these documents. */
export const ontologyPrefixes = `
  @prefix : <http://e.org/> .
  @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
  @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
  @prefix owl: <http://www.w3.org/2002/07/owl#> .
  @prefix sh: <http://www.w3.org/ns/shacl#> .
  @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
  @prefix schema: <http://schema.org/> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
`

/** An ontology with blank nodes and lists. */
export const ontology = `
  :Plant a owl:Class ; rdfs:label "Plant", "Pflanze"@de ; skos:definition "What grows." .
  :Tree a rdfs:Class ; rdfs:subClassOf :Plant, _:heights .
  _:heights a owl:Restriction ; owl:onProperty :height ; owl:maxCardinality 1 .
  :height a owl:DatatypeProperty, owl:FunctionalProperty ; rdfs:domain :Tree ; rdfs:range xsd:decimal .
  :livesOn rdfs:domain _:living ; rdfs:range :Soil ; rdfs:comment "Untyped." .
  _:living owl:unionOf (:Plant [ a owl:Class ; owl:intersectionOf (:Animal [ owl:complementOf :Fish ]) ] :Moss) .
  :grade rdfs:range _:grades . _:grades a rdfs:Datatype ; owl:oneOf ("low" "middle" "high") .
  :hosts owl:inverseOf :livesOn .
  :name schema:domainIncludes :Plant, :Animal ; schema:rangeIncludes schema:Text .
`

/** Axioms of every form, one of them of a blank node that nothing leads to. */
export const axioms = `
  :Tree rdfs:subClassOf :Plant, [ owl:onProperty :grows ; owl:someValuesFrom :Leaf ] .
  [ owl:unionOf (:Fern [ owl:intersectionOf (:Grass [ owl:onProperty [ owl:inverseOf :eats ] ; owl:hasValue "much" ]) ]) ]
    rdfs:subClassOf :Plant .
  :Oak owl:equivalentClass [ owl:oneOf (:oak1 :oak2) ] ; owl:disjointUnionOf (:RedOak :WhiteOak) .
  :grows rdfs:subPropertyOf :has ; rdfs:domain :Plant ; rdfs:range :Part ; owl:inverseOf :grownBy .
  :uncle owl:propertyChainAxiom (:parent [ owl:inverseOf :child ]) .
  :part a owl:TransitiveProperty ; owl:equivalentProperty :component .
  :near a owl:SymmetricProperty . :Tree owl:hasKey (:number) .
`

/** What a vocabulary may stand between: none of it is of the vocabulary. */
export const dataAround = `${ontologyPrefixes}
  :oak a :Tree ; rdfs:label "Oak" ; rdfs:comment "An oak." ; :height 12.5 ; :parts (:leaf [ :of :wood ] :root) .
  :list rdf:first :a ; rdf:rest () .
  :x rdf:type _:unknown . _:unknown rdfs:label "Nothing" .
`

/** Shapes with blank nodes and lists; one shape is a blank node itself. */
export const shapes = `
  :PlantShape a sh:NodeShape ; sh:targetClass :Plant ; rdfs:label "Shape" ;
    sh:property [ sh:path :name ; sh:datatype xsd:string ; sh:minCount 1 ; sh:maxCount 1 ; sh:name "called" ] ,
      [ sh:path ([ sh:inversePath :parent ] :name) ; sh:or ([ sh:datatype xsd:string ] [ sh:class :Name ]) ] ,
      [ sh:path :colour ; sh:in ("red" "green" :blue) ] ,
      [ sh:path :soil ; sh:node [ sh:property [ sh:path :ph ; sh:or ([ sh:in (1 2 3) ] [ sh:datatype xsd:decimal ]) ] ] ] .
  [] a sh:NodeShape ; sh:targetClass :Animal ; sh:property :AnimalName .
  :MossShape a sh:NodeShape ; sh:targetClass :Moss ; sh:property
      [ sh:path :height ; sh:datatype xsd:decimal ; sh:maxCount 1 ] , [ sh:path :soil ; sh:class :Soil ] .
  :AnimalName a sh:PropertyShape ; sh:path :name ; sh:deactivated true .
  :Animal a rdfs:Class ; rdfs:label "Animal" .
  :name rdfs:label "name" .
`

const plant = ':Plant a owl:Class ; rdfs:label "Plant" .'

/** A vocabulary in a database: in named graphs and in the default one, some of it in both, with data around it. */
export async function spread(vocabulary: string): Promise<readonly Quad[]> {
  return parse('trig', `${dataAround} :g { ${vocabulary} } :h { ${plant} } ${plant}`)
}

/** The triples that a vocabulary in a database consists of. */
export function wholeOf(vocabulary: string): Promise<readonly Quad[]> {
  return parse('turtle', `${ontologyPrefixes} ${vocabulary} ${plant}`)
}

/** Everything meets: several classes of a node, values of all kinds, one triple in two graphs, what is no class. */
export const mixture = `
  @prefix : <http://api.stardog.com/> .
  @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
  :ann a :Person, :Gardener ; :name "Ann" ; :age 40 ; :knows :bob, :tom, :none ; :grew 5000000000 ; :born "1980-01-01"^^xsd:date .
  :g { :ann :name "Ann" . :bob a :Person ; :name "Bob"@en ; :age 4.5 ; :likes :rose, "tea" ; :at [ :street "Main" ] . }
  :h { :tom a :Tomcat ; :age 7 ; :owner :ann, :bob ; :chases :mouse . :mouse a _:kind . :rose a :Plant ; :of :ann . }
  :cid a :Person ; :name "Cid", "Sid" ; :age "old"^^xsd:integer ; :owner :ann .
  :odd a "no class" ; :name "Odd" .
`
