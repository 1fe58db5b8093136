import fc from 'fast-check'

/** A name of a property. */
export const step = fc.constantFrom(':p', ':q', ':r')
const negated = fc.oneof(
  step.map((one) => `!${one}`),
  step.map((one) => `!^${one}`),
  fc
    .array(fc.tuple(fc.constantFrom('', '^'), step), { minLength: 1, maxLength: 3 })
    .map((list) => `!(${list.map(([sign, one]) => sign + one).join('|')})`),
)

/** A property path of any form, in parentheses where it is more than a name. */
export const path: fc.Arbitrary<string> = fc.letrec<{ path: string }>((tie) => ({
  path: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'path', withCrossShrink: true },
    { weight: 4, arbitrary: step },
    { weight: 2, arbitrary: negated.map((set) => `(${set})`) },
    { weight: 2, arbitrary: tie('path').map((one) => `(^${one})`) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom('/', '|'), fc.array(tie('path'), { minLength: 2, maxLength: 3 }))
        .map(([sign, list]) => `(${list.join(sign)})`),
    },
    {
      weight: 4,
      arbitrary: fc.tuple(tie('path'), fc.constantFrom('?', '*', '+')).map((parts) => `(${parts.join('')})`),
    },
  ),
})).path

/**
 * A property path that finds each pair of ends once. An alternative finds as many as its paths do together (18.4, Union),
 * and so does a negated set of both directions (18.2.2.3); Oxigraph finds each pair once.
 */
export const singlePath = fc.oneof(
  step,
  fc.tuple(path, fc.constantFrom('?', '*', '+')).map(([one, times]) => `${one}${times}`),
  fc
    .array(
      fc.oneof(
        step,
        step.map((one) => `^${one}`),
      ),
      { minLength: 2, maxLength: 3 },
    )
    .map((list) => list.join('/')),
)
