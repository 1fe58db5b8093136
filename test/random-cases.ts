import fc from 'fast-check'

/**
 * The seed of the random cases of a run: `SEED`, else another one each time. A failure prints it. `.ci/run` takes it from the
 * content of the checkout, so that the same commit has the same outcome, and another commit other cases.
 */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

fc.configureGlobal({ seed })
