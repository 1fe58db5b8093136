import type { ToldWarnings } from '../engine/engine.ts'
import { harmless } from './one-line.ts'
import { type Output, styled } from './terminal.ts'

/** Warnings that are told at once; who wants more of them explains a query. */
const most = 20

/** Tells on an output which axioms of a vocabulary reasoning leaves out, a line for each. */
export function warningTeller(output: Output): (told: ToldWarnings) => void {
  return ({ warnings }) => {
    const lines = warnings
      .slice(0, most)
      .map(
        (warning) =>
          `${styled('Warning:', 'yellow', output.colour)} Reasoning leaves out ${harmless(warning)}\n`,
      )
    const more = warnings.length - lines.length
    if (more > 0) lines.push(`There are ${more} more; --reasoning of an explain command tells all of them.\n`)
    // Nobody waits for it: the output keeps the order in which it is written to.
    void output.write(lines.join(''))
  }
}
