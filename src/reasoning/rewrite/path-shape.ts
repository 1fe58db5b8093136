import type { PropertyPath } from '../../sparql/property-path.ts'

/** Whether a path leads from a term to itself without a step. */
export function mayStay(path: PropertyPath): boolean {
  switch (path.kind) {
    case 'link':
    case 'negated':
      return false
    case 'inverse':
      return mayStay(path.path)
    case 'sequence':
      return path.paths.every(mayStay)
    case 'alternative':
      return path.paths.some(mayStay)
    case 'repeated':
      return path.times !== 'oneOrMore' || mayStay(path.path)
  }
}

/** Whether the first step of a path can be one from object to subject, which a literal can begin. Only links are turned. */
export function mayBeginBackwards(path: PropertyPath): boolean {
  switch (path.kind) {
    case 'link':
      return false
    case 'inverse':
      return true
    case 'negated':
      return path.inverse !== undefined
    case 'repeated':
      return mayBeginBackwards(path.path)
    case 'alternative':
      return path.paths.some(mayBeginBackwards)
    case 'sequence': {
      const first = path.paths.findIndex((one) => !mayStay(one))
      const begins = first < 0 ? path.paths : path.paths.slice(0, first + 1)
      return begins.some(mayBeginBackwards)
    }
  }
}

/** Whether a path, in which only links are turned, can begin at a literal. */
export function mayBeginAtLiteral(path: PropertyPath): boolean {
  return mayStay(path) || mayBeginBackwards(path)
}

/** Paths as one, one after the other; sequences among them are taken apart, and `idle` is not gone twice running. */
export function sequence(paths: readonly PropertyPath[], idle?: PropertyPath): PropertyPath {
  const flat = paths.flatMap((path) => (path.kind === 'sequence' ? path.paths : [path]))
  const steps = flat.filter((path, index) => path !== idle || flat[index - 1] !== idle)
  const [only] = steps
  return only !== undefined && steps.length === 1 ? only : { kind: 'sequence', paths: steps }
}
