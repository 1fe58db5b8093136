import { rdf } from '../../../rdf/term.ts'
import type { Path, PathStep } from '../../schema.ts'
import { isBlankKey, isNode, nodeKey, type Statements } from '../statements.ts'
import { rdfs, sh } from '../vocabulary.ts'

/** A path with more steps is refused when a schema is read. */
const mostSteps = 20

/**
 * The path of a property shape (SHACL, 2.3.1): a property, its inverse, or a sequence of such; a sentence says why there is none,
 * after the name of the shape.
 */
export function readShapePath(statements: Statements, shape: string): Path | string {
  const paths = statements.objects(shape, sh.path)
  const [path] = paths
  if (path === undefined) return 'has no sh:path'
  if (paths.length > 1) return 'has several sh:path'
  if (!isNode(path)) return 'has a literal for its sh:path'
  const steps = readSteps(statements, nodeKey(path))
  if (typeof steps === 'string') return steps
  const [first, ...others] = steps
  if (first === undefined) return 'has an empty sh:path'
  // The type of a node is no field (spec, "Correspondence of concepts").
  if (others.length === 0 && first.predicate === rdf.type) return 'is about rdf:type, which is no field'
  return [first, ...others]
}

/** A part of a path that is still to be read, and whether it is read from its end. */
interface Part {
  readonly node: string
  readonly inverse: boolean
}

function readSteps(statements: Statements, path: string): readonly PathStep[] | string {
  const steps: PathStep[] = []
  const left: Part[] = [{ node: path, inverse: false }]
  // Parts may hold themselves: what is not done by then never ends.
  for (let rounds = 0; rounds <= 10 * mostSteps; rounds++) {
    const part = left.pop()
    if (part === undefined) return steps
    const { node, inverse } = part
    if (!isBlankKey(node) && node !== rdfs.nil) {
      steps.push({ predicate: node, inverse })
      if (steps.length > mostSteps) return `has an sh:path of more than ${mostSteps} steps`
      continue
    }
    const parts = partsOf(statements, node)
    if (typeof parts === 'string') return parts
    const turned = parts.map((one) => ({ node: one.node, inverse: one.inverse !== inverse }))
    // The last one is read first: a sequence is put there from its end, an inverse one from its start.
    if (!inverse) turned.reverse()
    for (const one of turned) left.push(one)
  }
  return 'has an sh:path that goes in a circle'
}

function partsOf(statements: Statements, node: string): readonly Part[] | string {
  const [inverse, second] = statements.objects(node, sh.inversePath)
  if (inverse !== undefined) {
    return second === undefined && isNode(inverse)
      ? [{ node: nodeKey(inverse), inverse: true }]
      : 'has an sh:inversePath that is not one path'
  }
  if (node !== rdfs.nil && statements.objects(node, rdfs.first).length === 0) {
    return 'has an sh:path that is neither a property, an inverse nor a sequence'
  }
  const items = statements.list(node)
  if (items === undefined) return 'has a broken list for its sh:path'
  return items.every(isNode)
    ? items.filter(isNode).map((item) => ({ node: nodeKey(item), inverse: false }))
    : 'has a literal in its sh:path'
}
