import type { PropertyPath } from '../sparql/property-path.ts'

/** The path from the end of another to its beginning, with the steps turned rather than the whole. */
export function invertedPath(path: PropertyPath): PropertyPath {
  switch (path.kind) {
    case 'link':
      return { kind: 'inverse', path }
    case 'inverse':
      return pushedDown(path.path)
    case 'sequence':
      return { kind: 'sequence', paths: path.paths.map(invertedPath).reverse() }
    case 'alternative':
      return { kind: 'alternative', paths: path.paths.map(invertedPath) }
    case 'repeated':
      return { ...path, path: invertedPath(path.path) }
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
      return invertedPath(path.path)
    case 'sequence':
    case 'alternative':
      return { ...path, paths: path.paths.map(pushedDown) }
    case 'repeated':
      return { ...path, path: pushedDown(path.path) }
  }
}
