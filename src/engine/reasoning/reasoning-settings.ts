import { ServiceError } from '../../errors.ts'
import { isAbsoluteIri } from '../../rdf/iri.ts'
import { allGraphs, everyGraph } from '../../sparql/algebra.ts'

/** What reasoning goes by in a database. */
export interface ReasoningSettings {
  /** `reasoning.schema.graphs`: graphs that axioms are read from; absent: all of them. */
  readonly schemaGraphs?: readonly string[]
  /** `reasoning.sameas`: whether nodes that `owl:sameAs` says are the same share what is stated of each; not unless given. */
  readonly sameAs?: boolean
  /** `auto.schema.reasoning`: whether generated schemas have what classes inherit; they have unless `false`. */
  readonly generatedSchemas?: boolean
}

/**
 * The settings that a program gives, without what is their default.
 *
 * @throws ServiceError `illegalArgument` for a graph whose name is no IRI, or none at all
 */
export function checkedSettings({ schemaGraphs, ...others }: ReasoningSettings): ReasoningSettings {
  if (schemaGraphs === undefined) return others
  const wrong = schemaGraphs.find((graph) => !isAbsoluteIri(graph))
  if (schemaGraphs.length === 0 || wrong !== undefined) {
    const shown = wrong === undefined ? 'an empty list' : JSON.stringify(wrong.slice(0, 200))
    const message = `The option "reasoning.schemaGraphs" is a list of absolute IRIs, not ${shown}.`
    throw new ServiceError('illegalArgument', message)
  }
  if (schemaGraphs.includes(allGraphs) || schemaGraphs.includes(everyGraph)) return others
  return { ...others, schemaGraphs }
}
