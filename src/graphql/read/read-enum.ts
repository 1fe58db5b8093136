import type { EnumValue, LeafType } from '../schema.ts'
import type { Declaration } from './declarations.ts'
import { directiveArguments, directiveIri, directiveOf, iriOfNode } from './read-names.ts'
import { report, type SchemaReading } from './reading.ts'
import { quoted } from './schema-faults.ts'

/** What the enums stand for, by name. */
export function readEnums(reading: SchemaReading): ReadonlyMap<string, LeafType> {
  const enums = new Map<string, LeafType>()
  for (const declaration of reading.types.values()) {
    if (declaration.kind === 'enum') enums.set(declaration.name, readEnum(reading, declaration))
  }
  return enums
}

/** Reads what the values of an enum stand for. Two that stand for the same are reported. */
function readEnum(reading: SchemaReading, declaration: Declaration): LeafType {
  const values = new Map<string, EnumValue>()
  const nameOfTerm = new Map<string, string>()
  for (const node of declaration.values) {
    const name = node.name.value
    const literal = directiveOf(node, 'literal')
    const text = literal && directiveArguments(reading, literal).get('value')?.value
    const iri = directiveIri(reading, node)
    if (literal !== undefined && directiveOf(node, 'iri') !== undefined) {
      report(reading, `"${name}" has both @iri and @literal; one of them has to go.`, literal)
    }
    const plain = iri === undefined && text === undefined
    const value: EnumValue = plain
      ? { iri: iriOfNode(reading, node), text: name }
      : { ...(iri !== undefined && { iri }), ...(text !== undefined && { text }) }
    for (const term of termsOf(value)) {
      const other = nameOfTerm.get(term)
      if (other === undefined) nameOfTerm.set(term, name)
      else if (other !== name) {
        const message = `"${other}" and "${name}" of the enum "${declaration.name}" both stand for ${term}.`
        report(reading, message, node.name)
      }
    }
    values.set(name, value)
  }
  return { kind: 'enum', values }
}

function termsOf({ iri, text }: EnumValue): readonly string[] {
  return [...(iri === undefined ? [] : [`<${iri}>`]), ...(text === undefined ? [] : [quoted(text)])]
}
