import type { UpdateText } from '../../engine/change/change.ts'
import type { SparqlRequest } from '../../engine/sparql/sparql-request.ts'
import { ServiceError } from '../../errors.ts'
import { isVariableName } from '../../rdf/names.ts'
import type { Namespaces } from '../../rdf/namespaces.ts'
import type { Term } from '../../rdf/term.ts'
import { parseExpression } from '../../sparql/parse.ts'
import { absoluteIri } from './absolute-iri.ts'
import { allValues, type ParameterList, singleValue } from './parameter-list.ts'
import { readTimeout } from './read-timeout.ts'

/** What the parameters of a SPARQL operation say beside its text. */
export interface SparqlParameters {
  /** Milliseconds. */
  readonly timeout?: number
  /** Name of a syntax of the answer, in place of `Accept`. */
  readonly format?: string
}

/**
 * The query of the parameters of an operation (SPARQL 1.1 Protocol, 2.1), with those that the protocol does not know:
 * `reasoning`, `baseURI`, `limit`, `offset`, and `$name=<term>`. Relative IRIs are resolved against `endpoint` where there is no other
 * base.
 *
 * @throws ServiceError `illegalArgument` where one is missing, repeated or means nothing
 */
export function queryOfParameters(
  parameters: ParameterList,
  endpoint: string,
  namespaces: Namespaces,
): SparqlRequest {
  const query = queryText(parameters)
  const limit = countOf(parameters, 'limit')
  const offset = countOf(parameters, 'offset')
  const bindings = bindingsOf(parameters, namespaces)
  return {
    query,
    baseIri: baseOf(parameters) ?? endpoint,
    ...graphsOf(parameters, 'default-graph-uri', 'defaultGraphs'),
    ...graphsOf(parameters, 'named-graph-uri', 'namedGraphs'),
    ...(bindings.size === 0 ? {} : { bindings }),
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
    ...(wantsReasoning(parameters) ? { reasoning: true } : {}),
  }
}

/**
 * The update of the parameters of an operation (SPARQL 1.1 Protocol, 2.2).
 *
 * @throws ServiceError `unsupported` for a parameter that is for queries, `illegalArgument` as {@link queryOfParameters}
 */
export function updateOfParameters(parameters: ParameterList, endpoint: string): UpdateText {
  if (wantsReasoning(parameters)) {
    throw new ServiceError(
      'unsupported',
      'The parameter "reasoning" is for queries: an update changes what is stated, by what is stated. Leave it out.',
    )
  }
  const refused = ['limit', 'offset'].find((name) => allValues(parameters, name).length > 0)
  const binding = refused ?? parameters.find(([name]) => name.startsWith('$'))?.[0]
  if (binding !== undefined) {
    throw new ServiceError(
      'unsupported',
      `The parameter ${JSON.stringify(binding.slice(0, 200))} is for queries. Write what it says in the text of the update${binding.startsWith('$') ? ', by BIND or VALUES in its WHERE' : ''}.`,
    )
  }
  return {
    text: updateText(parameters),
    baseIri: baseOf(parameters) ?? endpoint,
    ...graphsOf(parameters, 'using-graph-uri', 'usingGraphs'),
    ...graphsOf(parameters, 'using-named-graph-uri', 'usingNamedGraphs'),
  }
}

/** What the parameters say on how an operation is carried out. */
export function settingsOfParameters(parameters: ParameterList): SparqlParameters {
  const timeout = singleValue(parameters, 'timeout')
  const format = singleValue(parameters, 'format')
  return {
    ...(timeout === undefined ? {} : { timeout: readTimeout(timeout) }),
    ...(format === undefined || format === '' ? {} : { format }),
  }
}

/** Whether inferred triples are to count; in any case, since there are clients that say `True`. */
function wantsReasoning(parameters: ParameterList): boolean {
  const text = singleValue(parameters, 'reasoning') ?? ''
  const value = text.toLowerCase()
  if (value === 'true') return true
  if (value === 'false' || value === '') return false
  throw new ServiceError(
    'illegalArgument',
    `The parameter "reasoning" is true or false, not ${JSON.stringify(text.slice(0, 200))}.`,
  )
}

/** The text of an update; there are clients that send it under the name of a query's. */
function updateText(parameters: ParameterList): string {
  const name = allValues(parameters, 'update').length === 0 ? 'query' : 'update'
  const text = singleValue(parameters, name)
  if (text !== undefined) return text
  throw new ServiceError('illegalArgument', 'The parameter "update" is missing: the text of it.')
}

function queryText(parameters: ParameterList): string {
  const text = singleValue(parameters, 'query')
  if (text !== undefined) return text
  const hint = allValues(parameters, 'update').length === 0 ? '' : ' There is "update": it goes to /update.'
  throw new ServiceError('illegalArgument', `The parameter "query" is missing: the text of it.${hint}`)
}

function baseOf(parameters: ParameterList): string | undefined {
  const baseIri = singleValue(parameters, 'baseURI') ?? ''
  return baseIri === '' ? undefined : absoluteIri('baseURI', baseIri)
}

function graphsOf<Key extends string>(
  parameters: ParameterList,
  name: string,
  key: Key,
): { readonly [Name in Key]?: readonly string[] } {
  const graphs = allValues(parameters, name).map((graph) => absoluteIri(name, graph))
  const entries: { [Name in Key]?: readonly string[] } = {}
  if (graphs.length > 0) entries[key] = graphs
  return entries
}

function countOf(parameters: ParameterList, name: 'limit' | 'offset'): number | undefined {
  const text = singleValue(parameters, name)
  // Clients say -1 where there is to be none.
  if (text === undefined || text === '' || text === '-1') return undefined
  if (/^\d{1,15}$/u.test(text)) return Number(text)
  throw new ServiceError(
    'illegalArgument',
    `The parameter "${name}" must be a whole number, not ${JSON.stringify(text.slice(0, 200))}.`,
  )
}

/** The terms of parameters `$name=<iri>`, `$name="text"@en`, `$name=5`, as SPARQL writes them. */
function bindingsOf(parameters: ParameterList, namespaces: Namespaces): ReadonlyMap<string, Term> {
  const bindings = new Map<string, Term>()
  for (const [key] of parameters) {
    if (!key.startsWith('$')) continue
    const name = key.slice(1)
    if (!isVariableName(name)) {
      throw new ServiceError('illegalArgument', `${JSON.stringify(key)} names no variable.`)
    }
    bindings.set(name, termOf(key, singleValue(parameters, key) ?? '', namespaces))
  }
  return bindings
}

function termOf(key: string, text: string, namespaces: Namespaces): Term {
  const fail = (): ServiceError =>
    new ServiceError(
      'illegalArgument',
      `The parameter ${JSON.stringify(key)} must be an IRI in <>, a name with a prefix of the database, or a literal as SPARQL writes it, not ${JSON.stringify(text.slice(0, 200))}.`,
    )
  let expression: ReturnType<typeof parseExpression>
  try {
    expression = parseExpression(text, { namespaces })
  } catch (error) {
    if (error instanceof ServiceError) throw fail()
    throw error
  }
  if (expression.kind !== 'term') throw fail()
  return expression.term
}
