import { ServiceError } from '../../../errors.ts'
import { pathText } from '../../schema.ts'
import { operandsOf } from '../class-expressions.ts'
import type { PropertyModel } from '../schema-model.ts'
import { isLiteral, isTrue, nodeName, type Statements } from '../statements.ts'
import { sh } from '../vocabulary.ts'
import { eitherRange, narrowestRange } from './merge-ranges.ts'
import { readPropertyShape, type ShapedProperty } from './property-shape.ts'
import type { ShapesReading } from './shape-ranges.ts'

/** Reads the fields of types; property shapes are read once each, however many types share them. */
export interface ShapeFields {
  /** The fields of what conforms to all of these shapes, and what was left out of them, a sentence each. */
  readonly read: (shapes: readonly string[]) => {
    readonly properties: readonly PropertyModel[]
    readonly notes: readonly string[]
  }
}

const mostFields = 200_000

/** The {@link ShapeFields} of shapes. */
export function createShapeFields(reading: ShapesReading): ShapeFields {
  const known = new Map<
    string,
    { readonly property: ShapedProperty | undefined; readonly notes: readonly string[] }
  >()
  let count = 0
  const readOnce = (shape: string): { property: ShapedProperty | undefined; notes: readonly string[] } => {
    const before = known.get(shape)
    if (before !== undefined) return before
    const notes: string[] = []
    const read = { property: readPropertyShape(shape, reading, (sentence) => notes.push(sentence)), notes }
    known.set(shape, read)
    return read
  }
  const read: ShapeFields['read'] = (shapes) => {
    const byPath = new Map<string, [Stated, ...Stated[]]>()
    const notes = new Set<string>()
    for (const { shape, isCertain } of propertyShapes(reading.statements, shapes)) {
      count += 1
      if (count > mostFields) throw tooManyFields()
      const { property, notes: found } = readOnce(shape)
      for (const sentence of found) notes.add(sentence)
      if (property === undefined) continue
      const key = pathText(property.path)
      const others = byPath.get(key)
      if (others === undefined) byPath.set(key, [{ property, isCertain }])
      else others.push({ property, isCertain })
    }
    for (const shape of shapes) {
      if (reading.statements.objects(shape, sh.property).some(isLiteral)) {
        notes.add(`An sh:property of ${nodeName(shape)} is left out: it is a literal.`)
      }
    }
    const properties = [...byPath]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, stated]) => mergeStated(stated))
    return { properties, notes: [...notes].sort() }
  }
  return { read }
}

/** A property shape among those of a type: what conforms to the type conforms to it, or only some of it does. */
interface Stated {
  readonly property: ShapedProperty
  readonly isCertain: boolean
}

/** The property shapes of shapes, and of those which these are put together from. */
function propertyShapes(
  statements: Statements,
  shapes: readonly string[],
): readonly { readonly shape: string; readonly isCertain: boolean }[] {
  const found = new Map<string, boolean>()
  const seen = new Map<string, boolean>()
  const left = shapes.map((shape) => ({ shape, isCertain: true }))
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    const { shape, isCertain } = at
    const before = seen.get(shape)
    if (before === true || before === isCertain || isTrue(statements, shape, sh.deactivated)) continue
    seen.set(shape, isCertain)
    const meet = (property: string): void => {
      found.set(property, isCertain || found.get(property) === true)
    }
    if (statements.objects(shape, sh.path).length > 0) {
      // A property shape may have targets itself.
      meet(shape)
      continue
    }
    for (const property of statements.nodes(shape, sh.property)) meet(property)
    for (const node of statements.nodes(shape, sh.node)) left.push({ shape: node, isCertain })
    for (const part of operandsOf(statements, shape, [sh.and])) left.push({ shape: part, isCertain })
    for (const part of operandsOf(statements, shape, [sh.or, sh.xone]))
      left.push({ shape: part, isCertain: false })
  }
  return [...found].map(([shape, isCertain]) => ({ shape, isCertain }))
}

/** One field of all that is said of one path: what is certain counts; what only some conform to counts together. */
function mergeStated(all: readonly [Stated, ...Stated[]]): PropertyModel {
  const certain = all.filter(({ isCertain }) => isCertain).map(({ property }) => property)
  const possible = all.map(({ property }) => property)
  const isCertain = certain.length > 0
  const counted = isCertain ? certain : possible
  const ranges = (of: readonly ShapedProperty[]): NonNullable<ShapedProperty['range']>[] =>
    of.flatMap(({ range }) => range ?? [])
  const range = narrowestRange(ranges(certain)) ?? eitherRange(ranges(possible))
  const name = firstOf(counted.map((property) => property.name))
  const description = firstOf(counted.map((property) => property.description))
  const deprecation = counted.every((property) => property.deprecation !== undefined)
    ? firstOf(counted.map((property) => property.deprecation))
    : undefined
  return {
    path: all[0].property.path,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(deprecation !== undefined && { deprecation }),
    range: range ?? { kind: 'scalar', scalar: 'String' },
    isList: !(isCertain
      ? counted.some(({ isSingle }) => isSingle)
      : counted.every(({ isSingle }) => isSingle)),
    isRequired: certain.some(({ isRequired }) => isRequired),
  }
}

function firstOf(texts: readonly (string | undefined)[]): string | undefined {
  return texts.filter((text) => text !== undefined).sort()[0]
}

function tooManyFields(): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `No schema is generated: types would have more than ${mostFields.toLocaleString('en')} fields.`,
  )
}
