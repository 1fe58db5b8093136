import { secureUrl } from '../requests/secure-url.ts'
import { readClientCertificate } from './read-client-certificate.ts'
import { readPath } from './read-key-file.ts'
import {
  problemOf,
  readBaseUrl,
  readChoice,
  readSecret,
  readText,
  readUrl,
  type Section,
  warningOf,
} from './section.ts'
import type { ClientProof, OnBehalfOfSettings, TokenExchangeSettings } from './token-settings.ts'

/** Permissions of the directory API that tokens for it may be asked with (`cloudGraphPermission`). */
const permissions = [
  'User.Read.All',
  'GroupMember.Read.All',
  'Group.Read.All',
  'Directory.Read.All',
  'Directory.ReadWrite.All',
] as const

/** The service and its data sources as clients of an issuer. */
export interface ClientSettings {
  readonly onBehalfOf?: OnBehalfOfSettings
  readonly tokenExchange?: TokenExchangeSettings
}

/** What else of an issuer the credentials depend on. */
export interface ClientContext {
  readonly issuer: string
  /** `audience`, where it is right. */
  readonly audience: string | undefined
  /** Base of the directory API. */
  readonly endpoint: string
  /** Whether roles come from the directory, for which there have to be credentials of the service. */
  readonly hasDirectory: boolean
}

/**
 * Reads what the service is a client of an issuer by. With `type: rfc8693` the client secret and id are those of the application of the
 * data source, and only a certificate is the service's own.
 */
export function readClient(section: Section, context: ClientContext): ClientSettings {
  const type = readChoice(section, 'type', ['rfc8693'])
  const given: GivenClient = {
    clientId: readText(section, 'clientId'),
    secret: readSecret(section, 'clientSecret'),
    tokenEndpoint: readUrl(section, 'tokenEndpoint'),
  }
  const isExchange = section.values.has('type')
  checkCredentials(section, isExchange, context.hasDirectory)
  const tokenExchange = type && readTokenExchange(section, given)
  const onBehalfOf = readOnBehalfOf(section, isExchange ? {} : given, context)
  return { ...(tokenExchange && { tokenExchange }), ...(onBehalfOf && { onBehalfOf }) }
}

interface GivenClient {
  readonly clientId?: string | undefined
  readonly secret?: string | undefined
  readonly tokenEndpoint?: string | undefined
}

/** Which credentials there have to be, and which have no effect. */
function checkCredentials(section: Section, isExchange: boolean, hasDirectory: boolean): void {
  const has = (name: string): boolean => section.values.has(name)
  const hasCertificate = has('clientCertificatePath') || has('clientCertificatePassword')
  const hasOwn = hasCertificate || (has('clientSecret') && !isExchange)
  if (has('clientSecret') && hasCertificate && !isExchange)
    problemOf(section, 'clientSecret', 'Expected either this or "clientCertificatePath", not both.')
  if (hasDirectory && !hasOwn) {
    const certificate = '"clientCertificatePath" and "clientCertificatePassword"'
    const message = isExchange
      ? `With cloud_groups and "type: rfc8693", expected ${certificate}: "clientSecret" is that of the data source.`
      : `With cloud_groups, expected "clientSecret", or ${certificate}.`
    problemOf(section, 'roleMappingSource', message)
  }
  const names = ['cloudGraphPermission', 'cloudAuthority', 'cloudGraphEndpoint']
  for (const name of hasOwn ? [] : isExchange ? names : [...names, 'clientId']) {
    if (has(name))
      warningOf(
        section,
        name,
        'The service has no credentials ("clientSecret" or a certificate): this key has no effect.',
      )
  }
  if (has('tokenEndpoint') && !isExchange) {
    const elsewhere = 'The on-behalf-of flow asks the metadata of the issuer, or "cloudAuthority".'
    warningOf(section, 'tokenEndpoint', `This key has an effect with "type: rfc8693" only. ${elsewhere}`)
  }
  if (hasCertificate && isExchange && !hasDirectory) {
    const reason = 'Tokens are exchanged by "type: rfc8693", and roles do not come from the directory'
    warningOf(section, 'clientCertificatePath', `${reason}: this key has no effect.`)
  }
}

function readTokenExchange(section: Section, given: GivenClient): TokenExchangeSettings | undefined {
  const needed = {
    clientId: 'the client id of the application of the data source',
    clientSecret: 'the secret of the application of the data source',
    tokenEndpoint: 'the URL of the token endpoint, such as that of the issuer with /v1/token behind it',
  }
  for (const [name, what] of Object.entries(needed)) {
    if (!section.values.has(name)) problemOf(section, name, `With "type: rfc8693", expected ${what}.`)
  }
  const { clientId, secret, tokenEndpoint } = given
  if (clientId === undefined || secret === undefined || tokenEndpoint === undefined) return undefined
  return { clientId, clientSecret: secret, tokenEndpoint }
}

function readOnBehalfOf(
  section: Section,
  { clientId, secret }: GivenClient,
  { issuer, audience, endpoint }: ClientContext,
): OnBehalfOfSettings | undefined {
  const graphPermission = readChoice(section, 'cloudGraphPermission', permissions) ?? 'Directory.Read.All'
  const authority = readBaseUrl(section, 'cloudAuthority')
  const proof = readCertificate(section) ?? (secret === undefined ? undefined : { kind: 'secret', secret })
  if (proof === undefined) return undefined
  if (!section.values.has('cloudAuthority') && secureUrl(issuer) === undefined) {
    const name = proof.kind === 'secret' ? 'clientSecret' : 'clientCertificatePath'
    const message =
      'Expected "cloudAuthority" beside it, or an issuer that is a URL of https: there its token endpoint is found out.'
    problemOf(section, name, message)
  }
  const id = clientId ?? audience?.replace(/^api:\/\//u, '')
  if (id === undefined) {
    const isMissing = !section.values.has('audience') && !section.values.has('clientId')
    const message = 'Expected this or "clientId": by it the issuer knows the service, which has credentials.'
    return isMissing ? problemOf(section, 'audience', message) : undefined
  }
  return {
    clientId: id,
    proof,
    ...(authority !== undefined && { tokenEndpoint: `${authority}/oauth2/v2.0/token` }),
    graphPermission,
    graphEndpoint: endpoint,
  }
}

/** The certificate and its password: both or neither. */
function readCertificate(section: Section): ClientProof | undefined {
  const node = section.values.get('clientCertificatePassword')
  // A file without a password has an empty one.
  const isEmpty = node?.kind === 'text' && node.text === ''
  const password = isEmpty ? '' : readSecret(section, 'clientCertificatePassword')
  const path = readPath(section, 'clientCertificatePath')
  const hasPath = section.values.has('clientCertificatePath')
  if (hasPath && node === undefined)
    problemOf(section, 'clientCertificatePassword', 'Expected the password of "clientCertificatePath".')
  if (!hasPath && node !== undefined)
    problemOf(section, 'clientCertificatePath', 'Expected the absolute path of a certificate file.')
  if (path === undefined || password === undefined) return undefined
  const read = readClientCertificate(path, password)
  const file = `The file ${JSON.stringify(path)}`
  if (read.kind === 'problem') return problemOf(section, 'clientCertificatePath', `${file} ${read.message}`)
  for (const warning of read.warnings) warningOf(section, 'clientCertificatePath', `${file} ${warning}`)
  return read.proof
}
