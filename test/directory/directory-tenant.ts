import { generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto'

/** What a tenant of the directory knows: users, groups, and the application that asks on behalf of users. */
export interface DirectoryTenant {
  /** Its name in paths. */
  readonly name: string
  /** Where its servers are. */
  readonly origin: string
  /** By user, the names of all groups that they are in. */
  readonly groups: Map<string, readonly string[]>
  readonly application: RegisteredApplication
  /** The key that tokens are signed with, for users and for the directory. */
  readonly key: { readonly id: string; readonly publicKey: KeyObject; readonly privateKey: KeyObject }
  /** Groups on a page at most, whatever is asked for. */
  readonly pageSize: number
  /** Ids of assertions that were shown. */
  readonly shown: Set<string>
}

/** The application that the service is there. */
export interface RegisteredApplication {
  readonly clientId: string
  /** The secret that it has there, or the certificate. */
  readonly secret?: string
  readonly certificate?: X509Certificate
  /** Permissions of the directory API that an administrator consented to. */
  readonly permissions: readonly string[]
}

/** What of a tenant may be told beforehand. */
export interface TenantOptions {
  readonly groups?: Readonly<Record<string, readonly string[]>>
  readonly application?: Partial<RegisteredApplication>
  readonly pageSize?: number
}

/** The id of the application where no other is given. */
export const applicationId = '0f1e2d3c-4b5a-4697-8897-a6b5c4d3e2f1'

/** Those of all tenants of a test file: making one takes a while. */
const tenantKeys = generateKeyPairSync('rsa', { modulusLength: 2048 })

/** A tenant with its users. */
export function createTenant(origin: string, options: TenantOptions): DirectoryTenant {
  return {
    name: '5ad1f7b2-0c7e-4d5f-9a57-1f0e6c1b7e11',
    origin,
    groups: new Map(Object.entries(options.groups ?? {})),
    application: { clientId: applicationId, permissions: ['Directory.Read.All'], ...options.application },
    key: { id: 'tenant-key', ...tenantKeys },
    pageSize: options.pageSize ?? 999,
    shown: new Set(),
  }
}

/** Name of the tenant as an issuer, of the first version or the second. */
export function issuerOf(
  { origin, name }: Pick<DirectoryTenant, 'origin' | 'name'>,
  version: 1 | 2 = 2,
): string {
  return version === 1 ? `${origin}/${name}/` : `${origin}/${name}/v2.0`
}

/** Path of the endpoint that takes scopes. */
export function tokenPathOf({ name }: Pick<DirectoryTenant, 'name'>): string {
  return `/${name}/oauth2/v2.0/token`
}
