import { type LeafType, type Scalar, scalarNames, type ValueType } from '../schema.ts'
import { builtInScalars } from './directives.ts'
import type { FieldReading } from './reading.ts'

const scalars: ReadonlySet<string> = new Set(scalarNames)

/** What values of a type by its name are; `undefined` for a type that is unknown, the query type, or no type of values. */
export function valueType(reading: FieldReading, name: string): ValueType | undefined {
  const kind = reading.types.get(name)?.kind
  if (kind === 'object' || kind === 'interface' || kind === 'union') {
    return name === reading.queryType ? undefined : { kind: 'node', type: name }
  }
  return leafType(reading, name)
}

/** What values of a scalar or enum by its name are; `undefined` for any other. */
export function leafType(reading: FieldReading, name: string): LeafType | undefined {
  const declaration = reading.types.get(name)
  switch (declaration?.kind) {
    case 'enum':
      return reading.enums.get(name)
    case 'scalar':
      return { kind: 'scalar', scalar: isScalar(name) ? name : 'any' }
    case undefined:
      if (isScalar(name)) return { kind: 'scalar', scalar: name }
      return builtInScalars.has(name) ? { kind: 'scalar', scalar: 'any' } : undefined
    default:
      return undefined
  }
}

function isScalar(name: string): name is Exclude<Scalar, 'any'> {
  return scalars.has(name)
}
