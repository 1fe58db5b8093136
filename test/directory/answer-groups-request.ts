import type { IncomingHttpHeaders } from 'node:http'
import { jwtVerify } from 'jose'
import { type DirectoryTenant, issuerOf } from './directory-tenant.ts'
import { directoryRefusal, type Refusal } from './refusal.ts'

/** Path of the groups of who asks. */
export const groupsPath = '/v1.0/me/transitiveMemberOf/microsoft.graph.group'

/** Answers a request for a page of groups, as the documentation of the directory API says: header, count and token with each page. */
export async function answerGroupsRequest(
  tenant: DirectoryTenant,
  url: URL,
  headers: IncomingHttpHeaders,
): Promise<Refusal> {
  const bearer = /^Bearer (\S+)$/u.exec(headers.authorization ?? '')?.[1] ?? ''
  const verified = await jwtVerify(bearer, tenant.key.publicKey, {
    issuer: issuerOf(tenant, 1),
    audience: tenant.origin,
  }).catch(() => undefined)
  if (verified === undefined) {
    return directoryRefusal(401, 'InvalidAuthenticationToken', 'Access token validation failure.')
  }
  const { sub = '', scp } = verified.payload
  const { searchParams: query } = url
  const known = ['$select', '$count', '$top', '$skiptoken']
  if ([...query.keys()].some((name) => !known.includes(name)) || query.get('$select') !== 'displayName') {
    return directoryRefusal(400, 'Request_BadRequest', 'Unrecognized query argument specified.')
  }
  if (headers['consistencylevel'] !== 'eventual' || query.get('$count') !== 'true') {
    return directoryRefusal(400, 'Request_UnsupportedQuery', 'A cast needs ConsistencyLevel and $count.')
  }
  const top = Number(query.get('$top') ?? 100)
  if (!Number.isInteger(top) || top < 1 || top > 999) {
    return directoryRefusal(400, 'Request_BadRequest', 'Invalid page size specified.')
  }
  const groups = tenant.groups.get(sub)
  if (groups === undefined) {
    return directoryRefusal(404, 'Request_ResourceNotFound', 'Resource does not exist.')
  }
  const size = Math.min(top, tenant.pageSize)
  const token = query.get('$skiptoken')
  const start = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString())
  const next = new URL(url)
  next.searchParams.set('$skiptoken', Buffer.from(String(start + size)).toString('base64url'))
  // Without one of these the names of groups are left out: "limited information".
  const shown = /^(?:Group|GroupMember|Directory)\./u.test(String(scp))
  return {
    status: 200,
    body: {
      '@odata.context': `${tenant.origin}/v1.0/$metadata#groups(displayName)`,
      ...(start === 0 && { '@odata.count': groups.length }),
      ...(start + size < groups.length && { '@odata.nextLink': next.href }),
      value: groups
        .slice(start, start + size)
        .map((name) => ({ '@odata.type': '#microsoft.graph.group', displayName: shown ? name : null })),
    },
  }
}
