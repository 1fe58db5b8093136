import type { Path } from '../../schema.ts'
import { deprecationOf, preferredText } from '../describe.ts'
import { nameOfWords } from '../local-name.ts'
import type { RangeModel } from '../schema-model.ts'
import { isBlankKey, isLiteral, isNode, isTrue, nodeKey, nodeName, type Statements } from '../statements.ts'
import { rdfs, sh } from '../vocabulary.ts'
import { readShapePath } from './shape-path.ts'
import { rangeOfShape, type ShapesReading } from './shape-ranges.ts'

/** What a property shape says of a field. */
export interface ShapedProperty {
  readonly path: Path
  readonly name: string | undefined
  readonly description: string | undefined
  readonly deprecation: string | undefined
  /** Absent where nothing is said of the values. */
  readonly range: RangeModel | undefined
  readonly isSingle: boolean
  readonly isRequired: boolean
}

/**
 * Reads a property shape (SHACL, 2.3). What cannot be understood is left out, and a note says why; `undefined` where that is all of it,
 * or where it is deactivated.
 */
export function readPropertyShape(
  shape: string,
  reading: ShapesReading,
  note: (sentence: string) => void,
): ShapedProperty | undefined {
  const { statements } = reading
  if (isTrue(statements, shape, sh.deactivated)) return undefined
  const path = readShapePath(statements, shape)
  if (typeof path === 'string') {
    note(`${shapeName(shape)} is left out: it ${path}.`)
    return undefined
  }
  const maximum = readCount(statements, shape, sh.maxCount, note)
  if (maximum === 0) {
    note(`${shapeName(shape)} is left out: its sh:maxCount is 0.`)
    return undefined
  }
  noteMistakes(statements, shape, note)
  const label = preferredText(statements, shape, [sh.name])
  const name = label === undefined ? undefined : nameOfWords(label)
  const description = preferredText(statements, shape, [sh.description, rdfs.comment])
  return {
    path,
    name,
    // A name that cannot be a field's is told all the same.
    description:
      name === undefined
        ? [label, description].filter((part) => part !== undefined).join('\n\n') || undefined
        : description,
    deprecation: deprecationOf(statements, shape),
    range: rangeOfShape(shape, path.at(-1)?.predicate ?? '', reading),
    isSingle: maximum === 1,
    isRequired: (readCount(statements, shape, sh.minCount, note) ?? 0) > 0,
  }
}

function shapeName(shape: string): string {
  return isBlankKey(shape) ? 'A property shape' : `The property shape ${nodeName(shape)}`
}

/** The least of the counts that a shape has, where several are one too many. */
function readCount(
  statements: Statements,
  shape: string,
  predicate: string,
  note: (sentence: string) => void,
): number | undefined {
  const counts = statements.objects(shape, predicate).flatMap((term) => {
    if (isLiteral(term) && /^\+?\d{1,15}$/.test(term.value)) return [Number(term.value)]
    note(`${shapeName(shape)} has a ${shortName(predicate)} that is no whole number; it is ignored.`)
    return []
  })
  return counts.length === 0 ? undefined : Math.min(...counts.slice(0, 100))
}

const listPredicates = [sh.in, sh.or, sh.xone, sh.and]
const iriPredicates = [sh.class, sh.datatype]

function noteMistakes(statements: Statements, shape: string, note: (sentence: string) => void): void {
  for (const predicate of listPredicates) {
    if (
      !statements
        .objects(shape, predicate)
        .every((head) => isNode(head) && statements.list(nodeKey(head)) !== undefined)
    ) {
      note(`${shapeName(shape)} has a broken list for its ${shortName(predicate)}; it is ignored.`)
    }
  }
  for (const predicate of iriPredicates) {
    if (statements.objects(shape, predicate).some(({ kind }) => kind !== 'iri')) {
      note(`${shapeName(shape)} has a ${shortName(predicate)} that is no IRI; it is ignored.`)
    }
  }
}

function shortName(predicate: string): string {
  return `sh:${predicate.slice(predicate.indexOf('#') + 1)}`
}
