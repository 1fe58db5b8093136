import { pathText, type Schema } from './schema.ts'

/** What names stand for, by schema: made where a document first gives names of its own. */
const meaningsOfSchemas = new WeakMap<Schema, ReadonlyMap<string, ReadonlySet<string>>>()

/**
 * What a schema says that a name of a type, top-level field or field stands for, where that is not the IRI; `undefined` where it is,
 * or where the schema does not declare the name.
 */
export function otherMeaning(schema: Schema, name: string, iri: string): string | undefined {
  let meanings = meaningsOfSchemas.get(schema)
  if (meanings === undefined) {
    meanings = meaningsOf(schema)
    meaningsOfSchemas.set(schema, meanings)
  }
  return [...(meanings.get(name) ?? [])].find((meaning) => meaning !== `<${iri}>`)
}

/** What each declared name stands for: classes, and the ways of fields, which types may give the same name. */
function meaningsOf({ types, roots }: Schema): ReadonlyMap<string, ReadonlySet<string>> {
  const meanings = new Map<string, Set<string>>()
  const add = (name: string, meaning: string): void => {
    const known = meanings.get(name)
    if (known === undefined) meanings.set(name, new Set([meaning]))
    else known.add(meaning)
  }
  for (const { name, classes } of [...types.values(), ...roots.values()]) {
    add(name, classes.map((one) => `<${one}>`).join(', '))
  }
  for (const { fields } of types.values()) {
    for (const field of fields.values()) if (field.kind === 'property') add(field.name, pathText(field.path))
  }
  return meanings
}
