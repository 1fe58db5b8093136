import type { FastifyReply } from 'fastify'

/** Says that another `Accept` has another answer (RFC 9110, 12.5.5), beside what was said already, such as that another `Origin` has. */
export function varyByAccept(reply: FastifyReply): FastifyReply {
  const said = reply.getHeader('Vary')
  const names = typeof said === 'string' ? said.split(/\s*,\s*/u) : []
  return names.includes('Accept') ? reply : reply.header('Vary', [...names, 'Accept'].join(', '))
}
