import { ServiceError } from '../../errors.ts'
import { nearestName } from '../../rdf/nearest-name.ts'
import { engines } from '../../store/remote/engine-quirks.ts'

/** Names of the engines whose deviations from the standard are known, and `standard` for one that has none. */
export const engineNames: readonly string[] = ['standard', ...Object.keys(engines)]

/**
 * Checks the name of an engine: one that is not known would be taken for one without deviations.
 *
 * @throws ServiceError `illegalArgument`, with a suggestion
 */
export function checkEngineName(name: string): void {
  if (engineNames.includes(name)) return
  const near = nearestName(name, engineNames)
  const help = near === undefined ? `There are ${engineNames.join(', ')}.` : `Did you mean "${near}"?`
  const shown = JSON.stringify(name.slice(0, 100))
  throw new ServiceError('illegalArgument', `Unknown engine ${shown} of an endpoint. ${help}`)
}
