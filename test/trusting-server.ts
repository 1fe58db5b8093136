import { audience } from './identity-provider.ts'
import { startTokenServer, type TokenServer } from './token-server.ts'

/**
 * Starts a server with the role `gardener`, which may read the database `demo`; there is none until somebody creates it. It trusts the access tokens of an issuer: their claim
 * `roles` has the roles, by which users are made, and `lead` among them makes a superuser.
 */
export async function startTrustingServer({ issuer }: { readonly issuer: string }): Promise<TokenServer> {
  const settings = {
    confVersion: '1.0',
    issuers: {
      [issuer]: { audience, autoCreateUsers: true, rolesClaimPath: 'roles', superuserGroup: 'lead' },
    },
  }
  // JSON is YAML.
  const server = await startTokenServer({ jwtConf: JSON.stringify(settings) })
  server.addRole('gardener', ['read db:demo'])
  return server
}
