import type { FastifyInstance } from 'fastify'
import { ServiceError } from '../../errors.ts'
import { audited } from '../audit/audited.ts'
import { addMethods } from '../http/method-table.ts'
import type { ServerParts } from '../server-parts.ts'

/** What signing in needs. */
type SignInParts = Pick<ServerParts, 'security' | 'audit'>

/** Who one is to the server, and tokens to stay so without the password. */
export function addSignInRoutes(app: FastifyInstance, { security, audit }: SignInParts): void {
  // Who cannot sign in does not come here.
  addMethods(
    app,
    '/admin/users/valid',
    { GET: async (_request, reply) => reply.send('') },
    { GET: 'anybody' },
  )
  addMethods(
    app,
    '/admin/status/whoami',
    {
      GET: async ({ caller }, reply) =>
        reply.header('Content-Type', 'text/plain; charset=utf-8').send(caller.session.user),
    },
    { GET: 'anybody' },
  )
  addMethods(
    app,
    '/admin/token',
    {
      GET: async ({ caller, signedInBy }, reply) => {
        const { session } = caller
        if (security.kind === 'off') {
          throw new ServiceError('unsupported', 'Security is off: there are no tokens, and none is needed.')
        }
        if (session.signedIn !== undefined) {
          throw new ServiceError(
            'forbidden',
            'A token is for whoever signs in, and not for another user they act for.',
          )
        }
        // Else who has got hold of one would have it for ever.
        if (signedInBy !== 'password') {
          throw new ServiceError(
            'forbidden',
            'A token is given for a user name and password, not for a token.',
          )
        }
        const issuing = { action: 'token.issue', target: session.user }
        const token = await audited(audit, caller, issuing, () => security.tokens.issue(session.user))
        return reply.header('Cache-Control', 'no-store').send({ token })
      },
    },
    { GET: 'anybody' },
  )
}
