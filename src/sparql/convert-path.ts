import { type Algebra, Types } from '@traqula/algebra-transformations-1-1'
import { ServiceError } from '../errors.ts'
import { iri } from '../rdf/term.ts'
import { bgp, join, type Operation, type PatternTerm, union, variable } from './algebra.ts'
import type { Conversion } from './conversion.ts'
import { patternTerm } from './convert-term.ts'

/** A property path that patterns, joins and unions can say (SPARQL 1.1, 18.2.2.4). */
export function convertPath(conversion: Conversion, path: Algebra.Path): Operation {
  return convertStep(conversion, patternTerm(path.subject), path.predicate, patternTerm(path.object))
}

function convertStep(
  conversion: Conversion,
  subject: PatternTerm,
  path: Algebra.PropertyPathSymbol,
  object: PatternTerm,
): Operation {
  switch (path.type) {
    case Types.LINK:
      return bgp([{ subject, predicate: iri(path.iri.value), object }])
    case Types.INV:
      return convertStep(conversion, object, path.path, subject)
    case Types.ALT:
      return union(path.input.map((branch) => convertStep(conversion, subject, branch, object)))
    case Types.SEQ: {
      const last = path.input.length - 1
      let from = subject
      const steps = path.input.map((step, index) => {
        const to = index === last ? object : variable(conversion.freshName())
        const converted = convertStep(conversion, from, step, to)
        from = to
        return converted
      })
      return join(steps)
    }
    case Types.NPS:
      throw unsupported('!')
    case Types.ONE_OR_MORE_PATH:
      throw unsupported('+')
    case Types.ZERO_OR_MORE_PATH:
      throw unsupported('*')
    case Types.ZERO_OR_ONE_PATH:
      throw unsupported('?')
  }
}

function unsupported(operator: string): ServiceError {
  return new ServiceError('unsupported', `Property paths with "${operator}" are not supported.`)
}
