import type { Namespaces } from '../../rdf/namespaces.ts'
import { sameNamespaces } from '../change/same-namespaces.ts'
import type { Database } from '../database.ts'

/** What a vocabulary is read by: the prefixes are those that axioms are told in. */
export interface VocabularySettings {
  readonly namespaces: Namespaces
  readonly schemaGraphs: readonly string[] | undefined
  readonly sameAs: boolean
}

/** Those of a database, as they are now: of a program, the prefixes are a map that may get others. */
export function settingsOf({
  namespaces,
  reasoning: { schemaGraphs, sameAs = false } = {},
}: Database): VocabularySettings {
  return { namespaces: new Map(namespaces), schemaGraphs, sameAs }
}

/** Whether a database still has these settings. */
export function isBy(
  settings: VocabularySettings,
  { namespaces, reasoning: { schemaGraphs, sameAs = false } = {} }: Database,
): boolean {
  return (
    settings.sameAs === sameAs &&
    sameNames(settings.schemaGraphs, schemaGraphs) &&
    sameNamespaces(settings.namespaces, namespaces)
  )
}

function sameNames(a: readonly string[] | undefined, b: readonly string[] | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return a.length === b.length && a.every((name, index) => name === b[index])
}
