import { ServiceError } from '../../errors.ts'
import { isObject } from './json-body.ts'

/** The options of remote databases by the names that they have in a request to create one. */
export const remoteMembers = {
  queryUrl: 'remote.query.url',
  updateUrl: 'remote.update.url',
  graphStoreUrl: 'remote.graph.store.url',
  user: 'remote.user',
  password: 'remote.password',
  token: 'remote.token',
  passThrough: 'remote.pass.through',
  tokenScope: 'remote.token.scope',
  tokenAudience: 'remote.token.audience',
  union: 'remote.union',
  rows: 'remote.rows',
  engine: 'remote.engine',
  connections: 'remote.connections',
  answerBytes: 'remote.answer.bytes',
} as const

const optionOf: ReadonlyMap<string, string> = new Map(Object.entries(remoteMembers))

/**
 * The options, not yet checked, that the member `remote` of a request stands for.
 *
 * @throws ServiceError `illegalArgument`
 */
export function remoteOptions(member: unknown): Readonly<Record<string, unknown>> {
  if (member === undefined || member === null) return {}
  if (!isObject(member) || typeof member['queryUrl'] !== 'string') {
    throw new ServiceError('illegalArgument', 'The member "remote" must be an object with a "queryUrl".')
  }
  return Object.fromEntries(
    Object.entries(member).map(([name, value]) => {
      const option = optionOf.get(name)
      if (option !== undefined) return [option, value]
      const known = [...optionOf.keys()].join(', ')
      throw new ServiceError(
        'illegalArgument',
        `Unknown member ${JSON.stringify(name.slice(0, 100))} of "remote". There are ${known}.`,
      )
    }),
  )
}
