import fc from 'fast-check'
import { randomTimeout } from './random-timeout.ts'

/**
 * The seed of the random cases of a run: `SEED`, else another one each time. A failure prints it. `.ci/run` takes it from the
 * content of the checkout, so that the same commit has the same outcome, and another commit other cases.
 */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

/** Milliseconds after which the smallest case so far that fails is shown, before the test ends without a word of it. */
const timeLimit = randomTimeout * 0.9

fc.configureGlobal({ seed, interruptAfterTimeLimit: timeLimit, markInterruptAsFailure: true })
