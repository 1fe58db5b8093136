import type { Operation } from '../../../sparql/algebra.ts'
import { mapOperands } from '../../../sparql/map-operands.ts'
import { inScope, mentioned } from '../../../sparql/scope.ts'

/** A supply of names of variables, `stem0`, `stem1`, …, that stand nowhere in an operation. */
export function variablesBeside(operation: Operation, stem: string): () => string {
  const taken = new Set<string>()
  const collect = (one: Operation): Operation => {
    for (const name of [...mentioned(one), ...inScope(one)]) taken.add(name)
    return mapOperands(one, collect)
  }
  collect(operation)
  let number = 0
  return () => {
    let name = `${stem}${number++}`
    while (taken.has(name)) name = `${stem}${number++}`
    return name
  }
}
