import { ServiceError } from '../../errors.ts'
import { isAbsoluteIri } from '../../rdf/iri.ts'
import { nearestName } from '../../rdf/nearest-name.ts'
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
 * @throws ServiceError `illegalArgument` for a graph whose name is no IRI, or none at all, for a name that is no setting, and for
 * what is no boolean where one belongs
 */
export function checkedSettings({ schemaGraphs, ...others }: ReasoningSettings): ReasoningSettings {
  for (const [name, value] of Object.entries(others)) checkSwitch(name, value)
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

const switches: readonly string[] = ['sameAs', 'generatedSchemas']

/** Refuses what programs without types get wrong, and would find out by answers that are not theirs. */
function checkSwitch(name: string, value: unknown): void {
  if (!switches.includes(name)) {
    const nearest = nearestName(name, ['schemaGraphs', ...switches])
    const meant = nearest === undefined ? '' : ` Did you mean "${nearest}"?`
    throw new ServiceError('illegalArgument', `There is no option "reasoning.${name}".${meant}`)
  }
  if (value !== undefined && typeof value !== 'boolean') {
    const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 200)) : `a ${typeof value}`
    throw new ServiceError(
      'illegalArgument',
      `The option "reasoning.${name}" is true or false, not ${shown}.`,
    )
  }
}
