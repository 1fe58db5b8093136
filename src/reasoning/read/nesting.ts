import type { Term } from '../../rdf/term.ts'
import { termKey } from '../../rdf/term-key.ts'
import { RefusedAxiom } from './refused-axiom.ts'

/** Where an operand stands in the class expression of an axiom. */
export interface Nesting {
  /** Keys of the blank nodes around it. */
  readonly around: ReadonlySet<string>
  /** Operands of the axiom that can still be read. */
  readonly budget: { left: number }
}

/** Classes without a name within each other. */
const mostDepth = 50
const mostOperands = 100_000

/** Where the class of an axiom itself stands. */
export function outermost(): Nesting {
  return { around: new Set(), budget: { left: mostOperands } }
}

/**
 * Where the operands of a term stand that stands at `nesting` itself. Blank nodes can be shared, so that few triples can come to very many
 * operands.
 *
 * @throws RefusedAxiom where a term stands within itself, or where there are too many of them
 */
export function enter({ around, budget }: Nesting, term: Term): Nesting {
  budget.left -= 1
  if (budget.left < 0)
    throw new RefusedAxiom(`Its classes come to more than ${mostOperands.toLocaleString('en')} operands.`)
  if (term.kind !== 'blank') return { around, budget }
  const key = termKey(term)
  if (around.has(key)) throw new RefusedAxiom('A class without a name is described by itself.')
  if (around.size >= mostDepth)
    throw new RefusedAxiom(`More than ${mostDepth} classes without a name stand within each other.`)
  return { around: new Set([...around, key]), budget }
}
