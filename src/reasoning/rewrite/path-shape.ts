import type { PropertyPath } from '../../sparql/property-path.ts'

/** The path from the end of another to its beginning, with the steps turned rather than the whole. */
export function inverted(path: PropertyPath): PropertyPath {
  switch (path.kind) {
    case 'link':
      return { kind: 'inverse', path }
    case 'inverse':
      return pushedDown(path.path)
    case 'sequence':
      return { kind: 'sequence', paths: path.paths.map(inverted).reverse() }
    case 'alternative':
      return { kind: 'alternative', paths: path.paths.map(inverted) }
    case 'repeated':
      return { ...path, path: inverted(path.path) }
    case 'negated':
      return {
        kind: 'negated',
        ...(path.inverse && { forward: path.inverse }),
        ...(path.forward && { inverse: path.forward }),
      }
  }
}

/** The same path in which only links are turned. */
export function pushedDown(path: PropertyPath): PropertyPath {
  switch (path.kind) {
    case 'link':
    case 'negated':
      return path
    case 'inverse':
      return inverted(path.path)
    case 'sequence':
    case 'alternative':
      return { ...path, paths: path.paths.map(pushedDown) }
    case 'repeated':
      return { ...path, path: pushedDown(path.path) }
  }
}

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
