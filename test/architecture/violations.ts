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

/** What is wrong with the imports of the files, one sentence each: folders, homes of libraries, and circles. */
export function importViolations(files: readonly SourceFile[], tables: ArchitectureTables): string[] {
  return [
    ...files.flatMap((file) => fileImportViolations(file, tables)),
    ...circleViolations(files, tables.circles),
  ]
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
export function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function resolve(path: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(path), specifier))
}

/**
 * One sentence for each set of files that import each other, directly or not, and are no row of the table of circles; and
 * for each row that is no such set any more.
 */
function circleViolations(files: readonly SourceFile[], circles: ArchitectureTables['circles']): string[] {
  const found = circlesOf(files).map((circle) => circle.join(', '))
  const known = circles.map((circle) => [...circle].sort().join(', '))
  return [
    ...found.filter((circle) => !known.includes(circle)).map((circle) => `Imports in a circle: ${circle}.`),
    ...known.filter((circle) => !found.includes(circle)).map((circle) => `No circle any more: ${circle}.`),
  ]
}

/** The sets of files of which each can be reached from each by imports; sorted by path. */
function circlesOf(files: readonly SourceFile[]): string[][] {
  const targets = new Map(
    files.map(({ path, imports }) => [
      path,
      imports.flatMap((specifier) => (specifier?.startsWith('.') ? resolve(path, specifier) : [])),
    ]),
  )
  const reached = new Map(files.map(({ path }) => [path, reachable(path, targets)]))
  const reaches = (from: string, to: string): boolean => reached.get(from)?.has(to) === true
  const circles = [...targets.keys()].map((path) =>
    [...targets.keys()].filter((other) => reaches(path, other) && reaches(other, path)).sort(),
  )
  return circles.filter((circle, index) => circle[0] === [...targets.keys()][index])
}

function reachable(from: string, targets: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const found = new Set<string>()
  const left = [...(targets.get(from) ?? [])]
  for (let path = left.pop(); path !== undefined; path = left.pop()) {
    if (found.has(path)) continue
    found.add(path)
    left.push(...(targets.get(path) ?? []))
  }
  return found
}
