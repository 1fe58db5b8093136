import type { RangeModel } from './schema-model.ts'

/** A text that is equal exactly for equal ranges. */
export function rangeKey(range: RangeModel): string {
  switch (range.kind) {
    case 'scalar':
      return `scalar ${range.scalar}`
    case 'class':
      return `class ${range.iri}`
    case 'union': {
      const key = unionKeys.get(range) ?? `union ${range.classes.join(' ')}`
      unionKeys.set(range, key)
      return key
    }
    case 'enum':
      return `enum ${range.key}`
  }
}

/** Keys of unions are long, and asked for wherever a field is inherited. */
const unionKeys = new WeakMap<RangeModel, string>()
