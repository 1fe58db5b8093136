import type { TypeDefinition } from '../schema.ts'
import { report, type SchemaReading } from './reading.ts'

/**
 * Reports object types and interfaces that stand for one class: nothing could tell of which of them a node is. An object type may
 * have the class of an interface that it implements, and stands for the nodes that are of no narrower class.
 */
export function checkClasses(reading: SchemaReading, types: ReadonlyMap<string, TypeDefinition>): void {
  const typesOfClass = new Map<string, TypeDefinition[]>()
  for (const type of types.values()) {
    const [iri] = type.classes
    if (type.kind === 'union' || iri === undefined) continue
    const others = typesOfClass.get(iri) ?? []
    const other = others.find((one) => !type.supertypes.has(one.name) && !one.supertypes.has(type.name))
    const sibling = others.find((one) => one.kind === type.kind)
    const clash = other ?? sibling
    if (clash === undefined) typesOfClass.set(iri, [...others, type])
    else {
      const node = reading.types.get(type.name)?.node.name
      const message = `"${clash.name}" and "${type.name}" both stand for the class <${iri}>.`
      report(reading, message, ...(node === undefined ? [] : [node]))
    }
  }
}
