import type { PropertyPath } from '../../../sparql/property-path.ts'

/** A path as a plan's labels show it, in the syntax of SPARQL with the names that `namer` gives. */
export function pathLabel(path: PropertyPath, namer: (iri: string) => string): string {
  const within = (one: PropertyPath): string => {
    const text = pathLabel(one, namer)
    return one.kind === 'link' || one.kind === 'negated' ? text : `(${text})`
  }
  switch (path.kind) {
    case 'link':
      return namer(path.iri)
    case 'inverse':
      return `^${within(path.path)}`
    case 'sequence':
      return path.paths.map(within).join('/')
    case 'alternative':
      return path.paths.map(within).join('|')
    case 'repeated':
      return `${within(path.path)}${signs[path.times]}`
    case 'negated': {
      const inverse = (path.inverse ?? []).map((iri) => `^${namer(iri)}`)
      return `!(${[...(path.forward ?? []).map(namer), ...inverse].join('|')})`
    }
  }
}

const signs = { zeroOrOne: '?', zeroOrMore: '*', oneOrMore: '+' } as const
