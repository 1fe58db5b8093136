import { retryAfterOf } from '../exchange/token-outcome.ts'
import { type JsonOutcome, requestDeadline, requestJson } from '../requests/request-json.ts'

/** Which groups a directory tells. */
export type ReadGroups =
  | { readonly kind: 'groups'; readonly names: readonly string[] }
  /**
   * It cannot be asked at present. Reasons are sentences for the log; `retryAfter` is in seconds, where the directory told; `isForAll`: it is
   * so whoever is asked for.
   */
  | {
      readonly kind: 'unavailable'
      readonly reason: string
      readonly retryAfter?: number
      readonly isForAll?: true
    }
  /** What it answers for this user is of no use. */
  | { readonly kind: 'unusable'; readonly reason: string }

/** Whom to ask, and as whom. */
export interface GroupsRequest {
  /** Base of the directory API, such as `https://graph.microsoft.com`; no slash at the end. */
  readonly endpoint: string
  /** A token for it, on behalf of the user. */
  readonly token: string
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Names on a page: as many of the longest that a group may have are within the bound of an answer. */
const pageSize = 500

/** Groups at most: many times what a user of any directory is in. */
const mostGroups = 10_000

/** Pages at most, as there may be some with few groups, or none. */
const mostPages = 200

/** Milliseconds for all pages together; whoever signs in waits for them. */
const deadline = 15_000

/** Groups alone, also those that the user is in by way of others, and of them their names. */
const firstPage = `/v1.0/me/transitiveMemberOf/microsoft.graph.group?$select=displayName&$count=true&$top=${pageSize}`

/**
 * Reads the names of all groups of a user from the directory API of Microsoft, page after page. They are told whole, or not at all: who
 * is in a group that was left out would have fewer roles, or others.
 */
export async function readGroups({ endpoint, token, now }: GroupsRequest): Promise<ReadGroups> {
  // The API wants this header, and the count, for a list of one type (its page on transitiveMemberOf), and with each page (its page on paging).
  const headers = { authorization: `Bearer ${token}`, ConsistencyLevel: 'eventual' }
  const names = new Set<string>()
  const asked = new Set<string>()
  const end = now() + deadline
  let url: string | undefined = endpoint + firstPage
  while (url !== undefined) {
    if (asked.has(url)) return unusable('The directory leads from page to page in a circle.')
    if (asked.size === mostPages || names.size > mostGroups) {
      return unusable('The directory has more groups of the user than are read.')
    }
    asked.add(url)
    const left = end - now()
    if (left <= 0) return { kind: 'unavailable', reason: `The directory needs more than ${deadline} ms.` }
    const page = pageOf(await requestJson({ url, headers, deadline: Math.min(left, requestDeadline) }), now())
    if (page.kind !== 'page') return page
    for (const name of page.names) names.add(name)
    url = page.next
    if (url !== undefined && !isWithin(endpoint, url)) {
      return unusable('The directory leads to a page on another server.')
    }
  }
  return { kind: 'groups', names: [...names] }
}

interface Page {
  readonly kind: 'page'
  readonly names: readonly string[]
  readonly next: string | undefined
}

function pageOf(outcome: JsonOutcome, now: number): Page | Exclude<ReadGroups, { kind: 'groups' }> {
  if (outcome.kind === 'failed') {
    const failure = { kind: 'unavailable', reason: `The directory ${outcome.reason}.` } as const
    return outcome.isUnreached === true ? { ...failure, isForAll: true } : failure
  }
  const { status, headers } = outcome
  const { value, error, '@odata.nextLink': next } = Object(outcome.value)
  if (status !== 200) {
    const reason = `The directory answers with status ${status}${codeOf(error)}.`
    if (status < 500 && status !== 429) return unusable(reason)
    const retryAfter = retryAfterOf(headers, now)
    return { kind: 'unavailable', reason, ...(retryAfter !== undefined && { retryAfter }) }
  }
  if (!Array.isArray(value) || (next !== undefined && typeof next !== 'string')) {
    return unusable('The directory answers with something that is no page of groups.')
  }
  const names = value.map((group: unknown) => Object(group).displayName)
  if (names.every((name) => typeof name === 'string')) return { kind: 'page', names, next }
  // Every group has one; the API leaves out what it may not show (its page on permissions, limited information).
  return unusable(
    'The directory does not show the names of groups: the permission that is asked for is not enough.',
  )
}

/** The code of an error; its text can have parts of the request. */
function codeOf(error: unknown): string {
  const { code } = Object(error)
  return typeof code === 'string' && /^[\w.]{1,64}$/u.test(code) ? `, ${code}` : ''
}

/** Whether a link stays where the token is for. */
function isWithin(endpoint: string, url: string): boolean {
  return URL.parse(url)?.origin === new URL(endpoint).origin
}

function unusable(reason: string): Extract<ReadGroups, { kind: 'unusable' }> {
  return { kind: 'unusable', reason }
}
