import { interfacePairs } from '../src/compiler/interface-pairs.ts'
import { defaultNamespaces } from '../src/rdf/namespaces.ts'
import type { Quad } from '../src/rdf/term.ts'
import { createReasoner } from '../src/reasoning/create-reasoner.ts'
import { readAxioms } from '../src/reasoning/read/read-axioms.ts'
import type { Reasoner } from '../src/reasoning/reasoner.ts'
import { schemaFacts } from './schema-facts.ts'

/** A reasoner by the axioms among quads; their texts have the prefixes of a new database. */
export function reasonerOf(quads: readonly Quad[], sameAs = false, isWholeVocabulary = true): Reasoner {
  const read = readAxioms(quads, defaultNamespaces, { sameAs })
  return createReasoner(read, { id: 'test', sameAs, isWholeVocabulary })
}

/** A reasoner that goes by the interfaces of a schema too, where there is one. */
export function reasonerBySchema(reasoner: Reasoner, schemaText: string | undefined): Reasoner {
  const { schema } = schemaFacts(schemaText)
  return schema === undefined ? reasoner : reasoner.withSubclasses(interfacePairs(schema))
}
