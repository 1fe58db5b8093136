import type { Namer } from '../../../rdf/namespaces.ts'
import type { Path } from '../../schema.ts'
import { pathText, plainPredicate } from '../../schema.ts'
import type { ClassGroup, ClassHierarchy } from '../class-hierarchy.ts'
import { localName, namespaceWord, toName } from '../local-name.ts'
import { createNameSupply } from './name-supply.ts'

/** The name of the field that a path leads to, in the types of a group; the same in all of a family. */
export type FieldNames = (group: ClassGroup, key: string) => string

/**
 * Names for the fields of a model. A field has the name that the model gives it where all of its family that name it agree, and
 * no other field has it; else that by which the namespaces know its property; else its local name, or that after a word of its
 * namespace, or a number.
 */
export function nameFields(hierarchy: ClassHierarchy, namer: Namer): FieldNames {
  const paths = pathsOf(hierarchy)
  const byPath = namesByPath(paths, namer)
  const given = givenNames(hierarchy, new Set(byPath.values()), byPath)
  return (group, key) => given.get(`${group.family} ${key}`) ?? byPath.get(key) ?? key
}

function pathsOf({ groups }: ClassHierarchy): ReadonlyMap<string, Path> {
  const paths = new Map<string, Path>()
  for (const { classes } of groups) {
    for (const { properties } of classes) for (const { path } of properties) paths.set(pathText(path), path)
  }
  return paths
}

/** One name for each path, wherever it stands: a property is called the same in all types. */
function namesByPath(paths: ReadonlyMap<string, Path>, namer: Namer): ReadonlyMap<string, string> {
  const supply = createNameSupply(['iri'])
  const names = new Map<string, string>()
  const sorted = [...paths].sort(([keyA, a], [keyB, b]) => a.length - b.length || (keyA < keyB ? -1 : 1))
  for (const [key, path] of sorted) {
    const predicate = plainPredicate(path)
    const name = predicate === undefined ? undefined : namer(predicate)
    if (name !== undefined && supply.isFree(name)) names.set(key, supply.take([name]))
  }
  for (const [key, path] of sorted) {
    if (!names.has(key)) names.set(key, supply.take(candidates(path, namer)))
  }
  return names
}

function candidates(path: Path, namer: Namer): readonly [string, ...string[]] {
  const predicate = plainPredicate(path)
  if (predicate !== undefined) {
    const name = localName(predicate) ?? 'field'
    const word = namespaceWord(predicate)
    return word === undefined ? [name] : [name, `${word}_${name}`]
  }
  const steps = path.map(({ predicate: step, inverse }) => {
    const name = namer(step) ?? localName(step) ?? 'field'
    return inverse ? `${name}_inverse` : name
  })
  const last = steps.at(-1) ?? 'field'
  return [last, steps.join('_')]
}

function givenNames(
  { groups }: ClassHierarchy,
  taken: ReadonlySet<string>,
  byPath: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const wishes = new Map<string, Set<string>>()
  const wanted = new Map<string, Set<string>>()
  for (const { classes, family } of groups) {
    for (const { properties } of classes) {
      for (const { path, name } of properties) {
        const plain = name === undefined ? undefined : toName(name)
        if (plain === undefined) continue
        const key = pathText(path)
        add(wishes, `${family} ${key}`, plain)
        add(wanted, `${family} ${plain}`, key)
      }
    }
  }
  const given = new Map<string, string>()
  for (const [inFamily, names] of wishes) {
    const [name] = names
    if (names.size !== 1 || name === undefined || name === 'iri') continue
    const space = inFamily.indexOf(' ')
    const key = inFamily.slice(space + 1)
    if (wanted.get(`${inFamily.slice(0, space)} ${name}`)?.size !== 1) continue
    if (!taken.has(name) || byPath.get(key) === name) given.set(inFamily, name)
  }
  return given
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const known = map.get(key)
  if (known === undefined) map.set(key, new Set([value]))
  else known.add(value)
}
