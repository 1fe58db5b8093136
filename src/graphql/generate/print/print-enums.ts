import { createNamer, iriOfName, type Namespaces } from '../../../rdf/namespaces.ts'
import { localName, shortNamer, toName } from '../local-name.ts'
import type { EnumModel } from '../schema-model.ts'
import { createNameSupply } from './name-supply.ts'
import { descriptionText, stringText } from './sdl-text.ts'

/** Values of enums that GraphQL reads as other values. */
const keywords = ['true', 'false', 'null']

/** The enums of a model that have values, each a definition, by name; their values stand in the order of the model. */
export function printEnums(
  enums: readonly EnumModel[],
  names: ReadonlyMap<string, string>,
  namespaces: Namespaces,
): string[] {
  return enums
    .flatMap((one) => {
      const name = names.get(one.key)
      return name === undefined || one.values.length === 0 ? [] : [{ one, name }]
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ one, name }) => {
      const values = printValues(one, namespaces)
      return `${descriptionText(one.description, '')}enum ${name} {\n${values.join('')}}\n`
    })
}

function printValues({ values }: EnumModel, namespaces: Namespaces): string[] {
  const namer = shortNamer(createNamer(namespaces))
  const supply = createNameSupply(keywords)
  const hasTexts = values.some((value) => 'text' in value)
  return values.map((value) => {
    if ('text' in value) {
      const name = supply.take([toName(value.text) ?? (value.text === '' ? 'empty' : 'value')])
      return `  ${name} @literal(value: ${stringText(value.text)})\n`
    }
    const name = supply.take([namer(value.iri) ?? localName(value.iri) ?? 'value'])
    // Without a directive the name would stand for the literal of its letters too.
    const isPlain = !hasTexts && iriOfName(name, namespaces) === value.iri
    return `  ${name}${isPlain ? '' : ` @iri(value: ${stringText(value.iri)})`}\n`
  })
}
