import { createHash, type X509Certificate } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { type DirectoryTenant, issuerOf, tokenPathOf } from './directory-tenant.ts'
import { type Refusal, tokenRefusal } from './refusal.ts'

const always = ['grant_type', 'client_id', 'assertion', 'scope', 'requested_token_use']
const byAssertion = ['client_assertion', 'client_assertion_type']

/** Answers a request to the token endpoint, all of whose fields have to be what the documentation of the on-behalf-of flow says. */
export async function answerTokenRequest(
  tenant: DirectoryTenant,
  contentType: string | undefined,
  body: string,
): Promise<Refusal> {
  try {
    if (contentType?.split(';')[0] !== 'application/x-www-form-urlencoded') {
      throw tokenRefusal(400, 'invalid_request', 900144, 'The body of the request must be a form.')
    }
    const fields = new URLSearchParams(body)
    const { certificate } = tenant.application
    checkNames(fields, [...always, ...(certificate === undefined ? ['client_secret'] : byAssertion)])
    checkValue(
      fields,
      'grant_type',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'unsupported_grant_type',
      70003,
    )
    checkValue(fields, 'requested_token_use', 'on_behalf_of', 'invalid_request', 901002)
    checkValue(fields, 'client_id', tenant.application.clientId, 'unauthorized_client', 700016)
    await checkClient(tenant, fields)
    const user = await userOf(tenant, fields.get('assertion') ?? '')
    const permission = permissionOf(tenant, fields.get('scope') ?? '')
    const token = await new SignJWT({ scp: permission })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: tenant.key.id })
      .setIssuer(issuerOf(tenant, 1))
      .setAudience(tenant.origin)
      .setSubject(user)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(tenant.key.privateKey)
    const answer = { token_type: 'Bearer', scope: permission, expires_in: 3600, ext_expires_in: 3600 }
    return { status: 200, body: { ...answer, access_token: token } }
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'status' in error && 'body' in error) {
      return { status: Number(error.status), body: error.body }
    }
    throw error
  }
}

function checkNames(fields: URLSearchParams, wanted: readonly string[]): void {
  const names = [...fields.keys()]
  const unknown = names.filter((name) => !wanted.includes(name))
  const missing = wanted.filter((name) => (fields.get(name) ?? '') === '')
  if (missing.length > 0) {
    throw tokenRefusal(
      400,
      'invalid_request',
      900144,
      `The request body must contain: ${missing.join(', ')}.`,
    )
  }
  if (unknown.length > 0 || new Set(names).size !== names.length) {
    throw tokenRefusal(400, 'invalid_request', 90023, `Not expected, or twice: ${names.join(', ')}.`)
  }
}

function checkValue(fields: URLSearchParams, name: string, value: string, error: string, code: number): void {
  if (fields.get(name) !== value)
    throw tokenRefusal(400, error, code, `The parameter '${name}' is not supported.`)
}

async function checkClient(tenant: DirectoryTenant, fields: URLSearchParams): Promise<void> {
  const { certificate, secret } = tenant.application
  if (certificate !== undefined) return checkAssertion(tenant, certificate, fields)
  if (secret === undefined || fields.get('client_secret') !== secret) {
    throw tokenRefusal(401, 'invalid_client', 7000215, 'Invalid client secret provided.')
  }
}

/** The assertion of a client, field by field as the page on certificate credentials says. */
async function checkAssertion(
  tenant: DirectoryTenant,
  certificate: X509Certificate,
  fields: URLSearchParams,
): Promise<void> {
  const { clientId } = tenant.application
  const type = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
  checkValue(fields, 'client_assertion_type', type, 'invalid_request', 90023)
  const text = fields.get('client_assertion') ?? ''
  const refusal = (code: number, why: string) => tokenRefusal(401, 'invalid_client', code, why)
  const thumbprint = createHash('sha256').update(certificate.raw).digest('base64url')
  const header = decodeProtectedHeader(text)
  const named = { alg: header.alg, typ: header.typ, thumbprint: header['x5t#S256'] }
  if (JSON.stringify(named) !== JSON.stringify({ alg: 'PS256', typ: 'JWT', thumbprint })) {
    throw refusal(
      700027,
      `Client assertion names no certificate of this application: ${JSON.stringify(named)}.`,
    )
  }
  const { payload } = await jwtVerify(text, certificate.publicKey, {
    algorithms: ['PS256'],
    issuer: clientId,
    subject: clientId,
    audience: tenant.origin + tokenPathOf(tenant),
    requiredClaims: ['exp', 'nbf', 'jti', 'iat'],
  }).catch((error: unknown) => {
    throw error instanceof errors.JOSEError ? refusal(700027, error.message) : error
  })
  const { exp = 0, nbf = 0, jti = '' } = payload
  if (typeof payload.aud !== 'string') throw refusal(700027, 'The audience is no text.')
  if (exp - nbf > 600) throw refusal(700024, 'The assertion holds for too long.')
  if (tenant.shown.has(jti)) throw refusal(700028, 'The assertion was shown before.')
  tenant.shown.add(jti)
}

/** Whose the token is that was shown to the service. */
async function userOf(tenant: DirectoryTenant, assertion: string): Promise<string> {
  const { payload } = await jwtVerify(assertion, tenant.key.publicKey, {
    issuer: [issuerOf(tenant, 1), issuerOf(tenant, 2)],
    audience: [tenant.application.clientId, `api://${tenant.application.clientId}`],
  }).catch((error: unknown) => {
    const expired = error instanceof errors.JWTExpired
    throw tokenRefusal(400, 'invalid_grant', expired ? 500133 : 50013, 'Assertion is not good.')
  })
  const user = payload.sub ?? ''
  if (!tenant.groups.has(user))
    throw tokenRefusal(400, 'invalid_grant', 50034, 'The user account does not exist.')
  if (payload['second_factor'] === false) {
    throw tokenRefusal(400, 'interaction_required', 50079, 'You must enroll in multifactor authentication.')
  }
  return user
}

function permissionOf(tenant: DirectoryTenant, scope: string): string {
  const [base, permission = '', ...more] = scope.split(/\/(?=[^/]*$)/u)
  if (base !== tenant.origin || more.length > 0 || permission === '') {
    throw tokenRefusal(400, 'invalid_scope', 70011, `The scope ${scope} is not valid.`)
  }
  if (!tenant.application.permissions.includes(permission)) {
    throw tokenRefusal(400, 'invalid_grant', 65001, 'The user or administrator has not consented.')
  }
  return permission
}
