import { pathText, type Schema } from './schema.ts'

/**
 * What a schema says that a name of a type, top-level field or field stands for, where that is not the IRI; `undefined` where it is,
 * or where the schema does not declare the name.
 */
export function otherMeaning(schema: Schema, name: string, iri: string): string | undefined {
  const own = `<${iri}>`
  const meanings = [schema.types.get(name), schema.roots.get(name)].flatMap((declared) =>
    declared === undefined ? [] : [declared.classes.map((one) => `<${one}>`).join(', ')],
  )
  for (const { fields } of schema.types.values()) {
    const field = fields.get(name)
    if (field?.kind === 'property') meanings.push(pathText(field.path))
  }
  return meanings.find((meaning) => meaning !== own)
}
