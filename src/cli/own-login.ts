import { anonymous } from '../server/sign-in/anonymous.ts'
import { parsedObject, remoteCalls, unlikeOurs } from './remote-calls.ts'
import type { ServerAccess } from './server-access.ts'

/** Name of the user on whose behalf a server is talked to; `undefined` where it does not ask who anybody is. */
export async function whoAmI(server: URL, access: ServerAccess): Promise<string | undefined> {
  const { urlOf, callForText } = remoteCalls(server, access)
  const name = (await callForText(urlOf('/admin/status/whoami'), { method: 'GET' })).trim()
  return name === anonymous.user ? undefined : name
}

/** A token of the user who shows a password. */
export async function issueToken(server: URL, access: ServerAccess): Promise<string> {
  const { urlOf, callForText } = remoteCalls(server, access)
  const token = parsedObject(await callForText(urlOf('/admin/token'), { method: 'GET' }))?.['token']
  if (typeof token === 'string' && /^[!-~]+$/u.test(token)) return token
  throw unlikeOurs(server)
}
