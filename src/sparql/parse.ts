import { Types } from '@traqula/algebra-transformations-1-1'
import type { Expression } from './algebra.ts'
import { createLabels } from './check-labels.ts'
import { checkQuery } from './check-query.ts'
import { convertExpression } from './convert.ts'
import { convertQuery } from './convert-query.ts'
import { existsOf } from './evaluate.ts'
import { refusal } from './parse-error.ts'
import { type ParseOptions, parseText, parsing } from './parse-text.ts'
import type { Query } from './query-form.ts'
import { refusalsIn } from './refuse.ts'
import { declare, prologueOf, resolveNames } from './resolve-names.ts'
import { toAlgebra } from './to-algebra.ts'
import { expandStars } from './tree-scope.ts'

/**
 * Parses a query of any form. Blank nodes of its patterns become variables that `SELECT *` does not select; those of a
 * template are labelled `b0`, `b1`, … in order.
 *
 * @throws ServiceError `invalidQuery` with line and column where the text is no SPARQL query.
 */
export function parseQuery(text: string, options: ParseOptions): Query {
  return parsing(text, 0, () => {
    const tree = parseText(text)
    const refuse = refusalsIn(text)
    if (tree.type === 'update') {
      const empty = tree.updates.every((update) => update.operation === undefined)
      throw refusal(
        text,
        empty ? text.length : 0,
        empty ? 'Expected a query.' : 'Expected a query, not an update.',
      )
    }
    checkQuery(tree, refuse)
    createLabels(refuse).inPatterns(tree)
    expandStars(tree)
    const prologue = declare(prologueOf(options), tree.context, refuse)
    resolveNames(tree, prologue, { text, refuse })
    return convertQuery(tree, { text, baseIri: prologue.baseIri })
  })
}

const opening = 'ASK { FILTER('
const closing = '\n) }'

/**
 * Parses exactly one SPARQL expression, and nothing beside it, whatever brackets the text closes and opens.
 *
 * @throws ServiceError `invalidQuery` with line and column where the text is anything else, and where it has EXISTS or
 * an aggregate, which have no meaning for one solution by itself.
 */
export function parseExpression(text: string, options: ParseOptions): Expression {
  const keyword = refusedKeyword(text)
  if (keyword !== undefined) {
    throw refusal(text, keyword.offset, `${keyword.name} cannot be used in an expression here.`)
  }
  const query = opening + text + closing
  return parsing(text, opening.length, () => {
    const tree = parseText(query)
    if (
      tree.type !== 'query' ||
      tree.subType !== 'ask' ||
      tree.context.length > 0 ||
      tree.where.patterns.length !== 1
    ) {
      throw refusal(text, 0, 'Expected one SPARQL expression and nothing else.')
    }
    resolveNames(tree, prologueOf(options), { text, refuse: refusalsIn(text, opening.length) })
    const algebra = toAlgebra(tree)
    if (
      algebra.type !== Types.ASK ||
      algebra.input.type !== Types.FILTER ||
      algebra.input.input.type !== Types.BGP ||
      algebra.input.input.patterns.length > 0
    ) {
      throw refusal(text, 0, 'Expected one SPARQL expression and nothing else.')
    }
    const expression = convertExpression(algebra.input.expression, { text: query, baseIri: options.baseIri })
    // Spelled with escapes, a keyword shows only in the tree.
    if (existsOf(expression).length > 0)
      throw refusal(text, 0, 'EXISTS cannot be used in an expression here.')
    return expression
  })
}

const aggregateNames = 'COUNT|SUM|MIN|MAX|AVG|SAMPLE|GROUP_CONCAT'
const tokens = new RegExp(
  [
    /"""(?:[^\\]|\\.)*?"""|'''(?:[^\\]|\\.)*?'''/,
    /"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*'/,
    /<[^<>"{}|^`\\\s]*>|#[^\n\r]*|[?$@][\w-]+|[\w.-]*:[\w.-]*/,
    new RegExp(`\\b(EXISTS|(?:${aggregateNames})(?=\\s*\\())`),
    /\w+/,
  ]
    .map((part) => part.source)
    .join('|'),
  'gis',
)

/** The first keyword of an expression that needs more than one solution or a pattern, and where it stands. */
function refusedKeyword(text: string): { readonly name: string; readonly offset: number } | undefined {
  for (const match of text.matchAll(tokens)) {
    const [, name] = match
    if (name !== undefined) return { name: name.toUpperCase(), offset: match.index }
  }
  return undefined
}
