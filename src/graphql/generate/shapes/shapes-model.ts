import type { Quad } from '../../../rdf/term.ts'
import { commentOf, deprecationOf, labelOf } from '../describe.ts'
import type { GenerateOptions } from '../generate-options.ts'
import { localName } from '../local-name.ts'
import type { ClassModel, SchemaModel } from '../schema-model.ts'
import { isBlankKey, isTrue, nodeName, readStatements, type Statements } from '../statements.ts'
import { owl, rdfs, sh } from '../vocabulary.ts'
import { nearestSuperclasses } from './nearest-superclasses.ts'
import { createShapeFields, type ShapeFields } from './shape-fields.ts'
import { createShapesReading } from './shape-ranges.ts'

/**
 * What shapes in SHACL say of the classes that they have for targets: a class is what all of its shapes say of it. A shape
 * without a target class, to which the values of a property conform, is a type of its own without a top-level field. What cannot be
 * understood is left out, and a note says why. Without reasoning no class has superclasses.
 *
 * @throws ServiceError `limitExceeded` where there are too many property shapes on too many classes
 */
export function shapesModel(quads: Iterable<Quad>, { reasoning = true }: GenerateOptions = {}): SchemaModel {
  const statements = readStatements(quads)
  const { targets, shapes, notes } = readTargets(statements)
  const reading = createShapesReading({ statements, targets, shapes })
  const fields = createShapeFields(reading)
  const superclasses = reasoning ? nearestSuperclasses(statements, new Set(shapes.keys())) : () => []
  const classes = [...shapes]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([iri, ofClass]) => classModel(iri, ofClass, superclasses(iri), statements, fields))
  // Those that types lead to lead to others.
  for (const [shape, predicate] of reading.led) classes.push(shapeModel(shape, predicate, statements, fields))
  const unread = [...untargeted(statements, targets, reading.led)]
  return { classes, enums: [...reading.enums.values()], notes: [...notes, ...unread].sort() }
}

interface Targets {
  readonly targets: Map<string, string[]>
  readonly shapes: Map<string, string[]>
  readonly notes: readonly string[]
}

/** The target classes of shapes (SHACL, 2.1.3): stated ones, and shapes that are classes themselves. */
function readTargets(statements: Statements): Targets {
  const targets = new Map<string, string[]>()
  const shapes = new Map<string, string[]>()
  const notes: string[] = []
  for (const shape of [...statements.subjects()].sort()) {
    if (isTrue(statements, shape, sh.deactivated)) continue
    const stated = statements.objects(shape, sh.targetClass)
    const classes = new Set(stated.flatMap((target) => (target.kind === 'iri' ? [target.value] : [])))
    if (classes.size < stated.length)
      notes.push(`An sh:targetClass of ${nodeName(shape)} is no IRI; it is ignored.`)
    if (isImplicitTarget(statements, shape)) classes.add(shape)
    if (classes.size === 0) continue
    targets.set(shape, [...classes])
    for (const iri of classes) {
      const known = shapes.get(iri)
      if (known === undefined) shapes.set(iri, [shape])
      else known.push(shape)
    }
  }
  return { targets, shapes, notes }
}

function isImplicitTarget(statements: Statements, shape: string): boolean {
  if (isBlankKey(shape)) return false
  const isClass = statements.isA(shape, rdfs.class) || statements.isA(shape, owl.class)
  return isClass && isShape(statements, shape)
}

function isShape(statements: Statements, node: string): boolean {
  return (
    statements.isA(node, sh.nodeShape) ||
    statements.isA(node, sh.propertyShape) ||
    shapeParts.some((predicate) => statements.objects(node, predicate).length > 0)
  )
}

const shapeParts = [sh.property, sh.node, sh.and, sh.or, sh.xone]
const otherTargets = [sh.targetNode, sh.targetSubjectsOf, sh.targetObjectsOf, sh.target]

/** Notes on shapes whose targets are no classes, and to which no field leads. */
function* untargeted(
  statements: Statements,
  targets: ReadonlyMap<string, unknown>,
  led: ReadonlyMap<string, unknown>,
): Generator<string> {
  for (const shape of statements.subjects()) {
    if (targets.has(shape) || led.has(shape)) continue
    if (isTrue(statements, shape, sh.deactivated)) continue
    if (otherTargets.some((predicate) => statements.objects(shape, predicate).length > 0)) {
      yield `The shape ${nodeName(shape)} is left out: its targets are no classes.`
    }
  }
}

function classModel(
  iri: string,
  shapes: readonly string[],
  superclasses: readonly string[],
  statements: Statements,
  fields: ShapeFields,
): ClassModel {
  const label = labelOf(statements, iri)
  const description = [iri, ...shapes]
    .map((one) => commentOf(statements, one))
    .find((one) => one !== undefined)
  const deprecation = deprecationOf(statements, iri)
  return {
    iri,
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    ...(deprecation !== undefined && { deprecation }),
    superclasses,
    ...fields.read(shapes),
  }
}

/** The type of a shape that is no class: one without a name is called after the property that leads to it. */
function shapeModel(
  shape: string,
  predicate: string,
  statements: Statements,
  fields: ShapeFields,
): ClassModel {
  const name = localName(predicate) ?? 'Shape'
  const label =
    labelOf(statements, shape) ??
    (isBlankKey(shape) ? name.slice(0, 1).toUpperCase() + name.slice(1) : undefined)
  const description = commentOf(statements, shape)
  return {
    iri: shape,
    ...(label !== undefined && { label }),
    ...(description !== undefined && { description }),
    isClass: false,
    superclasses: [],
    ...fields.read([shape]),
  }
}
