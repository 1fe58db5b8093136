import type { ModelNames } from './model-names.ts'
import { createNameSupply } from './name-supply.ts'
import { deprecationText, type NamedField, typeName } from './print-field.ts'

const builtIns = ['iri: [ID!]', 'first: Int', 'skip: Int', 'orderBy: OrderBy']
const longestLine = 110
/** A top-level field with more arguments is refused when a schema is read. */
const mostFilters = 190

/**
 * The top-level field of a class: all of its nodes, those whose scalar fields have a value of the arguments' lists, in an order, cut
 * into pages.
 */
export function printTopLevelField(
  name: string,
  fields: readonly NamedField[],
  deprecation: string | undefined,
  names: ModelNames,
): string {
  const filters = printFilters(fields, names).slice(0, mostFilters)
  const head = `  ${name}`
  const tail = `: [${name}!]!${deprecationText(deprecation)}\n`
  const line = `${head}(${[...builtIns, ...filters].join(', ')})${tail}`
  if (line.length <= longestLine) return line
  const lines = [builtIns.join(', '), ...filters].map((one) => `    ${one}\n`)
  return `${head}(\n${lines.join('')}  )${tail}`
}

/** An argument has its path from the field of its name; one that a built-in one leaves no name to says it itself. */
function printFilters(fields: readonly NamedField[], names: ModelNames): string[] {
  const supply = createNameSupply(['iri', 'first', 'skip', 'orderBy', ...fields.map(({ name }) => name)])
  return fields.flatMap(({ name, field: { range, property } }) => {
    if (range.kind === 'class' || range.kind === 'union') return []
    if (range.kind === 'scalar' && range.scalar === 'JSON') return []
    const type = `[${typeName(range, names)}!]`
    if (name !== 'first' && name !== 'skip' && name !== 'orderBy') return [`${name}: ${type}`]
    const other = supply.take([`${name}_value`])
    return [`${other}: ${type}${names.pathOf(other, property.path)}`]
  })
}
