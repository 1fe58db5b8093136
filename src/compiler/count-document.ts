import type { DefinitionNode, DirectiveNode, DocumentNode, SelectionNode } from 'graphql'
import { Kind } from 'graphql'
import { limitMessage } from '../errors.ts'
import type { DocumentLimits } from './limits.ts'
import { RefusedQuery, refusal } from './refused-query.ts'

/**
 * Counts the aliases and directives of a parsed document, whichever of its operations is asked for, in one pass.
 *
 * @throws RefusedQuery at the first one past a limit
 */
export function countDocument(document: DocumentNode, limits: DocumentLimits): void {
  let aliases = 0
  let directives = 0
  for (const definition of document.definitions) countDefinition(definition)

  function countDefinition(definition: DefinitionNode): void {
    if (definition.kind !== Kind.OPERATION_DEFINITION && definition.kind !== Kind.FRAGMENT_DEFINITION) return
    addDirectives(definition.directives)
    for (const variable of definition.variableDefinitions ?? []) addDirectives(variable.directives)
    countSelections(definition.selectionSet.selections)
  }

  function countSelections(selections: readonly SelectionNode[]): void {
    for (const selection of selections) {
      const own = selection.directives ?? []
      if (own.length > limits.fieldDirectives) {
        fail('directives at one field or fragment', limits.fieldDirectives, own.length, own.at(-1))
      }
      addDirectives(own)
      if (selection.kind === Kind.FIELD && selection.alias !== undefined) {
        aliases += 1
        if (aliases > limits.aliases) fail('aliases', limits.aliases, undefined, selection.alias)
      }
      if (selection.kind !== Kind.FRAGMENT_SPREAD) countSelections(selection.selectionSet?.selections ?? [])
    }
  }

  function addDirectives(added: readonly DirectiveNode[] = []): void {
    directives += added.length
    if (directives > limits.directives) fail('directives', limits.directives, undefined, added.at(-1))
  }
}

/** @param actual absent where counting ended at the limit */
function fail(
  what: string,
  limit: number,
  actual: number | undefined,
  node: Parameters<typeof refusal>[2],
): never {
  const counted = actual === undefined ? 'more' : actual.toLocaleString('en')
  throw new RefusedQuery([refusal('LIMIT_EXCEEDED', limitMessage(what, limit, counted), node)])
}
