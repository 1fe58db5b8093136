import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import type { SourceFile } from './source-file.ts'
import type { ArchitectureTables } from './tables.ts'

const longest = 400
const forbiddenNames = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'manager',
  'data',
  'info',
  'misc',
])
const kebabCase = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** What is wrong with the imports of the files, one sentence each: folders, homes of libraries, and cycles. */
export function importViolations(files: readonly SourceFile[], tables: ArchitectureTables): string[] {
  return [...files.flatMap((file) => fileImportViolations(file, tables)), ...cycleViolations(files)]
}

/** What is wrong with the names and lengths of the files, one sentence each. */
export function shapeViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, lines }) => {
    const names = path.replace(/(\.test)?\.ts$/, '').split('/')
    const found = names
      .filter((name) => !kebabCase.test(name) || forbiddenNames.has(name))
      .map((name) => `${path}: "${name}" is not a name for a file or folder here.`)
    if (lines > longest) found.push(`${path} has ${lines} lines, more than ${longest}.`)
    return found
  })
}

/** The exported symbols without a doc comment, one sentence each. */
export function documentationViolations(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, undocumented }) =>
    undocumented.map((name) => `${path}: ${name} is exported without a doc comment.`),
  )
}

function fileImportViolations(
  { path, imports }: SourceFile,
  { folders, homes }: ArchitectureTables,
): string[] {
  const folder = folderOf(path)
  const allowed = folders.get(folder)
  if (allowed === undefined) return [`${path}: the folder ${folder} is not in the table of folders.`]
  return imports.flatMap((specifier) => {
    if (specifier === null) return [`${path} imports what only running it could tell.`]
    if (!specifier.startsWith('.')) return libraryViolation(path, folder, specifier, homes)
    const target = resolve(path, specifier)
    if (target.startsWith('..')) return [`${path} imports ${specifier}, outside of the sources.`]
    const other = folderOf(target)
    return other === folder || allowed.has(other)
      ? []
      : [`${path}: ${folder} may not import ${other} (${specifier}).`]
  })
}

function libraryViolation(
  path: string,
  folder: string,
  specifier: string,
  homes: ArchitectureTables['homes'],
): string[] {
  const name = packageName(specifier)
  const home = homes.get(name)
  if (home === undefined) {
    return builtinModules.includes(name.replace(/^node:/, ''))
      ? []
      : [`${path} imports ${name}, which has no home folder.`]
  }
  const here = [...home].some((one) => one === folder || path.startsWith(`${one}/`))
  return here ? [] : [`${path} imports ${name}, whose home is ${[...home].join(', ')}.`]
}

/** The folder that a file belongs to: the first part of its path, the file itself where it stands beside the folders. */
function folderOf(path: string): string {
  return path.split('/')[0] ?? path
}

/** `@scope/name` or `name` of a specifier that may go on into the package. */
function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function resolve(path: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(path), specifier))
}

/** One sentence for each circle of imports that a walk from every file meets. */
function cycleViolations(files: readonly SourceFile[]): string[] {
  const edges = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap((specifier) => (specifier?.startsWith('.') ? resolve(path, specifier) : [])),
    ]),
  )
  const done = new Set<string>()
  const trail: string[] = []
  const found: string[] = []
  const visit = (path: string): void => {
    const start = trail.indexOf(path)
    if (start >= 0) found.push(`Imports in a circle: ${[...trail.slice(start), path].join(' → ')}.`)
    if (start >= 0 || done.has(path)) return
    trail.push(path)
    for (const next of edges.get(path) ?? []) visit(next)
    trail.pop()
    done.add(path)
  }
  for (const { path } of files) visit(path)
  return found
}
