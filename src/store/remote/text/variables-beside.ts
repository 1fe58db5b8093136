import type { Operation } from '../../../sparql/algebra.ts'
import { variableNames } from '../../../sparql/variable-names.ts'

/** A supply of names of variables, `stem0`, `stem1`, …, that stand nowhere in an operation. */
export function variablesBeside(operation: Operation, stem: string): () => string {
  const taken = variableNames(operation)
  let number = 0
  return () => {
    let name = `${stem}${number++}`
    while (taken.has(name)) name = `${stem}${number++}`
    return name
  }
}
