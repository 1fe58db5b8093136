import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { createDemo } from '../src/cli/demo.ts'
import { basicAuthorization } from './basic-authorization.ts'
import { type HomeServer, startHomeServer } from './home-server.ts'
import { audience } from './identity-provider.ts'

/** What the superuser shows to sign in. */
export const asAdmin = { authorization: basicAuthorization('admin', 'admin') }

/**
 * Starts a server with the sample data, and the role `gardener`, which may read them. It trusts the access tokens of an issuer: their claim
 * `roles` has the roles, by which users are made, and `lead` among them makes a superuser.
 */
export async function startTrustingServer({ issuer }: { readonly issuer: string }): Promise<HomeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'espalier-trusting-'))
  const settings = {
    confVersion: '1.0',
    issuers: {
      [issuer]: { audience, autoCreateUsers: true, rolesClaimPath: 'roles', superuserGroup: 'lead' },
    },
  }
  const path = join(folder, 'jwt.conf')
  // JSON is YAML.
  writeFileSync(path, JSON.stringify(settings), { mode: 0o600 })
  const server = await startHomeServer(`jwt.conf = ${path}`, { security: 'on' })
  rmSync(folder, { recursive: true })
  await createDemo(server.service, new AbortController().signal)
  await addReadingRole(server, 'gardener')
  return server
}

/** Makes a role that may read the sample data. */
export async function addReadingRole(server: HomeServer, rolename: string): Promise<void> {
  await administer(server, '/admin/roles', 'POST', { rolename })
  const permission = { action: 'READ', resource_type: 'db', resource: ['demo'] }
  await administer(server, `/admin/permissions/role/${rolename}`, 'PUT', permission)
}

/** Does something as the superuser, which has to succeed. */
export async function administer(
  server: HomeServer,
  path: string,
  method: string,
  body?: object,
): Promise<void> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers: { ...asAdmin, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.ok, await answer.text()).toBe(true)
}
