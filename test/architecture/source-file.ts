import { parseSync } from 'vite'

/** What the rules of the architecture look at in one source file. */
export interface SourceFile {
  /** Path from the folder of sources, with `/`: `rdf/term.ts`. */
  readonly path: string
  /** Specifiers of every kind of import, types' included, in order; `null` is one that only running could tell. */
  readonly imports: readonly (string | null)[]
  /** Names of exported declarations that no doc comment stands before. */
  readonly undocumented: readonly string[]
  readonly lines: number
}

/** Reads `text` as TypeScript. Throws where it is not. */
export function readSource(path: string, text: string): SourceFile {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors.map(({ message }) => message).join('; ')}`)
  const docEnds = comments
    .filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
    .map(({ end }) => end)
  const documented = new Set<string>()
  const undocumented = new Set<string>()
  for (const statement of program.body) {
    const names = exportedNames(statement)
    const isDocumented = docEnds.some(
      (end) => end <= statement.start && text.slice(end, statement.start).trim() === '',
    )
    for (const name of names) (isDocumented ? documented : undocumented).add(name)
  }
  return {
    path,
    imports: importsOf(program),
    undocumented: [...undocumented].filter((name) => !documented.has(name)),
    lines: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
  }
}

type Node = Readonly<Record<string, unknown>>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Names that a statement declares and exports; passing on another file's exports declares nothing. */
function exportedNames(statement: unknown): string[] {
  if (!isNode(statement)) return []
  const declaration = statement['declaration']
  if (statement['type'] === 'ExportDefaultDeclaration') return ['default']
  if (statement['type'] !== 'ExportNamedDeclaration' || !isNode(declaration)) return []
  const declared = declaration['declarations']
  const named = Array.isArray(declared) ? declared : [declaration]
  return named.flatMap((one) => {
    const id = isNode(one) ? one['id'] : undefined
    const name = isNode(id) ? id['name'] : undefined
    return typeof name === 'string' ? [name] : []
  })
}

function importsOf(value: unknown): (string | null)[] {
  if (Array.isArray(value)) return value.flatMap(importsOf)
  if (!isNode(value)) return []
  return [...ownImports(value), ...Object.values(value).flatMap(importsOf)]
}

function ownImports(node: Node): (string | null)[] {
  switch (node['type']) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'TSImportType':
      return [specifier(node['source'])]
    case 'ExportNamedDeclaration':
      return node['source'] === null ? [] : [specifier(node['source'])]
    case 'TSExternalModuleReference':
      return [specifier(node['expression'])]
    default:
      return []
  }
}

function specifier(source: unknown): string | null {
  const value = isNode(source) ? source['value'] : undefined
  return typeof value === 'string' ? value : null
}
