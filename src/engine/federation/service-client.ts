import { randomUUID } from 'node:crypto'
import { ServiceError } from '../../errors.ts'
import { blank, type Term } from '../../rdf/term.ts'
import { solutionsFormatOfMediaType } from '../../sparql/results/formats.ts'
import { type ReadSolution, readResults } from '../../sparql/results/read-results.ts'
import type { ServiceAccess } from './remote-access.ts'
import { type Fetcher, failed, fetchRemote } from './remote-fetch.ts'

/** Asks other endpoints for the solutions of one query or update of ours. */
export interface ServiceClient {
  /**
   * The solutions of a SELECT query at an endpoint, their blank nodes new ones. The same question is asked once.
   *
   * @throws ServiceError `unsupported` where the endpoint is not allowed, `remoteFailed`, `limitExceeded`
   */
  ask(endpoint: string, query: string): Promise<readonly ReadSolution[]>
}

/** What a client works with, beside what it may ask. */
export interface ServiceClientOptions {
  readonly signal?: AbortSignal | undefined
  readonly fetcher?: Fetcher | undefined
}

/** A client that asked nothing yet. */
export function createServiceClient(
  access: ServiceAccess,
  options: ServiceClientOptions = {},
): ServiceClient {
  const answers = new Map<string, Promise<readonly ReadSolution[]>>()
  let rows = 0

  async function solutions(endpoint: string, query: string): Promise<readonly ReadSolution[]> {
    const name = `SERVICE <${endpoint}>`
    checkAllowed(endpoint, access)
    const answer = await request(endpoint, query, access, options)
    const format = solutionsFormatOfMediaType(answer.mediaType)
    if (format !== 'json' && format !== 'xml') {
      throw failed(
        name,
        `the answer is neither JSON nor XML of SPARQL, but ${JSON.stringify(answer.mediaType)}.`,
      )
    }
    const renamed = freshNodes()
    const found: ReadSolution[] = []
    for await (const parts of readResults(format, answer.bytes, name)) {
      for (const part of parts) {
        if (part.kind === 'boolean')
          throw failed(name, 'the answer is a boolean, where solutions were asked for.')
        if (part.kind !== 'solutions') continue
        rows += part.solutions.length
        if (rows > access.rows) throw tooMany(name, access.rows)
        for (const terms of part.solutions) {
          found.push(new Map([...terms].map(([variable, term]) => [variable, renamed(term)] as const)))
        }
      }
    }
    return found
  }

  return {
    ask(endpoint, query) {
      const key = `${endpoint}\n${query}`
      const known = answers.get(key) ?? solutions(endpoint, query)
      answers.set(key, known)
      return known
    },
  }
}

/** Fails for an endpoint that is not in the list of those allowed. */
function checkAllowed(endpoint: string, { allowed }: ServiceAccess): void {
  if (allowed.includes(endpoint)) return
  throw new ServiceError(
    'unsupported',
    `SERVICE <${endpoint}>: this endpoint is not asked, since it is not in the property sparql.service.allowed.`,
  )
}

/** SPARQL 1.1 Protocol, 2.1.2: a query as a form. */
function request(endpoint: string, query: string, access: ServiceAccess, options: ServiceClientOptions) {
  const name = `SERVICE <${endpoint}>`
  const own = URL.parse(endpoint)
  if (own === null) throw failed(name, 'this IRI is none of the Web.')
  return fetchRemote({
    ...options,
    name,
    url: endpoint,
    init: {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/sparql-results+json, application/sparql-results+xml;q=0.9',
      },
      body: new URLSearchParams({ query }).toString(),
    },
    mayRedirect: ({ host, protocol }) =>
      host === own.host && (protocol === 'https:' || protocol === own.protocol),
    timeout: access.timeout,
  })
}

/** Blank nodes of an answer are nodes of its own (SPARQL 1.1 Federated Query, 4.2): no label of ours is theirs. */
function freshNodes(): (term: Term) => Term {
  const prefix = `service${randomUUID().replaceAll('-', '')}`
  const nodes = new Map<string, Term>()
  return (term) => {
    if (term.kind !== 'blank') return term
    const known = nodes.get(term.value) ?? blank(`${prefix}-${nodes.size + 1}`)
    nodes.set(term.value, known)
    return known
  }
}

function tooMany(name: string, rows: number): ServiceError {
  return new ServiceError(
    'limitExceeded',
    `${name}: a query can fetch ${rows} solutions at most (sparql.service.rows). Ask for fewer of them.`,
  )
}
