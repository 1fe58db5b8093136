import { createLabels } from './check-labels.ts'
import { checkQuery } from './check-query.ts'
import { convertUpdate } from './convert-update.ts'
import { refusal } from './parse-error.ts'
import { type ParseOptions, parseText, parsing } from './parse-text.ts'
import { refusalsIn } from './refuse.ts'
import { declare, prologueOf, resolveNames } from './resolve-names.ts'
import { expandStars } from './tree-scope.ts'
import type { Update, UpdateRequest } from './update.ts'

/**
 * Parses a request of SPARQL 1.1 Update; `PREFIX` and `BASE` hold from where they stand. An empty text is a request of
 * no operations. Blank nodes of templates are labelled `b0`, `b1`, … in the order of each operation.
 *
 * @throws ServiceError `invalidQuery` with line and column where the text is no SPARQL update.
 */
export function parseUpdate(text: string, options: ParseOptions): UpdateRequest {
  return parsing(text, 0, () => {
    const tree = parseText(text)
    const refuse = refusalsIn(text)
    if (tree.type === 'query') throw refusal(text, 0, 'Expected an update, not a query.')
    checkQuery(tree, refuse)
    expandStars(tree)
    const labels = createLabels(refuse)
    const operations: Update[] = []
    let prologue = prologueOf(options)
    for (const { context, operation } of tree.updates) {
      prologue = declare(prologue, context, refuse)
      if (operation === undefined) continue
      if (operation.subType === 'insertdata') labels.inData(operation)
      if (operation.subType === 'modify') labels.inPatterns(operation.where)
      resolveNames(operation, prologue, { text, refuse })
      operations.push(convertUpdate(operation, { text, baseIri: prologue.baseIri }, refuse))
    }
    return { kind: 'update', operations }
  })
}
