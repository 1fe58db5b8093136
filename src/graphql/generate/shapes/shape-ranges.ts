import { operandsOf } from '../class-expressions.ts'
import type { RangeModel } from '../schema-model.ts'
import { isBlankKey, isTrue, type Statements } from '../statements.ts'
import { sh } from '../vocabulary.ts'
import { eitherRange, narrowestRange } from './merge-ranges.ts'
import {
  type EnumSupply,
  rangeOfDatatypes,
  rangeOfList,
  rangeOfNodeKind,
  rangeOfValue,
} from './shape-values.ts'

/** What reads shapes into a model. */
export interface ShapesReading {
  readonly statements: Statements
  /** The classes that a shape has for targets, by the shape; of shapes that have some. */
  readonly targets: ReadonlyMap<string, readonly string[]>
  /** The shapes by class. */
  readonly shapes: ReadonlyMap<string, readonly string[]>
  readonly enums: EnumSupply
  /** Shapes without target classes that fields lead to, and the property of the first of these. */
  readonly led: Map<string, string>
  /** Whether a shape, or what it is put together from, has property shapes. */
  readonly describesFields: (shape: string) => boolean
}

/** A {@link ShapesReading} that has read nothing yet. */
export function createShapesReading(
  facts: Pick<ShapesReading, 'statements' | 'targets' | 'shapes'>,
): ShapesReading {
  const known = new Map<string, boolean>()
  const describesFields = (shape: string): boolean => {
    const found = known.get(shape) ?? findsFields(facts.statements, shape)
    known.set(shape, found)
    return found
  }
  return { ...facts, enums: new Map(), led: new Map(), describesFields }
}

/** What is put together from more shapes is more than anyone would read. */
const mostShapes = 200

/**
 * What the values of a property are by the shape that they have to conform to: by its own constraints, else by any of those that it
 * is put together from (`sh:or`, `sh:xone`, `sh:and`, `sh:node`). `undefined` where no constraint says it.
 *
 * @param predicate the last property on the way to the values
 */
export function rangeOfShape(
  shape: string,
  predicate: string,
  reading: ShapesReading,
): RangeModel | undefined {
  const own = ownRange(shape, predicate, reading)
  if (own !== undefined) return own
  const ranges: RangeModel[] = []
  const seen = new Set([shape])
  const left = partsOf(shape, reading)
  for (let at = left.pop(); at !== undefined && seen.size < mostShapes; at = left.pop()) {
    if (seen.has(at) || isTrue(reading.statements, at, sh.deactivated)) continue
    seen.add(at)
    const range = ownRange(at, predicate, reading)
    if (range === undefined) for (const part of partsOf(at, reading)) left.push(part)
    else ranges.push(range)
  }
  return eitherRange(ranges) ?? rangeOfNodeKind(reading.statements, shape)
}

/** The shapes that a shape is put together from. */
function partsOf(shape: string, { statements }: ShapesReading): string[] {
  return [...operandsOf(statements, shape, [sh.or, sh.xone, sh.and]), ...statements.nodes(shape, sh.node)]
}

function ownRange(shape: string, predicate: string, reading: ShapesReading): RangeModel | undefined {
  const { statements, shapes } = reading
  const classes = statements.nodes(shape, sh.class).filter((iri) => !isBlankKey(iri))
  const known = classes.filter((iri) => shapes.has(iri))
  const [first, ...others] = known.length > 0 ? known : nodeTypes(shape, predicate, reading)
  const ofClasses: RangeModel | undefined =
    first === undefined
      ? undefined
      : others.length === 0
        ? { kind: 'class', iri: first }
        : { kind: 'union', classes: [first, ...others] }
  const lists = statements.nodes(shape, sh.in)
  return narrowestRange(
    [
      ...lists.map((head) => rangeOfList(statements, head, predicate, reading.enums)),
      ofClasses ?? (classes.length > 0 ? anyNode : undefined),
      rangeOfDatatypes(statements, shape),
      rangeOfValue(statements, shape),
      hasParts(shape, statements) ? undefined : rangeOfNodeKind(statements, shape),
    ].filter((range) => range !== undefined),
  )
}

const anyNode: RangeModel = { kind: 'scalar', scalar: 'ID' }

function hasParts(shape: string, statements: Statements): boolean {
  return [sh.or, sh.xone, sh.and, sh.node].some(
    (predicate) => statements.objects(shape, predicate).length > 0,
  )
}

/** The types of the node shapes that values conform to: their target classes, or else the shape itself where it has fields. */
function nodeTypes(
  shape: string,
  predicate: string,
  { statements, targets, led, describesFields }: ShapesReading,
): string[] {
  return statements.nodes(shape, sh.node).flatMap((node) => {
    if (isTrue(statements, node, sh.deactivated)) return []
    const classes = targets.get(node)
    if (classes !== undefined) return classes
    if (!describesFields(node)) return []
    if (!led.has(node)) led.set(node, predicate)
    return [node]
  })
}

function findsFields(statements: Statements, shape: string): boolean {
  const seen = new Set<string>()
  const left = [shape]
  for (let at = left.pop(); at !== undefined && seen.size < mostShapes; at = left.pop()) {
    if (seen.has(at)) continue
    seen.add(at)
    if (statements.nodes(at, sh.property).length > 0) return true
    for (const part of operandsOf(statements, at, [sh.and, sh.or, sh.xone])) left.push(part)
    for (const part of statements.nodes(at, sh.node)) left.push(part)
  }
  return false
}
